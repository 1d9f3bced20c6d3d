/**
 * Decodes standard base64; null for any other text. Ignores line breaks and blanks and accepts missing
 * padding: encoders of other languages produce both, and the response was paid for. Node's decoder skips
 * unknown characters and also accepts the URL alphabet, so only the length reveals a damaged text. Comparing
 * lengths is far cheaper than testing every character.
 */
export const decodeBase64 = (given: string): Buffer | null => {
  const lines = withoutLineBreaks(given);
  const text = lines.includes(' ') ? lines.replaceAll(' ', '') : lines;
  // Accepts a blank inside only with complete padding: otherwise the blank may replace a lost character.
  const isComplete = text.length % 4 === 0;
  if (!isComplete && (text.endsWith('=') || text.length !== lines.length)) return null;
  const bare = text.replace(/={1,2}$/, '');
  if (bare.length % 4 === 1 || bare.includes('-') || bare.includes('_')) return null;
  // Beyond ASCII a decoder could see a character's lower half.
  if (Buffer.byteLength(bare) !== bare.length) return null;
  const bytes = Buffer.from(bare, 'base64');
  return bytes.length === Math.floor((bare.length * 3) / 4) ? bytes : null;
};

/** A search for one character is far faster than a pattern over megabytes. */
const withoutLineBreaks = (text: string): string =>
  text.includes('\n') || text.includes('\r') || text.includes('\t')
    ? text.replace(/[ \t]*[\r\n\t]+[ \t]*/g, '')
    : text;
