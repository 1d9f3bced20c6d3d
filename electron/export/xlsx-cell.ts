import { assertNever } from '../../shared/result.ts';
import type { FieldFindings } from './page-words.ts';
import { isPlainNumber } from '../../shared/formula-guard.ts';
import type { CellType } from './rows.ts';
import type { CellStyle } from './xlsx-styles.ts';

/** XML does not allow other control characters, half characters (unpaired surrogates), U+FFFE and U+FFFF. */
// oxlint-disable-next-line no-control-regex -- these characters are removed
const notInXml = /[\0-\u0008\u000b\u000c\u000e-\u001f\p{Surrogate}\ufffe\uffff]/gu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for XML, between tags or in quotes. */
export const xmlText = (text: string): string =>
  text.replace(notInXml, '').replace(/[&<>"]/gu, (character) => entities[character] ?? '');

/** The letters of a column (`A`, `Z`, `AA`) with an index from 0. */
export const columnLetters = (column: number): string => {
  const rest = Math.floor(column / 26) - 1;
  return `${rest < 0 ? '' : columnLetters(rest)}${String.fromCharCode(65 + (column % 26))}`;
};

/** A cell address such as `B3`; row and column from 0. */
export const cellAddress = (row: number, column: number): string =>
  `${columnLetters(column)}${String(row + 1)}`;

/** A cell of a sheet; null if it is not written at all. */
export type SheetCell = {
  readonly value: string | number | null;
  /**
   * A formula for a number that the spreadsheet calculates; `value` is its result. Never contains external
   * text.
   */
  readonly formula?: string;
  readonly style: CellStyle;
} | null;

/** Excel reports a file with a longer text as damaged. */
const maxCellLength = 32_767;

/**
 * Excel escapes characters as `_x000D_`: a text that contains this pattern itself would be changed on
 * reading.
 */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/gu;

/**
 * A text as Excel will show it, with Excel's line ends. It needs no apostrophe, because a text cell is never
 * calculated. `xmlText` removes half characters when the text is written.
 */
export const sheetText = (text: string): string => {
  const clean = text.replace(/\r\n?/gu, '\n').replace(escapeLike, '_x005F_');
  return clean.length <= maxCellLength ? clean : `${clean.slice(0, maxCellLength - 2)}…`;
};

/** Without redundant zeros: `007.50` becomes `7.5`. */
const shortest = (decimal: string): string =>
  (decimal.includes('.') ? decimal.replace(/\.?0+$/u, '') : decimal).replace(/^(-?)0+(?=\d)/u, '$1');

/** The number if a double represents all its digits; null for any other text. */
const exactNumber = (text: string): number | null => {
  if (!isPlainNumber(text)) return null;
  const value = Number(text);
  return value === 0 || shortest(text) === String(value) ? value : null;
};

const dayMs = 86_400_000;
/** Day 0 of Excel's calendar for dates from 1901: Excel counts a leap day in 1900 that did not exist. */
const dayZero = Date.UTC(1899, 11, 30);

/** Excel's number of a calendar day; null if the text is not a date. */
const dayNumber = (text: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text) || text < '1901-01-01') return null;
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text)) return null;
  return (date.getTime() - dayZero) / dayMs;
};

const numberFormats = { amount: '#,##0.00', price: '#,##0.00######', number: undefined } as const;

const tints = { warn: '#FFF2CC', error: '#F8CBAD' } as const;

const textCell = (text: string, style: CellStyle): SheetCell => ({ value: sheetText(text), style });

/** Digits that are a name: as text, so that all 20 digits and leading zeros are kept. */
const idCell = (text: string, style: CellStyle): SheetCell => textCell(text, { ...style, format: '@' });

const numberCell = (text: string, type: keyof typeof numberFormats, style: CellStyle): SheetCell => {
  const value = exactNumber(text);
  if (value === null) return textCell(text, style);
  const format = numberFormats[type];
  return { value, style: format === undefined ? style : { ...style, format } };
};

const dateCell = (text: string, style: CellStyle): SheetCell => {
  const value = dayNumber(text);
  return value === null ? textCell(text, style) : { value, style: { ...style, format: 'yyyy-mm-dd' } };
};

/** A cell of the sheet, tinted if it has an open finding, even if empty. */
export const toSheetCell = (
  text: string | null,
  type: CellType,
  finding: FieldFindings | null,
): SheetCell => {
  const style: CellStyle = finding === null ? {} : { fill: tints[finding.level] };
  if (text === null || text === '') return finding === null ? null : { value: null, style };
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

export const headerCell = (text: string): SheetCell => ({
  value: sheetText(text),
  style: { bold: true, fill: '#E7E6E6' },
});

/**
 * A sum below a column of amounts.
 * @param value its result, for readers that don't calculate
 */
export const sumCell = (formula: string, value: number): SheetCell => ({
  value,
  formula,
  style: { bold: true, format: numberFormats.amount },
});

export const sumLabelCell = (text: string): SheetCell => ({ value: sheetText(text), style: { bold: true } });

export const linkedCell = (cell: SheetCell): SheetCell =>
  cell && { ...cell, style: { ...cell.style, link: true } };
