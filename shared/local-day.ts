/** A number of an hour, day or month, with a leading zero. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');

/** The ISO 8601 calendar day of an instant in this computer's time zone: `2024-05-28`. */
export const localDay = (instant: Date): string =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()].map(twoDigits).join('-');

/** China has one time zone and no summer time. */
export const shanghaiMs = 8 * 3_600_000;

/** The ISO 8601 calendar day of an instant in Shanghai, where an office counts its days. */
export const shanghaiDay = (instant: Date): string =>
  new Date(instant.getTime() + shanghaiMs).toISOString().slice(0, 10);
