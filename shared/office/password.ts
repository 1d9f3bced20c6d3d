import { passwordLength } from '../contract/office.ts';
import type { weakPassword } from '../texts/office-failures.ts';

/** Why a password is not accepted. */
type Weakness = keyof typeof weakPassword;

/** The minimum number of different characters in a password. */
const fewestDifferent = 5;

/** Common passwords, which attackers try first. Compared without case and without trailing digits. */
const common = [
  'password',
  'passwort',
  'qwertyuiop',
  'administrator',
  'letmein',
  'welcome',
  'iloveyou',
  'woaini',
];

const isCommon = (password: string): boolean => {
  const plain = password.toLowerCase().replaceAll(/[^a-z]/gu, '');
  return common.some((word) => plain === word || plain === word.repeat(2));
};

/** Whether the characters are consecutive, up or down, as in 123456789012 or abcdefghijkl. */
const isSequence = (password: string): boolean => {
  const codes = Array.from(password).map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return steps.filter((step) => Math.abs(step) <= 1).length >= steps.length * 0.8;
};

/** A name or an email address and its parts, which a password must not consist of; the longest first. */
const partsOf = (text: string): readonly string[] => {
  const whole = text.toLowerCase();
  return [whole, ...whole.split('@'), ...whole.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 3);
};

/**
 * Null if a password is acceptable. Length matters more than rules about characters, so there are few of
 * those.
 */
export const weaknessOf = (
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
): Weakness | null => {
  const characters = Array.from(password);
  if (characters.length < passwordLength.least) return 'short';
  if (characters.length > passwordLength.most) return 'long';
  const left = [...partsOf(email), ...partsOf(name)].reduce(
    (rest, part) => rest.replaceAll(part, ''),
    password.toLowerCase(),
  );
  if (Array.from(left).length < passwordLength.least - 4) return 'personal';
  if (new Set(characters).size < fewestDifferent || isCommon(password) || isSequence(password))
    return 'simple';
  return null;
};
