import { fold } from './characters.ts';
import type { Cents } from './money.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const placeUnits = ['', '拾', '佰', '仟'] as const;

/** Other forms of the same characters: traditional, variant and compatibility ones. */
const variants: Readonly<Record<string, string>> = {
  〇: '零',
  弌: '壹',
  壱: '壹',
  貳: '贰',
  貮: '贰',
  弍: '贰',
  弐: '贰',
  參: '叁',
  参: '叁',
  叄: '叁',
  弎: '叁',
  陸: '陆',
  漆: '柒',
  百: '佰',
  千: '仟',
  十: '拾',
  萬: '万',
  億: '亿',
  圓: '圆',
  元: '圆',
  円: '圆',
  正: '整',
  負: '负',
};

const variantCharacters = new RegExp(`[${Object.keys(variants).join('')}]`, 'g');

/** Text printed before the words: ⊗ (which prevents additions and is often misread, as ○), currency and labels. */
const leading = /^(?:[\p{So}⊗⨂⊠⊙⊕×xX8@]|价税合计|\(?大写\)?|人民币|[:：])+/u;

/**
 * Parses a capital amount (`壹拾万零柒仟元伍角叁分`) to cents; null if the text is not one. 零 may be left out, and is
 * allowed only where a place is skipped. 整 or 正 may follow 圆 and 角.
 */
export const parseCapitalAmount = (words: string): Cents | null => {
  const plain = fold(words).replace(/\s+/g, '').replace(leading, '');
  const text = plain.replace(variantCharacters, (character) => variants[character] ?? character);
  const parts = /^(\(负数?\)|负数?)?(?:([^圆角分整]+)圆)?(零)?(?:(.)角)?(零)?(?:(.)分)?(整)?$/.exec(text);
  if (!parts) return null;
  const [, sign, yuanWords, zeroBeforeJiao, jiaoWord, zeroBeforeFen, fenWord, whole] = parts;
  if (yuanWords === undefined && jiaoWord === undefined && fenWord === undefined) return null;
  if (whole !== undefined && fenWord !== undefined) return null;
  const yuan = yuanWords === undefined ? 0 : parseWhole(yuanWords);
  const jiao = jiaoWord === undefined ? 0 : digitOf(jiaoWord);
  const fen = fenWord === undefined ? 0 : digitOf(fenWord);
  if (yuan === null || jiao === null || fen === null) return null;
  const zero = zeroBeforeJiao ?? zeroBeforeFen;
  if (
    zero !== undefined &&
    !isZeroInPlace({ yuanWords, yuan, jiaoWord, fenWord, zeroBeforeJiao, zeroBeforeFen })
  )
    return null;
  const cents = yuan * 100 + jiao * 10 + fen;
  if (!Number.isSafeInteger(cents)) return null;
  return sign === undefined || cents === 0 ? cents : -cents;
};

/** A digit from 1 to 9. Only these are written before a unit. */
const digitOf = (word: string): number | null => {
  const digit = digits.indexOf(word);
  return digit > 0 ? digit : null;
};

type ZeroPlace = {
  readonly yuanWords: string | undefined;
  readonly yuan: number;
  readonly jiaoWord: string | undefined;
  readonly fenWord: string | undefined;
  readonly zeroBeforeJiao: string | undefined;
  readonly zeroBeforeFen: string | undefined;
};

/** 零 after 圆 replaces a missing 角 before 分, or a zero 圆 place before 角. It is allowed nowhere else. */
const isZeroInPlace = ({ yuanWords, yuan, jiaoWord, fenWord, zeroBeforeJiao, zeroBeforeFen }: ZeroPlace) => {
  // An amount below one 角 may begin with 零: 零贰分.
  if (yuanWords === undefined)
    return jiaoWord === undefined && fenWord !== undefined && zeroBeforeFen === undefined;
  if (jiaoWord === undefined) return fenWord !== undefined && zeroBeforeFen === undefined;
  return zeroBeforeFen === undefined && zeroBeforeJiao !== undefined && yuan % 10 === 0;
};

