import type { CellType } from '../../export/rows.ts';
import { headerCell, toSheetCell, sheetText, type SheetCell } from '../../export/xlsx-cell.ts';
import { startSheet, type WrittenSheet } from '../../export/xlsx-sheet-writer.ts';
import { createStyleTable, type StyleTable } from '../../export/xlsx-styles.ts';
import { workbookOf } from '../../export/xlsx-workbook.ts';
import { type Cents, decimalOf } from '../../../shared/invoice/money.ts';
import {
  type Voucher,
  type VoucherEntry,
  firstVoucherLayout,
  type VoucherColumn,
  type VoucherColumnId,
  type VoucherFormat,
} from '../../../shared/books/voucher.ts';
import type { CodeKind } from '../../../shared/books/codes.ts';
import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import iconv from 'iconv-lite';
import { monthOf } from '../../../shared/books/period.ts';
import { voucherColumnNames } from '../../../shared/texts/voucher-columns.ts';

/** A column of a sheet: its header, the style of its cells, and its width in characters. */
export type SheetColumn<Row> = {
  readonly header: string;
  readonly type: CellType;
  readonly width: number;
  readonly value: (row: Row) => string | null;
};

export const sheetColumn = <Row>(
  header: string,
  type: CellType,
  width: number,
  value: (row: Row) => string | null,
): SheetColumn<Row> => ({ header, type, width, value });

/** A sheet with one line of headers and a line for each row; `place` is its number from 1. */
type PlainSheet = (styles: StyleTable, place: number) => WrittenSheet;

export const plainSheet = <Row>(
  title: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): PlainSheet => {
  const widths = columns.map(({ width }) => width);
  return (styles, place) => {
    const sheet = startSheet(title, place, widths, styles, { hasFilter: rows.length > 0, isPrinted: true });
    sheet.addRow(columns.map(({ header }) => headerCell(header)));
    for (const row of rows)
      sheet.addRow(columns.map(({ type, value }) => toSheetCell(value(row), type, null)));
    return sheet.end();
  };
};

export const plainWorkbook = (sheets: readonly PlainSheet[]): Buffer => {
  const styles = createStyleTable();
  return Buffer.concat([
    ...workbookOf(
      sheets.map((sheet, index) => sheet(styles, index + 1)),
      styles,
    ),
  ]);
};

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

const kingdeeColumn = (header: string, width: number, cell: KingdeeColumn['cell']): KingdeeColumn => ({
  header,
  width,
  cell,
});
const empty = (header: string): KingdeeColumn => kingdeeColumn(header, 10, () => null);

/** The code of what an entry is kept by, or its name if the table of codes has none; null for nothing. */
const itemOf = ({ items = [] }: VoucherEntry, kind: CodeKind): string | null => {
  const item = items.find((one) => one.kind === kind);
  return item ? (item.code ?? item.name) : null;
};

/** The same for a column that takes only codes. */
const codeIn = ({ items = [] }: VoucherEntry, kind: CodeKind): string =>
  yonyouText(items.find((one) => one.kind === kind)?.code ?? '');

