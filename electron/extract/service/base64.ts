/**
 * The bytes of standard base64 with its padding; null for any other text. Node's decoder skips what it does not know
 * and takes the alphabet of addresses too, so that a text that was damaged shows in the length alone: to compare it
 * costs a fraction of looking at every character.
 */
export const decodeBase64 = (text: string): Buffer | null => {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return null;
  // Beyond ASCII a decoder could see a character's lower half.
  if (Buffer.byteLength(text) !== text.length) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 - paddingOf(text) ? bytes : null;
};

const paddingOf = (text: string): number => {
  if (text.endsWith('==')) return 2;
  return text.endsWith('=') ? 1 : 0;
};
