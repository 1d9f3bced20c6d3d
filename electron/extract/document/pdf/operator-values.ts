import type { Transform } from '../../../../shared/geometry.ts';
import type { Bounds } from '../page-text/paint-regions.ts';
import type { Colour } from '../page-text/painted.ts';

/** Reads the arguments of the library's operators, whose types are unknown. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value instanceof Float32Array ? [...value] : [];

export const numberOf = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

export const matrixOf = (value: unknown): Transform | null => {
  const numbers = listOf(value);
  const [a, b, c, d, e, f] = numbers.map((one) => numberOf(one, NaN));
  const isMatrix = numbers.length >= 6 && [a, b, c, d, e, f].every((one) => !Number.isNaN(one));
  return isMatrix ? { a: a ?? 1, b: b ?? 0, c: c ?? 0, d: d ?? 1, e: e ?? 0, f: f ?? 0 } : null;
};

export const boundsOfArguments = (value: unknown): Bounds | null => {
  const [left, bottom, right, top] = listOf(value).map((one) => numberOf(one, NaN));
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return null;
  if ([left, bottom, right, top].some(Number.isNaN)) return null;
  return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
};

export const colourOf = (value: unknown): Colour | null => {
  const found = typeof value === 'string' ? /^#([0-9a-f]{6})/iu.exec(value)?.[1] : undefined;
  if (found === undefined) return null;
  const packed = Number.parseInt(found, 16);
  return [packed >> 16, (packed >> 8) & 255, packed & 255];
};

/** A picture: the name under which the library keeps it, or the picture itself. */
export const pictureOf = (value: unknown): string | object | null =>
  typeof value === 'string' || isRecord(value) ? value : null;

/** The same of a stencil, whose name is in a record. */
export const stencilOf = (value: unknown): string | object | null =>
  isRecord(value) && typeof value['data'] === 'string' ? value['data'] : pictureOf(value);
