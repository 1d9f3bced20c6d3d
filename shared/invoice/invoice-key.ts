/**
 * Restores leading zeros that are lost if a spreadsheet treats an id as a number, using the known lengths.
 */
const padTo = (digits: string, lengths: readonly number[]): string => {
  const length = lengths.find((each) => digits.length <= each);
  return length === undefined ? digits : digits.padStart(length, '0');
};

const digitsOf = (text: string | null): string | null => {
  const compact = (text ?? '').replace(/[\s'’-]/g, '');
  return /^\d+$/.test(compact) ? compact : null;
};

/** An invoice number with restored leading zeros: 8 or 20 digits; null if it is not a number. */
export const normalNumber = (text: string | null): string | null => {
  const digits = digitsOf(text);
  return digits === null ? null : padTo(digits, [8, 20]);
};

/** An invoice code with restored leading zeros: 10 or 12 digits; null if there is none. */
export const normalCode = (text: string | null): string | null => {
  const digits = digitsOf(text);
  return digits === null || /^0+$/.test(digits) ? null : padTo(digits, [10, 12]);
};

/** A unique key of an invoice; null if its number was not read. */
export const invoiceKey = (code: string | null, number: string | null): string | null => {
  const digits = normalNumber(number);
  if (digits === null) return null;
  // A fully digital number is unique without a code, but some lists add one.
  return digits.length === 20 ? digits : `${normalCode(code) ?? ''}/${digits}`;
};
