const emsOf = (character: string): number => {
  // Signs such as × and — are set like Chinese characters.
  if ((character.codePointAt(0) ?? 0) >= 0x80) return 1;
  if (/[MWmw@%]/u.test(character)) return 1.05;
  return /[A-Z&]/u.test(character) ? 0.75 : 0.56;
};

/** Width of a text in ems: Chinese characters are as wide as high, digits about half. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += emsOf(character);
  return width;
};

/** A part of a number or a Latin word; Chinese can be broken anywhere. */
const isOfWord = (character: string): boolean => /^[!-~]$/u.test(character);

/**
 * Wraps a text into rows of a maximum width in ems: between any two characters, but not within a number or a
 * Latin word that fits into one row. The rows together are the text.
 */
export const wrapText = (text: string, ems: number): readonly string[] => {
  const rows: string[] = [];
  let [row, width] = ['', 0];
  for (const character of text) {
    const own = widthOf(character);
    if (width + own > ems && row !== '') {
      const word = isOfWord(character) ? (/[!-~]+$/u.exec(row)?.[0] ?? '') : '';
      const kept = widthOf(word) + own > ems ? row : row.slice(0, row.length - word.length) || row;
      rows.push(kept);
      row = row.slice(kept.length);
      width = widthOf(row);
    }
    row += character;
    width += own;
  }
  return [...rows, row];
};
