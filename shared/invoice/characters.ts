import type { FieldPath, Step } from './model.ts';

/** Printed instead of a rate or a tax; the known meanings (免税: exempt, 不征税: outside the tax's scope). */
const rateTokens = ['免税', '不征税', '***', '出口零税率', '普通零税率', '*'] as const;
export type RateToken = (typeof rateTokens)[number];

export const isRateToken = (text: string): text is RateToken => rateTokens.some((token) => token === text);

/** The token in a folded text without spaces, with any number of asterisks; null for any other text. */
export const tokenOf = (compact: string): RateToken | null => {
  if (isRateToken(compact)) return compact;
  return /^\*{2,}$/.test(compact) ? '***' : null;
};

/** The same, with a step if asterisks were added or removed. */
export const readToken = (compact: string, steps: Step[]): RateToken | null => {
  const token = tokenOf(compact);
  if (token !== null && token !== compact) steps.push({ id: 'asterisks-made-three' });
  return token;
};

/** Whether a token is printed where only an amount makes sense. Instead of a tax it is a value: there is no tax. */
export const isMisplacedToken = (path: FieldPath, value: string): boolean =>
  isRateToken(value) && !/^(?:taxTotal|lines\.\d+\.(?:tax|taxRate))$/.test(path);

/** A text normalized by the rules for its kind of value; null if it cannot be read as one. */
export type Normalized = { readonly value: string | null; readonly steps: readonly Step[] };

const noSteps: readonly Step[] = [];

/** The text is already the value. */
export const unchanged = (value: string): Normalized => ({ value, steps: noSteps });

/** The text cannot be read as a value of its kind. */
export const unreadable: Normalized = { value: null, steps: [] };

/** An id number with its middle hidden: the first four and the last two characters remain. */
export const masked = (id: string): string =>
  id.length <= 6 ? '*'.repeat(id.length) : `${id.slice(0, 4)}${'*'.repeat(id.length - 6)}${id.slice(-2)}`;

const printableAscii = /^[\x20-\x7e]*$/;

/** Unicode compatibility form (NFKC): converts full-width letters, digits and signs to their plain forms. */
export const fold = (text: string): string => (printableAscii.test(text) ? text : text.normalize('NFKC'));

/** Replaces characters that a reader confuses with others. Notes each kind once as a step. */
export const replaceLookAlikes = (
  text: string,
  lookAlikes: Readonly<Record<string, string>>,
  steps: Step[],
): string => {
  let replaced = '';
  const seen = new Set<string>();
  for (const character of text) {
    const meant = Object.hasOwn(lookAlikes, character) ? lookAlikes[character] : undefined;
    replaced += meant ?? character;
    if (meant === undefined || seen.has(character)) continue;
    seen.add(character);
    steps.push({ id: 'character-read-as', from: character, to: meant });
  }
  return replaced;
};

/** Replaces matches of a pattern, and notes a step if anything changed. */
export const replaceNoted = (
  text: string,
  pattern: RegExp,
  replacement: string,
  step: string,
  steps: Step[],
): string => {
  const replaced = text.replace(pattern, replacement);
  if (replaced !== text) steps.push({ id: step });
  return replaced;
};

/** Trims blanks, and notes a step if there were any. */
export const trimNoted = (text: string, steps: Step[]): string => {
  const trimmed = text.trim();
  if (trimmed !== text) steps.push({ id: 'spaces-removed' });
  return trimmed;
};

/** Folds the text, and notes a step if anything changed. */
export const foldNoted = (text: string, steps: Step[]): string => {
  const folded = fold(text);
  if (folded !== text) steps.push({ id: 'full-width-folded' });
  return folded;
};

/** A printed label before the value (`开票日期:`, `No`), which some readers include in the text. */
const label = /^(?:(?:(?!〇)[\p{Script=Han}、/()\s])+:?|(?:No|№)[.:]?)\s*/iu;

export const removeLabel = (folded: string, steps: Step[]): string =>
  replaceNoted(folded, label, '', 'label-removed', steps);

/** Letters that never occur in a figure, mapped to the digits that they are misread for. */
export const digitLookAlikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  〇: '0',
  l: '1',
  I: '1',
  '|': '1',
};
