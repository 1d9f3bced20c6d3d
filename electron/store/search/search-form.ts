import pairs from 'opencc-js/dict/TSCharacters';
import { comparable } from '../../../shared/order.ts';

let simplified: ReadonlyMap<string, string> | null = null;

/** The simplified form of each traditional character. Not made at the start of every thread. */
const simplifiedForms = (): ReadonlyMap<string, string> => {
  simplified ??= new Map(
    pairs.split('|').flatMap((pair) => {
      const [from, to] = pair.split(' ');
      return from !== undefined && to !== undefined ? [[from, to] as const] : [];
    }),
  );
  return simplified;
};

// The blocks of Chinese characters, with those beyond the first plane.
const chinese = /[\u3400-\u9fff\u{20000}-\u{3ffff}]/gu;

/**
 * The form in which texts are searched: case, width and traditional characters make no difference. Characters are
 * replaced one by one: a part of a word must have the same form as in the word.
 */
export const searchForm = (text: string): string =>
  comparable(text).replaceAll(chinese, (letter) => simplifiedForms().get(letter) ?? letter);

/** The form of searches if it differs from SQLite's own `lower`; otherwise null. */
export const formIfOther = (text: string | null): string | null => {
  if (text === null) return null;
  const form = searchForm(text);
  return form === text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ? null : form;
};

const lineOf = (part: string): string => searchForm(part).replaceAll('\n', ' ');

/** All search words of a page in one text; line ends separate them, so that no match spans two of them. */
export const searchText = (parts: readonly string[]): string => parts.map(lineOf).join('\n');

/** A text with other words in place of some: each of those stands on a line of its own, and may stand there twice. */
export const withOtherWords = (text: string, before: readonly string[], now: readonly string[]): string => {
  const lines = text.split('\n');
  for (const line of before.map(lineOf)) {
    const at = lines.lastIndexOf(line);
    if (at !== -1) lines.splice(at, 1);
  }
  return [...lines, ...now.map(lineOf)].join('\n');
};

/** The words of a search. */
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');
