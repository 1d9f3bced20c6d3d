// oxlint-disable-next-line no-control-regex -- the limit of ASCII
const beyondAscii = /[^\u0000-\u007f]/u;

/**
 * The pieces of a searched word that the full-text index contains: pairs of characters if one of them is not
 * ASCII, otherwise groups of four, or a word of three as a whole. Empty if the index doesn't help.
 * PostgreSQL's own trigrams need an extension, ignore Chinese characters in the locale `C`, and can't find
 * words of two characters. The schema's function `grams` makes all pieces of a text, including these.
 */
export const gramsOf = (word: string): readonly string[] => {
  const letters = Array.from(word);
  const piece = (start: number, length: number): string => letters.slice(start, start + length).join('');
  if (letters.length === 3 && !beyondAscii.test(word)) return [word];
  const grams = letters.slice(1).flatMap((_, start) => {
    const pair = piece(start, 2);
    if (beyondAscii.test(pair)) return [pair];
    return start + 4 <= letters.length ? [piece(start, 4)] : [];
  });
  return [...new Set(grams)];
};
