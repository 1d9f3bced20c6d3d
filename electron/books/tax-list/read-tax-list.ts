import { failed, success, type Result } from '../../../shared/result.ts';
import type { TaxList, TaxListRow } from '../../../shared/books/tax-list.ts';
import { readBounded } from '../../infra/files/read-bounded.ts';
import { cellAmount, dateOf, idOf, cellText, tickOf, type ListCell } from './list-cells.ts';
import { listColumnsOf, type ListColumn, type ListColumns } from './list-columns.ts';
import { listFailure, type ListFailure } from './list-failure.ts';
import { safeWorkbook, workbookLimits } from './safe-workbook.ts';

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
    status: cellText(cell('status')),
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

/** Parses a list of the tax bureau from the bytes of its workbook. */
export const parseTaxList = async (bytes: Buffer): Promise<Result<TaxList, ListFailure>> => {
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
