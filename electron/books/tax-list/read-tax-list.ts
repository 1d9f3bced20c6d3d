import { isCalendarDay, readDate } from '../../../shared/invoice/dates.ts';
import { centsOf, readMoney, type Cents } from '../../../shared/invoice/money.ts';
import { isRateToken } from '../../../shared/invoice/characters.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { TaxList, TaxListRow } from '../../../shared/books/tax-list.ts';
import { listColumnsOf, type ListColumn, type ListColumns } from '../../../shared/books/tax-list-columns.ts';
import { readDelimited } from '../../formats/delimited.ts';
import { readBounded } from '../../infra/files/read-bounded.ts';
import { listFailure, type ListFailure } from './list-failure.ts';
import { safeWorkbook, workbookLimits } from './safe-workbook.ts';

/** A number as written in the file: a double would lose digits of an id. */
type NumberText = { readonly digits: string };
type ListCell = string | boolean | Date | NumberText | null;

const isNumberText = (cell: ListCell): cell is NumberText =>
  typeof cell === 'object' && cell !== null && 'digits' in cell;

const cellText = (cell: ListCell | undefined): string | null => {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'string') return cell.trim() || null;
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  return isNumberText(cell) ? cell.digits : isoOf(cell);
};

const isoOf = (date: Date): string | null =>
  Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);

/**
 * Digits of an id. A spreadsheet keeps 15 digits of a number and replaces the rest by zeros: such an id is
 * lost, and null.
 */
