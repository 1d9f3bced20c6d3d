const figureLike = /^[-−]?[¥￥YV]?[-−]?[\dOoQDIl|ZSB.,，·:'’]+%?$/u;
const digitOf: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
  '·': '.',
  ':': '.',
  '，': ',',
  "'": ',',
  '’': ',',
  '−': '-',
};

/** A figure with the letters that recognizers return for digits read as digits. */
export const asFigure = (text: string): string => {
  const plain = text.replace(/\s+/gu, '');
  if (!/\d/u.test(plain) || !figureLike.test(plain)) return text;
  return plain
    .replace(/^-?[YV]/u, '¥')
    .replace(/[OoQDIl|ZSB·:，'’−]/gu, (letter) => digitOf[letter] ?? letter);
};

/** A rate whose sign is read as 0 or as 96, or not at all. 10% was a rate, too, so 10 stays as it is. */
export const asRate = (text: string): string => text.replace(/^(13|16|17|[3569])(?:[0oO]|9[6G])?$/u, '$1%');