/** The columns of Kingdee's import sheet (精斗云, KIS 云), in order. */
const columns: readonly KingdeeColumn[] = [
  kingdeeColumn('日期', 12, ({ voucher }) => date(voucher.date)),
  kingdeeColumn('凭证字', 8, ({ voucher }) => text(voucher.word)),
  kingdeeColumn('凭证号', 8, ({ voucher }) => number(voucher.number)),
  kingdeeColumn('附件数', 8, ({ voucher }) => number(voucher.attachments)),
  kingdeeColumn('分录序号', 9, ({ ordinal }) => number(ordinal)),
  kingdeeColumn('摘要', 36, ({ entry }) => text(entry.summary)),
  kingdeeColumn('科目代码', 14, ({ entry }) => text(entry.account.code)),
  kingdeeColumn('科目名称', 30, ({ entry }) => text(entry.account.name)),
  kingdeeColumn('借方金额', 14, ({ entry }) => amount(entry.debit)),
  kingdeeColumn('贷方金额', 14, ({ entry }) => amount(entry.credit)),
  kingdeeColumn('客户', 30, ({ entry }) => text(itemOf(entry, 'customer') ?? entry.customer)),
  kingdeeColumn('供应商', 30, ({ entry }) => text(itemOf(entry, 'supplier') ?? entry.supplier)),
  kingdeeColumn('职员', 10, ({ entry }) => text(itemOf(entry, 'person'))),
  kingdeeColumn('项目', 10, ({ entry }) => text(itemOf(entry, 'project'))),
  kingdeeColumn('部门', 10, ({ entry }) => text(itemOf(entry, 'department'))),
  empty('存货'),
  empty('自定义辅助核算类别'),
  empty('自定义辅助核算编码'),
  empty('自定义辅助核算类别1'),
  empty('自定义辅助核算编码1'),
  empty('数量'),
  empty('单价'),
  kingdeeColumn('原币金额', 14, ({ entry }) => amount(entry.debit === 0 ? entry.credit : entry.debit)),
  kingdeeColumn('币别', 8, () => text('RMB')),
  kingdeeColumn('汇率', 8, () => number(1)),
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

const firstLine = '填制凭证,V800';

/** Commas separate columns and line ends separate entries, so both are replaced by lookalikes in a text. */
const yonyouText = (value: string): string =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(',', '，')
    .replaceAll('"', '”')
    .trim();

const yonyouAmount = (cents: Cents): string => (cents === 0 ? '' : decimalOf(cents));

/** Yonyou documents at most this many characters of a summary. */
const yonyouSummary = 60;

const cut = (summary: string, most: number): string => Array.from(summary).slice(0, most).join('');

/** 制单日期 … 项目编码: the 21 columns, in order. Columns unknown to Vouch stay empty. */
const lineOf = (voucher: Voucher, entry: VoucherEntry, summaryCharacters: number): string =>
  [
    voucher.date,
    yonyouText(voucher.word),
    String(voucher.number),
    String(voucher.attachments),
    cut(yonyouText(entry.summary), summaryCharacters),
    entry.account.code,
    yonyouAmount(entry.debit),
    yonyouAmount(entry.credit),
    '', // 数量
    '', // 外币
    '', // 汇率
    yonyouText(voucher.preparer),
    '', // 结算方式
    '', // 票号
    voucher.date,
    codeIn(entry, 'department'),
    codeIn(entry, 'person'),
    codeIn(entry, 'customer'),
    codeIn(entry, 'supplier'),
    '', // 业务员
    codeIn(entry, 'project'),
  ].join(',');

/** Whether Windows can read a character in its code page 936. Later standards added those from FE50 to the code. */
const isInGbk = (character: string): boolean => {
  const bytes = iconv.encode(character, 'gbk');
  const [lead = 0, trail = 0] = bytes;
  return !(lead === 0xfe && trail >= 0x50) && iconv.decode(bytes, 'gbk') === character;
};

const inGbk = (whole: string): string => {
  const lost = new Set([...new Set(whole)].filter((character) => !isInGbk(character)));
  if (lost.size === 0) return whole;
  return Array.from(whole, (character) => (lost.has(character) ? '?' : character)).join('');
};

/** Distinct characters that GBK lacks; the file contains `?` instead. */
export const lostInGbk = (vouchers: readonly Voucher[]): readonly string[] => {
  const characters = new Set<string>();
  for (const { entries, word, preparer } of vouchers)
    for (const { summary } of entries)
      for (const character of `${summary}${word}${preparer}`) characters.add(character);
  return [...characters].filter((character) => !isInGbk(character));
};

/** Vouchers as the text file that Yonyou U8 and T3 import: GBK, CRLF, one line per entry. */
export const vouchersToYonyou = (vouchers: readonly Voucher[], summaryCharacters = yonyouSummary): Buffer => {
  const lines = vouchers.flatMap((voucher) =>
    voucher.entries.map((entry) => lineOf(voucher, entry, summaryCharacters)),
  );
  return iconv.encode(inGbk(`${[firstLine, ...lines].join('\r\n')}\r\n`), 'gbk');
};

type EntryRow = {
  readonly voucher: Voucher;
  readonly entry: VoucherEntry;
  readonly ordinal: number;
  /** The invoices that the entry comes from: several in a voucher of a batch. */
  readonly invoices: readonly BookedInvoice[];
};

/** An invoice in the vouchers, with its entries. */
export type BookedInvoice = {
  readonly invoice: Pick<Invoice, 'code' | 'number' | 'issueDate'>;
  readonly entries: readonly VoucherEntry[];
};

const isPartOf = (one: VoucherEntry, { account, summary, debit }: VoucherEntry): boolean =>
  one.account.code === account.code && one.summary === summary && (one.debit === 0) === (debit === 0);

/** Different values of the invoices of an entry, in their order; null if they have none. */
const joined = (invoices: readonly BookedInvoice[], field: 'code' | 'number' | 'issueDate'): string | null =>
  [...new Set(invoices.flatMap(({ invoice }) => invoice[field] ?? []))].join(' ') || null;

const encodeVouchersAmount = (cents: Cents): string | null => (cents === 0 ? null : decimalOf(cents));

const encodeVouchersColumns: Readonly<
  Record<VoucherColumnId, { readonly type: CellType; readonly value: (row: EntryRow) => string | null }>
> = {
  date: { type: 'date', value: ({ voucher }) => voucher.date },
  period: { type: 'text', value: ({ voucher }) => monthOf(voucher.date) },
  word: { type: 'text', value: ({ voucher }) => voucher.word },
  number: { type: 'number', value: ({ voucher }) => String(voucher.number) },
  attachments: { type: 'number', value: ({ voucher }) => String(voucher.attachments) },
  ordinal: { type: 'number', value: ({ ordinal }) => String(ordinal) },
  summary: { type: 'text', value: ({ entry }) => entry.summary },
  accountCode: { type: 'id', value: ({ entry }) => entry.account.code },
  accountName: { type: 'text', value: ({ entry }) => entry.account.name },
  debit: { type: 'amount', value: ({ entry }) => encodeVouchersAmount(entry.debit) },
  credit: { type: 'amount', value: ({ entry }) => encodeVouchersAmount(entry.credit) },
  customer: { type: 'text', value: ({ entry }) => entry.customer },
  supplier: { type: 'text', value: ({ entry }) => entry.supplier },
  preparer: { type: 'text', value: ({ voucher }) => voucher.preparer },
  invoiceCode: { type: 'id', value: ({ invoices }) => joined(invoices, 'code') },
  invoiceNumber: { type: 'id', value: ({ invoices }) => joined(invoices, 'number') },
  invoiceDate: { type: 'date', value: ({ invoices }) => joined(invoices, 'issueDate') },
  department: { type: 'text', value: ({ entry }) => itemOf(entry, 'department') },
  project: { type: 'text', value: ({ entry }) => itemOf(entry, 'project') },
  person: { type: 'text', value: ({ entry }) => itemOf(entry, 'person') },
};

const widths: Readonly<Partial<Record<VoucherColumnId, number>>> = {
  summary: 36,
  accountName: 30,
  invoiceNumber: 23,
};

type OwnLayoutOptions = {
  readonly invoiceAt: (index: number) => BookedInvoice | null;
  readonly summaryCharacters: number | undefined;
};

/**
 * Vouchers as a sheet with the user's own columns, one row per entry. Without a given layout, the first one is
 * used.
 */
const vouchersToOwnLayout = (
  vouchers: readonly Voucher[],
  layout: readonly VoucherColumn[],
  { invoiceAt, summaryCharacters = Infinity }: OwnLayoutOptions,
): Buffer => {
  const rows = vouchers.flatMap((voucher) => {
    const all = voucher.invoices.flatMap((index) => invoiceAt(index) ?? []);
    return voucher.entries.map((entry, index): EntryRow => ({
      voucher,
      entry: { ...entry, summary: cut(entry.summary, summaryCharacters) },
      ordinal: index + 1,
      invoices: all.filter(({ entries }) => entries.some((one) => isPartOf(one, entry))),
    }));
  });
  const chosen = layout.length > 0 ? layout : firstVoucherLayout;
  return plainWorkbook([
    plainSheet(
      '凭证',
      chosen.map(({ column, header }) => {
        const { type, value } = encodeVouchersColumns[column];
        const name = header === '' ? voucherColumnNames[column].zh : header;
        return sheetColumn(name, type, widths[column] ?? 14, value);
      }),
      rows,
    ),
  ]);
};

export const voucherExtension = {
  kingdee: 'xlsx',
  yonyou: 'txt',
  own: 'xlsx',
} as const satisfies Record<VoucherFormat, string>;

/**
 * Vouchers as the file that a program imports.
 * @param layout the columns of `own`
 * @param invoiceAt an invoice by its index in the vouchers; the columns of `own` may name it
 */
export const encodeVouchers = (
  vouchers: readonly Voucher[],
  format: VoucherFormat,
  layout: readonly VoucherColumn[],
  { summaryCharacters }: Pick<VoucherRules, 'summaryCharacters'>,
  invoiceAt: (index: number) => BookedInvoice | null,
): Buffer => {
  if (format === 'own') return vouchersToOwnLayout(vouchers, layout, { invoiceAt, summaryCharacters });
  if (format === 'yonyou') return vouchersToYonyou(vouchers, summaryCharacters);
  const shortened =
    summaryCharacters === undefined
      ? vouchers
      : vouchers.map((voucher) => ({
          ...voucher,
          entries: voucher.entries.map((entry) => ({
            ...entry,
            summary: cut(entry.summary, summaryCharacters),
          })),
        }));
  return vouchersToKingdee(shortened);
};
