/** A cell for pasting into spreadsheets: quoted if it contains a tab, a line end or a quote. */
const cell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows as a table for a spreadsheet: cells separated by tabs, rows by line ends. */
export const asTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join('\t')).join('\n');