const idOf = (cell: ListCell | undefined): string | null => {
  if (cell === undefined || cell === null || typeof cell !== 'object')
    return cellText(cell)?.replace(/[\s'’\t-]/gu, '') || null;
  if (!isNumberText(cell)) return null;
  const plain = /^(\d+)(?:\.0*)?$/.exec(cell.digits)?.[1];
  if (plain === undefined) return null;
  return plain.length > 15 && /0{3}$/.test(plain) ? null : plain;
};

/** Cents; null for a dash, a token or an empty cell. */
const cellAmount = (cell: ListCell | undefined): Cents | null => {
  if (cell === undefined || cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'string') {
    const { value } = readMoney(cell);
    return value === null ? null : isRateToken(value) ? 0 : centsOf(value);
  }
  if (!isNumberText(cell)) return null;
  const value = Number(cell.digits);
  // Uses the shortest decimal form of the double: 1.005 means 1.005, not its binary value.
  const cents = Number.isFinite(value) ? Number(`${value}e2`) : Number.NaN;
  const rounded = Math.sign(value) * Math.round(Math.abs(Number.isNaN(cents) ? value * 100 : cents));
  return Number.isSafeInteger(rounded) ? rounded + 0 : null;
};

/** Day 0 of Excel's calendar, which contains a wrong leap day. */
const excelEpoch = Date.UTC(1899, 11, 30);

/** ISO date of a date cell, a serial number, or a text in a usual form, with or without a time. */
const dateOf = (cell: ListCell | undefined): string | null => {
  if (cell === undefined || cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'string') return readDate(cell.trim().replace(/T(?=\d)/, ' ')).value;
  if (!isNumberText(cell)) return isoOf(cell);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(cell.digits);
  if (compact) {
    const [, year = '', month = '', day = ''] = compact;
    return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
  }
  const days = Number(cell.digits);
  return days > 20_000 && days < 80_000 ? isoOf(new Date(excelEpoch + Math.floor(days) * 86_400_000)) : null;
};

/** 已勾选, 是, 1 …; null if the cell states neither. */
const tickOf = (cell: ListCell | undefined): boolean | null => {
  const text = cellText(cell);
  if (text === null) return null;
  if (/^(?:未|否|不|待|0$|N)|撤销|取消/iu.test(text)) return false;
  return /^(?:已|是|1$|Y|√)/iu.test(text) ? true : null;
};

type Row = readonly ListCell[];
type ListSheet = { readonly sheet: string; readonly data: readonly Row[] };

/** Title rows above the headers: one or two, seldom more. */
const rowsOfTitles = 20;

const headerOf = (data: readonly Row[]): { readonly at: number; readonly columns: ListColumns } | null => {
  for (const [at, row] of data.slice(0, rowsOfTitles).entries()) {
    const columns = listColumnsOf(row);
    if (columns) return { at, columns };
  }
  return null;
};

const readRow = (row: Row, number: number, columns: ListColumns): TaxListRow | null => {
  const cell = (column: ListColumn): ListCell | undefined => {
    const at = columns[column];
    return at === undefined ? undefined : row[at];
  };
  const digital = idOf(cell('digitalNumber'));
  const printed = idOf(cell('number'));
  const code = idOf(cell('code'));
  const invoiceNumber = digital ?? printed;
  const issueDate = dateOf(cell('issueDate'));
  // A row of sums or a remark below the list contains no invoice.
  const isInvoice = [digital, printed, code, issueDate].some((value) => value !== null);
  const isSum = row.some(
    (each) => typeof each === 'string' && /^(?:合\s*计|总\s*计|小\s*计)[:：]?$/u.test(each.trim()),
  );
  if (!isInvoice || (isSum && invoiceNumber === null)) return null;
  return {
    row: number,
    code,
    number: invoiceNumber !== null && /^\d+$/.test(invoiceNumber) ? invoiceNumber : null,
    issueDate,
    sellerName: cellText(cell('sellerName')),
    sellerTaxId: idOf(cell('sellerTaxId')),
    buyerTaxId: idOf(cell('buyerTaxId')),
    net: cellAmount(cell('net')),
    tax: cellAmount(cell('tax')),
    gross: cellAmount(cell('gross')),
    kind: cellText(cell('kind')),
    deductibleTax: cellAmount(cell('deductibleTax')),
    status: cellText(cell('status')),
    risk: cellText(cell('risk')),
    ticked: tickOf(cell('ticked')),
  };
};

const listOf = ({ sheet, data }: ListSheet): TaxList | null => {
  const header = headerOf(data);
  if (!header) return null;
  const { at, columns } = header;
  const titles = data.slice(0, at).flatMap((row) => row.map((cell) => cellText(cell) ?? ''));
  const isDeduction =
    columns.ticked !== undefined ||
    columns.deductibleTax !== undefined ||
    [sheet, ...titles].some((title) => /用途确认|抵扣勾选|勾选/u.test(title));
  const rows = data
    .slice(at + 1)
    .map((row, index) => readRow(row, at + index + 2, columns))
    .filter((row) => row !== null);
  const byLine = !isDeduction && columns.goods !== undefined && columns.rate !== undefined;
  return { kind: isDeduction ? 'deduction' : 'full', byLine, rows };
};

/**
 * The list in the sheets of a workbook. A sheet with one row per invoice is preferred to one with a row per
 * line item.
 */
const listInSheets = (sheets: readonly ListSheet[]): Result<TaxList, ListFailure> => {
  const lists = sheets.map(listOf).filter((list) => list !== null);
  const best =
    lists.find(({ byLine, rows }) => !byLine && rows.length > 0) ?? lists.find(({ rows }) => rows.length > 0);
  const list = best ?? lists[0];
  return list ? success(list) : failed(listFailure('other-list'));
};

/** A number of 20 digits that a spreadsheet has saved as text: it kept 15 of them. */
const isRounded = (text: string): boolean => /^\d{15}0{5}$/u.test(text.trim());

/** The list in a CSV or TSV file. */
const listInText = (bytes: Buffer): Result<TaxList, ListFailure> => {
  const rows = readDelimited(bytes, workbookLimits);
  if (rows === 'not-text') return failed(listFailure('not-a-workbook'));
  if (rows === 'too-large') return failed(listFailure('too-many-rows'));
  if (rows === 'damaged') return failed(listFailure('damaged'));
  const data = rows.map((row) => row.map((cell) => (isRounded(cell) ? { digits: cell.trim() } : cell)));
  return listInSheets([{ sheet: '', data }]);
};

/** Whether a file is a zip, as a workbook is, or an old document of Office. */
const isOffice = (bytes: Buffer): boolean =>
  bytes.subarray(0, 2).toString('latin1') === 'PK' ||
  bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

/** Parses a list of the tax bureau from the bytes of a workbook, or of a CSV or TSV file. */
export const parseTaxList = async (bytes: Buffer): Promise<Result<TaxList, ListFailure>> => {
  if (!isOffice(bytes)) return listInText(bytes);
  const safe = await safeWorkbook(bytes);
  if (!safe.ok) return safe;
  const { default: readSheets } = await import('read-excel-file/node');
  try {
    const sheets = await readSheets(safe.value, { parseNumber: (digits) => ({ digits }) });
    return listInSheets(
      sheets.map(({ sheet, data }) => ({ sheet, data: data.map((row) => row.map(cellOf)) })),
    );
  } catch {
    return failed(listFailure('damaged'));
  }
};

const cellOf = (cell: unknown): ListCell => {
  if (typeof cell === 'string' || typeof cell === 'boolean' || cell instanceof Date) return cell;
  if (typeof cell !== 'object' || cell === null || !('digits' in cell)) return null;
  return { digits: String(cell.digits) };
};

export const readTaxList = async (path: string): Promise<Result<TaxList, ListFailure>> => {
  const read = await readBounded(path, workbookLimits.fileBytes);
  if (read.ok) return parseTaxList(read.value);
  if (read.failure.reason === 'too-large') return failed(listFailure('too-large'));
  return failed(listFailure(read.failure.code === 'ENOENT' ? 'missing' : 'unreadable'));
};
