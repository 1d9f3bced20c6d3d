import { guardCell, unguardCell } from '../../../shared/formula-guard.ts';
import { parseBlock } from '../pasted-cells.ts';

/**
 * Cells on the clipboard, as HTML and as text. A spreadsheet takes the HTML: amounts are numbers there, days are days,
 * and codes and numbers of 20 digits stay texts. The text is for all other programs; what would start a formula is guarded in it.
 */

/** A number has its digits without separators, a day is in ISO 8601. */
export type CopiedCell = { readonly text: string; readonly format: 'number' | 'day' | 'text' };

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** A format of the spreadsheet in the style of a cell; other programs ignore it. */
const formats = {
  number: String.raw`mso-number-format:'\#\,\#\#0\.00'`,
  day: String.raw`mso-number-format:'yyyy\-mm\-dd'`,
  text: String.raw`mso-number-format:'\@'`,
} as const;

const htmlCell = ({ text, format }: CopiedCell): string =>
  `<td style="${formats[format]}">${escaped(text).replaceAll('\n', '<br>')}</td>`;

/** Names the tables that Vouch has copied. */
const mark = 'data-vouch';

export const htmlTable = (rows: readonly (readonly CopiedCell[])[]): string =>
  `<html><head><meta charset="utf-8"></head><body><table ${mark}="1">${rows
    .map((row) => `<tr>${row.map(htmlCell).join('')}</tr>`)
    .join('')}</table></body></html>`;

/** Quoted if it contains a tab, a line end or a quote. */
const textCell = ({ text }: CopiedCell): string => {
  const safe = guardCell(text);
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Cells separated by tabs, rows by line ends. */
export const textTable = (rows: readonly (readonly CopiedCell[])[]): string =>
  rows.map((row) => row.map(textCell).join('\t')).join('\n');

/** The most cells that one paste takes; the rest of a larger table is not read. */
const mostRead = 100_000;

/** A line end that is meant; those of the source are only white space, and U+2028 is not. */
const lineEnd = '\u2028';

/** The text of a cell as a browser shows it. Tables of Vouch keep their white space as it was copied. */
const cellText = (cell: HTMLTableCellElement, isOwn: boolean): string => {
  for (const line of cell.querySelectorAll('br')) line.replaceWith(lineEnd);
  const text = cell.textContent ?? '';
  const shown = isOwn ? text : text.replaceAll(/[ \t\n\f\r]+/g, ' ').replaceAll(/ ?\u2028 ?/g, lineEnd);
  return shown.replaceAll(lineEnd, '\n').replaceAll('\u00a0', ' ').trim();
};

/** Reads the first table of a page; null if it has none. Nothing of the page is loaded or run. */
const readHtml = (html: string): readonly (readonly string[])[] | null => {
  // Its styles are not needed, and the policy of the window refuses them with a message each.
  const plain = html
    .replaceAll(/<style\b.*?<\/style>/gis, '')
    .replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
  const table = new DOMParser().parseFromString(plain, 'text/html').querySelector('table');
  if (!table) return null;
  const rows: string[][] = [];
  let left = mostRead;
  for (const row of table.rows) {
    if (left <= 0) break;
    left -= row.cells.length;
    const texts: string[] = [];
    for (const cell of row.cells) {
      texts.push(cellText(cell, table.hasAttribute(mark)));
      // A cell over several columns leaves the others empty.
      for (let place = 1; place < Math.min(cell.colSpan, 100); place += 1) texts.push('');
    }
    rows.push(texts);
  }
  return rows.length === 0 ? null : rows;
};

/** Reads cells that were copied as text, without the guards of formulas. */
export const readText = (text: string): readonly (readonly string[])[] =>
  parseBlock(text).map((row) => row.map(unguardCell));

/** The cells of the clipboard; null if it has no text. HTML is exact; the text may be guarded. */
export const readCells = (data: Pick<DataTransfer, 'getData'>): readonly (readonly string[])[] | null => {
  const html = data.getData('text/html');
  const read = html === '' ? null : readHtml(html);
  if (read) return read;
  const text = data.getData('text/plain');
  return text === '' ? null : readText(text);
};

/** Puts a table on the clipboard in both forms; false if the system refuses it. Must run at an input of the user. */
export const copyTable = (rows: readonly (readonly CopiedCell[])[]): boolean => {
  let isCopied = false;
  const put = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData.setData('text/html', htmlTable(rows));
    event.clipboardData.setData('text/plain', textTable(rows));
    isCopied = true;
  };
  document.addEventListener('copy', put, { capture: true });
  // Only an event of the system can carry HTML as it is: the clipboard of pages cleans it.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it
  document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return isCopied;
};
