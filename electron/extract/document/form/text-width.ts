/** Width of a text in ems: Chinese characters are as wide as high, others about half. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < 0x2e80 ? 0.56 : 1;
  return width;
};

/** A part of a number or a Latin word; Chinese can be broken anywhere. */
const isOfWord = (character: string): boolean => /^[!-~]$/u.test(character);

/**
 * Wraps a text into rows of a maximum width in ems: between any two characters, but not within a number or a
 * Latin word that fits a row of its own. The rows together are the text.
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
