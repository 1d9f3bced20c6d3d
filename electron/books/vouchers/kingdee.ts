import { headerCell, sheetText, toSheetCell, type SheetCell } from '../../export/xlsx-cell.ts';
import { startSheet } from '../../export/xlsx-sheet-writer.ts';
import { createStyleTable } from '../../export/xlsx-styles.ts';
import { workbookOf } from '../../export/xlsx-workbook.ts';
import type { Cents } from '../../../shared/invoice/money.ts';
import type { Voucher, VoucherEntry } from '../../../shared/books/voucher.ts';

const text = (value: string | null): SheetCell =>
  value === null || value === '' ? null : { value: sheetText(value), style: {} };
const number = (value: number): SheetCell => ({ value, style: {} });
/** Cents divided by 100 give the double nearest to the decimal, which a sheet then displays. */
const amount = (cents: Cents): SheetCell =>
  cents === 0 ? null : { value: cents / 100, style: { format: '#,##0.00' } };
const date = (iso: string): SheetCell => toSheetCell(iso, 'date', null);

type KingdeeRow = { readonly voucher: Voucher; readonly entry: VoucherEntry; readonly ordinal: number };
type KingdeeColumn = {
  readonly header: string;
  readonly width: number;
  readonly cell: (row: KingdeeRow) => SheetCell;
};

const column = (header: string, width: number, cell: KingdeeColumn['cell']): KingdeeColumn => ({
  header,
  width,
  cell,
});
const empty = (header: string): KingdeeColumn => column(header, 10, () => null);

/** The columns of Kingdee's import sheet (精斗云, KIS 云), in order. */
const columns: readonly KingdeeColumn[] = [
  column('日期', 12, ({ voucher }) => date(voucher.date)),
  column('凭证字', 8, ({ voucher }) => text(voucher.word)),
  column('凭证号', 8, ({ voucher }) => number(voucher.number)),
  column('附件数', 8, ({ voucher }) => number(voucher.attachments)),
  column('分录序号', 9, ({ ordinal }) => number(ordinal)),
  column('摘要', 36, ({ entry }) => text(entry.summary)),
  column('科目代码', 14, ({ entry }) => text(entry.account.code)),
  column('科目名称', 30, ({ entry }) => text(entry.account.name)),
  column('借方金额', 14, ({ entry }) => amount(entry.debit)),
  column('贷方金额', 14, ({ entry }) => amount(entry.credit)),
  column('客户', 30, ({ entry }) => text(entry.customer)),
  column('供应商', 30, ({ entry }) => text(entry.supplier)),
  empty('职员'),
  empty('项目'),
  empty('部门'),
  empty('存货'),
  empty('自定义辅助核算类别'),
  empty('自定义辅助核算编码'),
  empty('自定义辅助核算类别1'),
  empty('自定义辅助核算编码1'),
  empty('数量'),
  empty('单价'),
  column('原币金额', 14, ({ entry }) => amount(entry.debit === 0 ? entry.credit : entry.debit)),
  column('币别', 8, () => text('RMB')),
  column('汇率', 8, () => number(1)),
];

/** Vouchers as the sheet that Kingdee imports, one row per entry. */
export const vouchersToKingdee = (vouchers: readonly Voucher[]): Buffer => {
  const styles = createStyleTable();
  const widths = columns.map(({ width }) => width);
  const sheet = startSheet('凭证列表', 1, widths, styles, { hasFilter: false });
  sheet.addRow(columns.map(({ header }) => headerCell(header)));
  for (const voucher of vouchers)
    for (const [index, entry] of voucher.entries.entries())
      sheet.addRow(columns.map(({ cell }) => cell({ voucher, entry, ordinal: index + 1 })));
  return Buffer.concat([...workbookOf([sheet.end()], styles)]);
};
