import { twoDigits } from './two-digits.ts';

/** The ISO 8601 calendar day of an instant in this computer's time zone: `2024-05-28`. */
export const localDay = (instant: Date): string =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()].map(twoDigits).join('-');
