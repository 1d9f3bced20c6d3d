/** Width of a text in ems: Chinese characters are as wide as high, others about half. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < 0x2e80 ? 0.56 : 1;
  return width;
};

/**
 * Wraps a text into rows of a maximum width in ems, broken anywhere: numbers and names have no better break
 * points.
 */
export const wrapText = (text: string, ems: number): readonly string[] => {
  const rows: string[] = [];
  let [row, width] = ['', 0];
  for (const character of text) {
    const own = widthOf(character);
    if (width + own > ems && row !== '') {
      rows.push(row);
      [row, width] = ['', 0];
    }
    row += character;
    width += own;
  }
  return [...rows, row];
};
