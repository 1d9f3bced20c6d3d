import { isPlainNumber } from './table.ts';

/**
 * Where a spreadsheet would begin to calculate: at the start of a cell or of a line in it, after blanks of any kind
 * or none, one of = + - @ (full-width ones too: an East Asian Excel takes them for the same), a tab or a carriage
 * return. Zero-width and control characters count as blanks: the eye doesn't see them before the sign either. A
 * semicolon, or a tab behind a text, begins a cell where a spreadsheet takes it for the separator.
 */
const startOfFormula =
  /(?:^|(?<=[\n\v\f\r\u0085\u2028\u2029;])|(?<=[^\p{Zs}\p{Cf}\p{Cc}']\t))(?=[[\p{Zs}\p{Cf}\p{Cc}]--[\n\v\f\r\u0085]]*[=+\-@\t\r＝＋－＠])/gv;

/** A fast pre-check: most cells contain none of these signs. */
const anySign = /[=+\-@\t\r＝＋－＠]/u;

/**
 * A cell that no spreadsheet treats as a formula: an apostrophe before each line that starts like one. Plain
 * numbers, including negative ones, stay numbers.
 */
export const guardCell = (text: string): string =>
  !anySign.test(text) || isPlainNumber(text) ? text : text.replace(startOfFormula, "'");

const needsQuotes = /[",;\t\r\n]/u;

/** A cell in CSV syntax (RFC 4180). */
export const quoteCell = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
