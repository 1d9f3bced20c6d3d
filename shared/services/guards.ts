/**
 * Small guards for hot loops over decoded responses, where a schema with thousands of nodes would be too
 * slow.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A finite number, or null: JSON's `1e999` parses to Infinity. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const decimalText = /^\s*[+-]?\d{1,15}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,2})?\s*$/u;

/** A finite number, or a string of one, because some services write `"0.99"` for 0.99. Null for all else. */
export const decimalOf = (value: unknown): number | null =>
  numberOf(typeof value === 'string' && decimalText.test(value) ? Number(value) : value);

/** Text, or a number where a text is documented (ids, versions); null for all else. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
};

/** A member that is absent or null counts as missing. */
export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

/** A whole number or a string of digits, because some services write `"0"` for 0. Null for all else. */
export const integerOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};

/** Characters of a value: as many as a user can type. The longest real ones are remarks of a few hundred. */
export const longestText = 10_000;
