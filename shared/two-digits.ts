/** A number of an hour, day or month, with a leading zero. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');
