import { isCalendarDay, readDate } from '../../../shared/invoice/dates.ts';
import { centsOf, readMoney, type Cents } from '../../../shared/invoice/money.ts';
import { isRateToken } from '../../../shared/invoice/tokens.ts';

/** A number as written in the file: a double would lose digits of an id. */
type NumberText = { readonly digits: string };
export type ListCell = string | boolean | Date | NumberText | null;

const isNumberText = (cell: ListCell): cell is NumberText =>
  typeof cell === 'object' && cell !== null && 'digits' in cell;

export const cellText = (cell: ListCell | undefined): string | null => {
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
export const idOf = (cell: ListCell | undefined): string | null => {
  if (cell === undefined || cell === null || typeof cell !== 'object')
    return cellText(cell)?.replace(/[\s'’\t-]/gu, '') || null;
  if (!isNumberText(cell)) return null;
  const plain = /^(\d+)(?:\.0*)?$/.exec(cell.digits)?.[1];
  if (plain === undefined) return null;
  return plain.length > 15 && /0{3}$/.test(plain) ? null : plain;
};

/** Cents; null for a dash, a token or an empty cell. */
export const cellAmount = (cell: ListCell | undefined): Cents | null => {
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
export const dateOf = (cell: ListCell | undefined): string | null => {
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
export const tickOf = (cell: ListCell | undefined): boolean | null => {
  const text = cellText(cell);
  if (text === null) return null;
  if (/^(?:未|否|不|待|0$|N)|撤销|取消/iu.test(text)) return false;
  return /^(?:已|是|1$|Y|√)/iu.test(text) ? true : null;
};
