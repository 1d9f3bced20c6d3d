import type { Step } from './model.ts';

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
