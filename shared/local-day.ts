/** A number of an hour, day or month, with a leading zero. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');

/** The ISO 8601 calendar day of an instant in this computer's time zone: `2024-05-28`. */
export const localDay = (instant: Date): string =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()].map(twoDigits).join('-');
