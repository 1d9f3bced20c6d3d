import type { Cents } from '../../shared/invoice/money.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const placeUnits = ['', '拾', '佰', '仟'] as const;

/**
 * Writes cents in capital words: `壹万零陆佰圆整`. Writes 零 where an inner place is skipped, and omits it where the
 * rules make it optional. 整 follows only 圆. Throws if the amount exceeds the safe integers.
 */
export const formatCapitalAmount = (cents: Cents): string => {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount in cents: ${cents}`);
  const magnitude = Math.abs(cents);
  const yuan = Math.floor(magnitude / 100);
  const [jiao, fen] = [Math.floor(magnitude / 10) % 10, magnitude % 10];
  let words = yuan > 0 || magnitude === 0 ? `${formatWhole(yuan)}圆` : '';
  if (jiao > 0) words += `${digits.charAt(jiao)}角`;
  else if (fen > 0 && yuan > 0) words += '零';
  if (fen > 0) words += `${digits.charAt(fen)}分`;
  if (jiao === 0 && fen === 0) words += '整';
  return cents < 0 ? `负${words}` : words;
};

const formatWhole = (value: number): string => {
  if (value === 0) return '零';
  const [yi, wan, rest] = [Math.floor(value / 1e8), Math.floor(value / 1e4) % 1e4, value % 1e4];
  let words = yi > 0 ? `${formatWhole(yi)}亿` : '';
  if (wan > 0) words += `${words !== '' && wan < 1000 ? '零' : ''}${formatSection(wan)}万`;
  // A skipped 万 section counts as a skipped place, even before a full 仟.
  const isHole = rest < 1000 || (yi > 0 && wan === 0);
  if (rest > 0) words += `${words !== '' && isHole ? '零' : ''}${formatSection(rest)}`;
  return words;
};

const formatSection = (value: number): string => {
  let words = '';
  let isSkipped = false;
  for (const [index, digit] of String(value).split('').entries()) {
    const place = String(value).length - 1 - index;
    if (digit === '0') {
      isSkipped = true;
      continue;
    }
    words += `${isSkipped ? '零' : ''}${digits.charAt(Number(digit))}${placeUnits[place] ?? ''}`;
    isSkipped = false;
  }
  return words;
};
