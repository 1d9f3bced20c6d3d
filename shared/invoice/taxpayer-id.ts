import {
  foldNoted,
  removeLabel,
  replaceNoted,
  trimNoted,
  unreadable,
  type Normalized,
} from './characters.ts';
import type { Step } from './model.ts';

/** GB 32100-2015: the alphabet has no I, O, S, V and Z. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Whether a text is a unified social credit code with a valid check character (GB 32100-2015). */
export const isCreditCode = (text: string): boolean => {
  if (text.length !== 18) return false;
  let sum = 0;
  for (const [index, weight] of creditWeights.entries()) {
    const value = alphabet.indexOf(text.charAt(index));
    if (value < 0) return false;
    sum += value * weight;
  }
  return alphabet.charAt((31 - (sum % 31)) % 31) === text.charAt(17);
};

const citizenWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Whether a text is a citizen's number with a valid check digit (GB 11643-1999). Sole traders use it as their
 * taxpayer id.
 */
export const isCitizenNumber = (text: string): boolean => {
  if (!/^\d{17}[\dX]$/.test(text)) return false;
  const sum = citizenWeights.reduce((total, weight, index) => total + weight * Number(text.charAt(index)), 0);
  return '10X98765432'.charAt(sum % 11) === text.charAt(17);
};

/** Result of validating a taxpayer id's format and check character. */
export type TaxpayerIdState = 'valid' | 'unverifiable' | 'check-character' | 'malformed';

/**
 * 18 characters with a check character, or an older id of 15, 17 or 20 characters, whose check cannot be
 * calculated.
 */
export const taxpayerIdState = (id: string): TaxpayerIdState => {
  if (isCreditCode(id) || isCitizenNumber(id)) return 'valid';
  if (/^[0-9A-Z]{18}$/.test(id)) return 'check-character';
  return /^[0-9]{6}[0-9A-Z]{9}$|^[0-9A-Z]{17}$|^[0-9A-Z]{20}$/.test(id) ? 'unverifiable' : 'malformed';
};

const repairs: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', Z: '2' };

/** Reads a taxpayer id. Repairs O, I, S and Z only if the check character is then valid. */
export const readTaxpayerId = (raw: string): Normalized => {
  const steps: Step[] = [];
  let text = foldNoted(trimNoted(raw, steps), steps);
  text = removeLabel(text, steps);
  text = replaceNoted(text, /[\s\-.·]+/g, '', 'spaces-removed', steps);
  const upper = text.toUpperCase();
  if (upper !== text) steps.push({ id: 'upper-cased' });
  if (upper === '') return unreadable;
  const repaired = upper.replace(/[OISZ]/g, (letter) => repairs[letter] ?? letter);
  if (repaired === upper || !isCreditCode(repaired)) return { value: upper, steps };
  return { value: repaired, steps: [...steps, ...repairSteps(upper)] };
};

const repairSteps = (text: string): readonly Step[] =>
  [...new Set(text.match(/[OISZ]/g))].map((letter) => ({
    id: 'taxpayer-id-repaired',
    from: letter,
    to: repairs[letter] ?? letter,
  }));