/** Parses a whole number up to 9999 万亿; null if the grammar is violated. */
const parseWhole = (words: string): number | null => {
  if (words === '零') return 0;
  const [high, low, more] = words.split('亿');
  if (more !== undefined || high === undefined) return null;
  if (low === undefined) return parseBelowYi(high, true)?.value ?? null;
  const top = parseBelowYi(high, true);
  if (!top || top.value === 0) return null;
  if (low === '') return top.value * 1e8;
  const rest = parseBelowYi(low, false);
  if (!rest || (rest.startsWithZero && !(rest.value < 1e7 || top.value % 10 === 0))) return null;
  return top.value * 1e8 + rest.value;
};

type Section = { readonly value: number; readonly startsWithZero: boolean };

const parseBelowYi = (words: string, isFirst: boolean): Section | null => {
  const [high, low, more] = words.split('万');
  if (more !== undefined || high === undefined) return null;
  if (low === undefined) return parseSection(high, isFirst);
  const top = parseSection(high, isFirst);
  if (!top) return null;
  if (low === '') return { value: top.value * 1e4, startsWithZero: top.startsWithZero };
  const rest = parseSection(low, false);
  if (!rest || (rest.startsWithZero && !(rest.value < 1000 || top.value % 10 === 0))) return null;
  return { value: top.value * 1e4 + rest.value, startsWithZero: top.startsWithZero };
};

/** Parses a section up to 9999. Places must descend, and 零 is allowed only where a place is skipped. */
const parseSection = (words: string, isFirst: boolean): Section | null => {
  const startsWithZero = words.startsWith('零');
  if (words === '' || (startsWithZero && isFirst)) return null;
  let [value, place] = [0, 4];
  let rest = words;
  while (rest !== '') {
    const term = /^(零?)(?:([壹贰叁肆伍陆柒捌玖])([拾佰仟]?)|(拾))/.exec(rest);
    if (!term) return null;
    const [matched, zero, digitWord, unit = '', bareTen] = term;
    // 拾 without a digit means 10, but only at the start of a section.
    if (bareTen !== undefined && value > 0) return null;
    const next = bareTen === undefined ? placeUnits.findIndex((name) => name === unit) : 1;
    if (next >= place || (zero !== '' && value > 0 && next === place - 1)) return null;
    value += (digitWord === undefined ? 1 : digits.indexOf(digitWord)) * 10 ** next;
    place = next;
    rest = rest.slice(matched.length);
  }
  return { value, startsWithZero };
};

/** Four digits in words without leading zeros: `1020` as 壹仟零贰拾. */
const groupWords = (digitsOfGroup: string): string => {
  let words = '';
  let isGap = false;
  for (const [index, digit] of Array.from(digitsOfGroup).entries()) {
    if (digit === '0') {
      isGap = words !== '';
      continue;
    }
    words += `${isGap ? '零' : ''}${digits.charAt(Number(digit))}${placeUnits[digitsOfGroup.length - 1 - index] ?? ''}`;
    isGap = false;
  }
  return words;
};

const groupUnits = ['', '万', '亿', '万亿'] as const;

/** An amount in capital words, as printed on vouchers: 318.05 as 叁佰壹拾捌圆零伍分. */
export const capitalAmount = (cents: Cents): string => {
  const whole = String(Math.trunc(Math.abs(cents) / 100));
  const rest = Math.abs(cents) % 100;
  let yuan = '';
  for (let end = whole.length, group = 0; end > 0; end -= 4, group += 1) {
    const part = whole.slice(Math.max(0, end - 4), end);
    const words = groupWords(part);
    if (words === '') {
      // A group of zeros leaves one 零 before the lower groups.
      if (yuan !== '' && !yuan.startsWith('零')) yuan = `零${yuan}`;
      continue;
    }
    const needsZero = yuan !== '' && !yuan.startsWith('零') && isShort(whole, end);
    yuan = `${words}${groupUnits[group] ?? ''}${needsZero ? '零' : ''}${yuan}`;
  }
  const [jiao, fen] = [Math.trunc(rest / 10), rest % 10];
  const parts = [
    cents < 0 ? '负' : '',
    yuan === '' ? (rest === 0 ? '零圆' : '') : `${yuan}圆`,
    jiao > 0 ? `${digits.charAt(jiao)}角` : fen > 0 && yuan !== '' ? '零' : '',
    fen > 0 ? `${digits.charAt(fen)}分` : '整',
  ];
  return parts.join('');
};

/** Whether the group of four digits after a place begins with zero. */
const isShort = (whole: string, end: number): boolean => whole.charAt(end) === '0';
