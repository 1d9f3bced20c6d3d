const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** A unified social credit code from its first 17 characters, with the check character of GB 32100-2015. */
export const taxpayerId = (stem: string): string => {
  if (stem.length !== weights.length) throw new Error(`Not 17 characters: ${stem}`);
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    const value = alphabet.indexOf(stem.charAt(index));
    if (value < 0) throw new Error(`Not of the alphabet: ${stem}`);
    sum += value * weight;
  }
  return stem + alphabet.charAt((31 - (sum % 31)) % 31);
};
