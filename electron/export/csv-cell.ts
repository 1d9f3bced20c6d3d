import { isPlainNumber } from './table.ts';

/**
 * Where a spreadsheet would start a formula: = + - @, a tab or a carriage return, at the start of a cell or of a
 * line in it, after optional blanks. Full-width signs count, because an East Asian Excel accepts them. Zero-width
 * and control characters count as blanks, because they are invisible. A semicolon, or a tab after a text, starts
 * a cell if the spreadsheet uses it as the separator.
 */
const startOfFormula =
  /(?:^|(?<=[\n\v\f\r\u0085\u2028\u2029;])|(?<=[^\p{Zs}\p{Cf}\p{Cc}']\t))(?=[[\p{Zs}\p{Cf}\p{Cc}]--[\n\v\f\r\u0085]]*[=+\-@\t\r＝＋－＠])/gv;

/** A fast pre-check: most cells contain none of these signs. */
const anyFormulaCharacter = /[=+\-@\t\r＝＋－＠]/u;

/**
 * Makes a cell that no spreadsheet treats as a formula: adds an apostrophe before each line that starts like one.
 * Plain numbers, including negative ones, stay numbers.
 */
export const guardCell = (text: string): string =>
  !anyFormulaCharacter.test(text) || isPlainNumber(text) ? text : text.replace(startOfFormula, "'");

const needsQuotes = /[",;\t\r\n]/u;

/** A cell in CSV syntax (RFC 4180). */
export const quoteCell = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/* Numbers of 20 digits and leading zeros are written unchanged. When Excel opens a CSV by double click, it
 * rounds the long numbers and drops the zeros. An apostrophe or a tab before them would prevent that, but
 * would be part of the value for every program that reads the file correctly, including Excel's own text import.
 * The spreadsheet export is the format for Excel. */
/** A row of cells in CSV, safe to open in a spreadsheet. */
export const csvRecord = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(guardCell(cell))).join(',')}\r\n`;
