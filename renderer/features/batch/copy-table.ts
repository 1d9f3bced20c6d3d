/** A cell as spreadsheets take it from the clipboard: quoted where it has a tab, a line end or a quote. */
const cell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows of texts as a table for a spreadsheet: cells by tabs, rows by line ends. */
export const asTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join('\t')).join('\n');
