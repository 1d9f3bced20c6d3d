import { voucherName } from '../../../shared/books/booking.ts';
import { verificationResultNames } from '../../../shared/texts/verification.ts';
import { describeSealOf } from '../../../shared/texts/seals.ts';
import type { Language } from '../../../shared/language.ts';
import { kindWord } from '../page-words.ts';
import type { CellType } from '../table.ts';
import { headerCell, toSheetCell } from '../xlsx-cell.ts';
import { startSheet } from '../xlsx-sheet-writer.ts';
import { createStyleTable } from '../xlsx-styles.ts';
import { workbookOf } from '../xlsx-workbook.ts';
import type { ArchivedInvoice } from './archived-invoice.ts';

/** A row of the index: an invoice and the paths of its files in the archive. */
export type IndexRow = {
  readonly archived: ArchivedInvoice;
  readonly ordinal: number;
  /** Null if the original no longer exists. */
  readonly original: string | null;
  readonly renditions: readonly string[];
  readonly metadata: string;
  /** The saved result of verification; null for none. */
  readonly attachment: string | null;
};

type IndexColumn = {
  readonly header: string;
  readonly type: CellType;
  readonly width: number;
  readonly value: (row: IndexRow, language: Language) => string | null;
};

const column = (header: string, type: CellType, width: number, value: IndexColumn['value']): IndexColumn => ({
  header,
  type,
  width,
  value,
});

const columns: readonly IndexColumn[] = [
  column('序号', 'number', 6, ({ ordinal }) => String(ordinal)),
  column('原件', 'text', 40, ({ original }) => original ?? '原件缺失'),
  column('页', 'number', 5, ({ archived }) => String(archived.page)),
  column('原件 SHA-256', 'text', 66, ({ archived }) => archived.original.sha256),
  column('其他版式', 'text', 40, ({ renditions }) => renditions.join('\n') || null),
  column('元数据', 'text', 36, ({ metadata }) => metadata),
  column('票种', 'text', 24, ({ archived }, language) => kindWord(archived.invoice, language)),
  column('发票代码', 'id', 14, ({ archived }) => archived.invoice.code),
  column('发票号码', 'id', 23, ({ archived }) => archived.invoice.number),
  column('开票日期', 'date', 12, ({ archived }) => archived.invoice.issueDate),
  column('销售方', 'text', 30, ({ archived }) => archived.invoice.seller.name),
  column('销售方识别号', 'id', 22, ({ archived }) => archived.invoice.seller.taxId),
  column('购买方', 'text', 30, ({ archived }) => archived.invoice.buyer.name),
  column('购买方识别号', 'id', 22, ({ archived }) => archived.invoice.buyer.taxId),
  column('金额', 'amount', 14, ({ archived }) => archived.invoice.total),
  column('税额', 'amount', 14, ({ archived }) => archived.invoice.taxTotal),
  column('价税合计', 'amount', 14, ({ archived }) => archived.invoice.grossTotal),
  column('复核', 'text', 10, ({ archived }) => (archived.confirmed ? '已确认' : '未确认')),
  column('凭证号', 'text', 12, ({ archived }) =>
    archived.booking ? voucherName(archived.booking) : '未入账',
  ),
  column('记账日期', 'date', 12, ({ archived }) => archived.booking?.date ?? null),
  column('会计期间', 'text', 10, ({ archived }) => archived.booking?.period ?? null),
  column('签章', 'text', 40, ({ archived: { seal = null, reader } }, language) =>
    describeSealOf(seal, reader, language),
  ),
  column('查验结果', 'text', 12, ({ archived }) =>
    archived.verification ? verificationResultNames[archived.verification.result].zh : '未查验',
  ),
  column('查验日期', 'date', 12, ({ archived }) => archived.verification?.day ?? null),
  column('查验结果文件', 'text', 36, ({ attachment }) => attachment),
];

/** The index of an archive as a workbook, one row per invoice. */
export const archiveIndex = (rows: readonly IndexRow[]): Buffer => {
  const styles = createStyleTable();
  const widths = columns.map(({ width }) => width);
  const sheet = startSheet('归档目录', 1, widths, styles, { hasFilter: false });
  sheet.addRow(columns.map(({ header }) => headerCell(header)));
  for (const row of rows)
    sheet.addRow(columns.map(({ type, value }) => toSheetCell(value(row, 'zh'), type, null)));
  return Buffer.concat([...workbookOf([sheet.end()], styles)]);
};
