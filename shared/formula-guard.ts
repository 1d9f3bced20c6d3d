const plainNumber = /^-?\d+(?:\.\d+)?$/u;

/** A decimal number that every program can parse: digits, at most one point, optional leading minus. */
export const isPlainNumber = (text: string): boolean => plainNumber.test(text);

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

/** An apostrophe that `guardCell` adds. */
const guard =
  /(?:^|(?<=[\n\v\f\r\u0085\u2028\u2029;]))'(?=[[\p{Zs}\p{Cf}\p{Cc}]--[\n\v\f\r\u0085]]*[=+\-@\t\r＝＋－＠])/gv;

/** The text of a cell that was guarded. */
export const unguardCell = (text: string): string => text.replace(guard, '');
