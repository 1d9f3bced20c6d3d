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
