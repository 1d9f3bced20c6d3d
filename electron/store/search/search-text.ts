import { comparable } from '../../../shared/comparable.ts';

/** The comparable form if it differs from SQLite's own `lower`, which ignores width; otherwise null. */
export const comparableIfOther = (text: string | null): string | null => {
  if (text === null) return null;
  const form = comparable(text);
  return form === text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ? null : form;
};

/** All search words of a page in one text; line ends separate them, so that no match spans two of them. */
export const searchText = (parts: readonly string[]): string =>
  parts.map((part) => comparable(part).replaceAll('\n', ' ')).join('\n');

/** Whole cents of a decimal amount; null for any other text. */
export const searchedCents = (amount: string | null): number | null => {
  const found = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amount ?? '');
  if (!found) return null;
  const [, sign, whole = '0', part = ''] = found;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  // Zero has no sign, even if it was written with one.
  return sign === '-' && cents > 0 ? -cents : cents;
};

/** A recognized date may be any text; only a real date may sort a page. */
export const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
