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
