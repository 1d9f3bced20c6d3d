import { parse } from 'csv-parse/sync';

/**
 * Text in UTF-8, in UTF-16 with a byte-order mark, or in GB18030; null if it is none of them.
 * @param isHead whether its last character may be cut off
 */
const decoded = (bytes: Uint8Array, isHead = false): string | null => {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe
      ? ['utf-16le']
      : first === 0xfe && second === 0xff
        ? ['utf-16be']
        : null;
  for (const encoding of marked ?? ['utf-8', 'gb18030'])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isHead });
      // No text contains these. A binary file does.
      // oxlint-disable-next-line no-control-regex -- they tell a binary file from text
      return /[\u0000-\u0008\u000E-\u001F]/u.test(text) ? null : text;
    } catch {
      // Another encoding.
    }
  return null;
};

const delimiters = ['\t', ',', ';'] as const;

/** The delimiter that stands most often in the first lines. */
const delimiterOf = (text: string): string => {
  const head = text.slice(0, 4096);
  const counts = delimiters.map((delimiter) => head.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** `="123"` is how programs keep the digits of a number in Excel. */
const cellOf = (cell: string): string => /^="([^"]*)"$/u.exec(cell.trim())?.[1] ?? cell;

/** The cells of the first lines of a CSV or TSV file; none if the file is no text. */
export const firstCells = (head: Uint8Array): readonly (readonly string[])[] => {
  const text = decoded(head, true) ?? '';
  const delimiter = delimiterOf(text);
  return text.split(/\r\n?|\n/u).map((line) => line.split(delimiter).map((cell) => cell.replaceAll('"', '')));
};

export type DelimitedFailure = 'not-text' | 'too-large' | 'damaged';

/**
 * The rows of a CSV or TSV file, whose encoding and delimiter are found out.
 * @param most maximum number of rows and columns
 */
export const readDelimited = (
  bytes: Uint8Array,
  most: { readonly rows: number; readonly columns: number },
): readonly (readonly string[])[] | DelimitedFailure => {
  const text = decoded(bytes);
  if (text === null) return 'not-text';
  try {
    const rows = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      // One row more shows that there are too many.
      to: most.rows + 1,
    });
    const isTooLarge = rows.length > most.rows || rows.some((row) => row.length > most.columns);
    return isTooLarge ? 'too-large' : rows.map((row) => row.map(cellOf));
  } catch {
    return 'damaged';
  }
};
