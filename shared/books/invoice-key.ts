/** Leading zeros are lost where a spreadsheet took an id for a number: the length of each form gives them back. */
const padTo = (digits: string, lengths: readonly number[]): string => {
  const length = lengths.find((each) => digits.length <= each);
  return length === undefined ? digits : digits.padStart(length, '0');
};

const digitsOf = (text: string | null): string | null => {
  const compact = (text ?? '').replace(/[\s'’-]/g, '');
  return /^\d+$/.test(compact) ? compact : null;
};

/** An invoice number with the zeros that a number cell loses: 8 or 20 digits; null where it is no number. */
export const normalNumber = (text: string | null): string | null => {
  const digits = digitsOf(text);
  return digits === null ? null : padTo(digits, [8, 20]);
};

/** An invoice code with the zeros that a number cell loses: 10 or 12 digits; null where there is none. */
export const normalCode = (text: string | null): string | null => {
  const digits = digitsOf(text);
  return digits === null || /^0+$/.test(digits) ? null : padTo(digits, [10, 12]);
};

/** The key that tells one invoice from all others; null where the number was not read. */
export const invoiceKey = (code: string | null, number: string | null): string | null => {
  const digits = normalNumber(number);
  if (digits === null) return null;
  // A fully digital number is unique by itself, and some lists put a code beside it.
  return digits.length === 20 ? digits : `${normalCode(code) ?? ''}/${digits}`;
};
