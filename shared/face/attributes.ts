import { expressions, genders, hairs, type FaceAttributes } from './model.ts';

/** The six attributes in the order of their columns. */
export const attributeNames = ['gender', 'expression', 'glasses', 'mask', 'beard', 'hair'] as const;
export type AttributeName = (typeof attributeNames)[number];
export const attributeCount = attributeNames.length;

/** The documented values of each attribute, ordered by number from 0 (face-detect.md, property fields). */
export const documentedValues = {
  gender: genders,
  expression: expressions,
  glasses: [false, true],
  mask: [false, true],
  beard: [false, true],
  hair: hairs,
} as const satisfies Record<AttributeName, readonly (string | boolean)[]>;

/** The number of documented values of an attribute; their numbers start at 0. */
export const valueCount = (name: AttributeName): number => documentedValues[name].length;

/** An attribute as its number on the wire; NaN if none was returned. */
export const attributeNumber = (attributes: FaceAttributes | null, name: AttributeName): number => {
  const value = attributes?.[name] ?? null;
  if (value === null) return NaN;
  if (typeof value === 'number') return value;
  const values: readonly (string | boolean)[] = documentedValues[name];
  return values.indexOf(value);
};

const valueOf = <Documented>(values: readonly Documented[], number: number): Documented | number | null =>
  Number.isNaN(number) ? null : (values[number] ?? number);

/** Attributes from their numbers; a number that the document does not list is kept as a number. */
export const attributesOf = (numberOf: (name: AttributeName) => number): FaceAttributes => ({
  gender: valueOf(documentedValues.gender, numberOf('gender')),
  expression: valueOf(documentedValues.expression, numberOf('expression')),
  glasses: valueOf<boolean>(documentedValues.glasses, numberOf('glasses')),
  mask: valueOf<boolean>(documentedValues.mask, numberOf('mask')),
  beard: valueOf<boolean>(documentedValues.beard, numberOf('beard')),
  hair: valueOf(documentedValues.hair, numberOf('hair')),
});

/** Attributes with one of them changed; attributes that were not requested stay unknown. */
export const withAttribute = (
  attributes: FaceAttributes | null,
  name: AttributeName,
  number: number,
): FaceAttributes => attributesOf((other) => (other === name ? number : attributeNumber(attributes, other)));
