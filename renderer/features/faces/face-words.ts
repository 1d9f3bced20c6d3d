import type { TFunction } from 'i18next';
import {
  attributeNames,
  documentedValues,
  valueCount,
  type AttributeName,
} from '../../../shared/face/attributes.ts';
import type { MenuId } from '../../../shared/contract/menu.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import { formatScore } from '../../../shared/texts/format.ts';
import { attributeAt, scoreAt } from './face-rows.ts';

/**
 * An attribute's number as unambiguous text: `no beard`. An undocumented number is shown as is, and NaN as "not
 * returned": neither is guessed.
 */
export const faceAttributeWord = (t: TFunction, name: AttributeName, number: number): string => {
  if (Number.isNaN(number)) return t('face.notReturned');
  switch (name) {
    case 'gender':
      return knownWord(t, number, documentedValues.gender, (value) => t(`face.gender.${value}`));
    case 'expression':
      return knownWord(t, number, documentedValues.expression, (value) => t(`face.expression.${value}`));
    case 'hair':
      return knownWord(t, number, documentedValues.hair, (value) => t(`face.hair.${value}`));
    case 'glasses':
    case 'mask':
    case 'beard':
      return knownWord(t, number, documentedValues[name], (value) =>
        t(value ? `face.${name}.yes` : `face.${name}.no`),
      );
    default:
      return name satisfies never;
  }
};

const knownWord = <Value>(
  t: TFunction,
  number: number,
  values: readonly Value[],
  word: (value: Value) => string,
): string => {
  const value = values[number];
  return value === undefined ? t('face.unknownValue', { value: number }) : word(value);
};

/** The documented values of an attribute, to choose from. */
export const attributeOptions = (t: TFunction, name: AttributeName) =>
  Array.from({ length: valueCount(name) }, (_, number) => ({
    value: String(number),
    label: faceAttributeWord(t, name, number),
  }));

const flags: ReadonlySet<AttributeName> = new Set(['glasses', 'mask', 'beard']);

/** The texts of a cell: the word under its column header, like `no`, and the unambiguous one. */
type AttributeWords = { readonly short: string; readonly full: string };

/** By translation: a table asks for the same words in every row, and looking one up costs as much as its cell. */
const foundWords = new WeakMap<TFunction, Map<string, AttributeWords>>();

export const attributeWords = (t: TFunction, name: AttributeName, number: number): AttributeWords => {
  let words = foundWords.get(t);
  if (!words) {
    words = new Map();
    foundWords.set(t, words);
  }
  const key = `${name} ${number}`;
  const known = words.get(key);
  if (known) return known;
  const found = { short: columnWord(t, name, number), full: faceAttributeWord(t, name, number) };
  words.set(key, found);
  return found;
};

/** An attribute's number as text under its column header: `no`. */
const columnWord = (t: TFunction, name: AttributeName, number: number): string => {
  if (flags.has(name) && (number === 0 || number === 1)) return t(number === 1 ? 'face.has' : 'face.hasNot');
  return faceAttributeWord(t, name, number);
};

/** The words of a face's attributes, without those not requested. */
const wordsOf = (t: TFunction, pack: FacePack, i: number): readonly string[] =>
  attributeNames
    .map((name) => [name, attributeAt(pack, i, name)] as const)
    .filter(([, number]) => !Number.isNaN(number))
    .map(([name, number]) => faceAttributeWord(t, name, number));

/** Approximate width of a tag in CSS pixels: bold letters of 11 pixels plus padding. */
const widthOf = (text: string): number => {
  let width = 10;
  for (const sign of text) width += sign > '\u2e7f' ? 11 : 6.6;
  return width;
};

/**
 * Label at a face's box: its number, its score, and as many attributes as fit, so that it covers no other
 * face.
 * @param room in CSS pixels
 */
export const faceTag = (t: TFunction, pack: FacePack, i: number, room: number): string => {
  const score = scoreAt(pack, i);
  const note = pack.notes.get(pack.index[i] ?? 0);
  const sure = note?.byHand ? t('face.byHand') : score === null ? '' : formatScore(score);
  let tag = [String(pack.index[i]), sure].filter((part) => part !== '').join(' · ');
  for (const [at, word] of wordsOf(t, pack, i).entries()) {
    const longer = `${tag}${at === 0 ? ' · ' : t('face.between')}${word}`;
    if (widthOf(longer) > room) break;
    tag = longer;
  }
  return tag;
};

/** The documented value after another; a value that the service's document does not list, or none, has the first. */
export const valueAfter = (name: AttributeName, value: number): number =>
  value >= 0 && value < valueCount(name) ? (value + 1) % valueCount(name) : 0;

/** The action that gives all selected faces one value of an attribute: the one after that of the face in focus. */
export const nextValue = {
  gender: 'nextGender',
  expression: 'nextExpression',
  glasses: 'nextGlasses',
  mask: 'nextMask',
  beard: 'nextBeard',
  hair: 'nextHair',
} as const satisfies Record<AttributeName, MenuId>;
