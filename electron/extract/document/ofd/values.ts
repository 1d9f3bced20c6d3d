import { identity, type Box, type Transform } from '../../../../shared/geometry.ts';

/** Nothing on a page is larger; a larger number is invalid. */
const mostNumber = 1e7;

/** The numbers of a list (`0 0 210 140`); other entries are left out. */
export const numbersOf = (text: string | undefined): readonly number[] =>
  text === undefined
    ? []
    : text
        .trim()
        .split(/[\s,]+/)
        .filter((part) => part !== '')
        .map(Number)
        .filter((value) => Number.isFinite(value) && Math.abs(value) < mostNumber);

export const ofdNumber = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const plain = Number(text);
  if (text !== '' && Math.abs(plain) < mostNumber) return plain;
  const [value = otherwise] = numbersOf(text);
  return value;
};

/** A box `x y width height` in millimetres; null if it is invalid. */
export const boxOf = (text: string | undefined): Box | null => {
  const [x, y, w, h] = numbersOf(text);
  return x === undefined || y === undefined || w === undefined || h === undefined || w < 0 || h < 0
    ? null
    : { x, y, w, h };
};

/** A matrix `a b c d e f`; the identity if it is invalid. */
export const transformOf = (text: string | undefined): Transform => {
  if (text === undefined) return identity;
  const [a, b, c, d, e, f] = numbersOf(text);
  return a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    e === undefined ||
    f === undefined
    ? identity
    : { a, b, c, d, e, f };
};

export const isTrue = (text: string | undefined, otherwise: boolean): boolean => {
  const word = text?.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : otherwise;
};

export const move = (x: number, y: number): Transform => ({ ...identity, e: x, f: y });
