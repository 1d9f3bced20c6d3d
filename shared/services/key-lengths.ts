/** API key and API secret are strings of 32 characters each (vat-invoice.md, "Authentication"). */
const keyLength = 32;

/**
 * The length of a typed key if it can't be one that the service has issued; null if it can. The usual cause is an
 * incomplete paste.
 */
export const oddKeyLength = (typed: string): number | null => {
  const { length } = typed.trim();
  return length === 0 || length === keyLength ? null : length;
};
