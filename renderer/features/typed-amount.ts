/** A typed amount; separators and full-width digits are accepted. Null if it is not an amount. */
export const typedAmount = (text: string): string | null => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\s,¥]/g, '')
    .replace(/\.$/, '');
  return /^-?\d{1,13}(\.\d{1,2})?$/.test(plain) ? plain : null;
};

/** Whether something is typed that is no amount. */
export const isBadAmount = (text: string): boolean => text.trim() !== '' && typedAmount(text) === null;
