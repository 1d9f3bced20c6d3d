import type { Cell } from 'write-excel-file/node';
import { assertNever } from '../../shared/result.ts';
import type { Doubt } from './doubts.ts';
import { isPlainNumber, type CellType } from './table.ts';

/** More than this, and Excel calls the file damaged. */
const maxCellLength = 32_767;

/** Excel writes characters as `_x000D_`; a text that holds such a word by itself would come back changed. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/gu;

/**
 * A text as Excel will show it: line ends as Excel knows them, whole characters only. No apostrophe is needed here,
 * since a text cell is never calculated whatever it begins with.
 */
export const sheetText = (text: string): string => {
  const clean = text.toWellFormed().replace(/\r\n?/gu, '\n').replace(escapeLike, '_x005F_');
  const short = clean.length > maxCellLength ? `${clean.slice(0, maxCellLength - 2).toWellFormed()}…` : clean;
  // The library looks strings up in a plain object, where names such as "constructor" are taken already. The
  // character added makes it another name, and is left out by the library when it writes the text.
  return short in Object.prototype ? `${short}\0` : short;
};

/** Without the zeros that change nothing: `007.50` is `7.5`. */
const shortest = (decimal: string): string =>
  (decimal.includes('.') ? decimal.replace(/\.?0+$/u, '') : decimal).replace(/^(-?)0+(?=\d)/u, '$1');

/** A number that a double holds digit by digit; null for any other text. */
const exactNumber = (text: string): number | null => {
  if (!isPlainNumber(text)) return null;
  const value = Number(text);
  return value === 0 || shortest(text) === String(value) ? value : null;
};

/** A calendar date that Excel can show: its calendar begins in 1900, with a wrong leap day. */
const calendarDate = (text: string): Date | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text) || text < '1901-01-01') return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : null;
};

const numberFormats = { amount: '0.00', price: '0.00######', number: undefined } as const;

const tints = { warn: '#FFF2CC', error: '#F8CBAD' } as const;

type Style = { readonly backgroundColor?: string };

const textCell = (text: string, style: Style): Cell => ({ value: sheetText(text), type: String, ...style });

/** Digits that name something: as text, so that none of 20 is lost and no zero is dropped. */
const idCell = (text: string, style: Style): Cell => ({
  value: sheetText(text),
  type: String,
  format: '@',
  ...style,
});

const numberCell = (text: string, type: keyof typeof numberFormats, style: Style): Cell => {
  const value = exactNumber(text);
  if (value === null) return textCell(text, style);
  const format = numberFormats[type];
  return { value, type: Number, ...(format === undefined ? {} : { format }), ...style };
};

const dateCell = (text: string, style: Style): Cell => {
  const value = calendarDate(text);
  return value === null ? textCell(text, style) : { value, type: Date, format: 'yyyy-mm-dd', ...style };
};

/** A cell of the sheet; tinted where it is doubtful, even if it is empty. */
export const toSheetCell = (text: string | null, type: CellType, doubt: Doubt | null): Cell => {
  const style: Style = doubt === null ? {} : { backgroundColor: tints[doubt.level] };
  if (text === null || text === '') return doubt === null ? null : { ...style };
  switch (type) {
    case 'text':
      return textCell(text, style);
    case 'id':
      return idCell(text, style);
    case 'date':
      return dateCell(text, style);
    case 'amount':
    case 'price':
    case 'number':
      return numberCell(text, type, style);
    default:
      return assertNever(type);
  }
};

export const headerCell = (text: string): Cell => ({
  value: sheetText(text),
  type: String,
  fontWeight: 'bold',
  backgroundColor: '#E7E6E6',
});
