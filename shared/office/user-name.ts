import type { officeCommandFailures } from '../texts/office-failures.ts';

/** Names under which Vouch itself stands in the audit log or at values. */
export const systemNames: readonly string[] = ['console', 'vouch', 'local', '控制台', '本机'];

/** Controls, and what leaves no mark or only a blank one: two names that look the same could differ in it. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]/u;

const folded = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase();

/** A name without what leaves no mark, and with single blanks. */
export const plainName = (name: string): string =>
  Array.from(name, (character) =>
    !unseen.test(character) ? character : /[\s\u{2800}\u{3164}\u{FFA0}]/u.test(character) ? ' ' : '',
  )
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Two users whose names have the same key could not be told apart: width, case and blanks make no difference. */
export const nameKey = (name: string): string => plainName(folded(folded(plainName(name))));

const systemKeys: ReadonlySet<string> = new Set(systemNames.map(nameKey));

/** Why a user can't have a name; null if nothing speaks against it, except a user who has it already. */
export const flawOfName = (
  name: string,
): Extract<keyof typeof officeCommandFailures, 'badName' | 'systemName'> | null => {
  if (unseen.test(name) || !/[\p{L}\p{N}]/u.test(name)) return 'badName';
  return systemKeys.has(nameKey(name)) ? 'systemName' : null;
};
