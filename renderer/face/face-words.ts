import type { TFunction } from 'i18next';
import type { AttributeValue, Face, FaceAttributes } from '../../shared/face/model.ts';

/** The six attributes in the order of their columns. */
export const attributeNames = ['gender', 'expression', 'glasses', 'mask', 'beard', 'hair'] as const;
export type AttributeName = (typeof attributeNames)[number];

/** Below this width or height recognition is not documented to work (face-detect.md, Image requirement). */
const leastSize = 30;

export const isSmall = ({ box }: Face): boolean => box !== null && (box.w < leastSize || box.h < leastSize);

/**
 * A value in words. A number that the document does not know is shown as that number, and null as not asked for:
 * neither is guessed.
 */
const inWords = <Documented extends string | boolean>(
  t: TFunction,
  value: AttributeValue<Documented>,
  word: (value: Documented) => string,
): string => {
  if (value === null) return t('face.notAsked');
  return typeof value === 'number' ? t('face.unknownValue', { value }) : word(value);
};

/** Each attribute's words in the language of the texts. */
const words: {
  readonly [Name in AttributeName]: (t: TFunction, value: FaceAttributes[Name]) => string;
} = {
  gender: (t, value) => inWords(t, value, (gender) => t(`face.gender.${gender}`)),
  expression: (t, value) => inWords(t, value, (expression) => t(`face.expression.${expression}`)),
  glasses: (t, value) => inWords(t, value, (has) => t(has ? 'face.glasses.yes' : 'face.glasses.no')),
  mask: (t, value) => inWords(t, value, (has) => t(has ? 'face.mask.yes' : 'face.mask.no')),
  beard: (t, value) => inWords(t, value, (has) => t(has ? 'face.beard.yes' : 'face.beard.no')),
  hair: (t, value) => inWords(t, value, (hair) => t(`face.hair.${hair}`)),
};

/** All attributes of a face in words, by their names. */
export const attributeWords = (
  t: TFunction,
  attributes: FaceAttributes | null,
): Readonly<Record<AttributeName, string>> => ({
  gender: words.gender(t, attributes?.gender ?? null),
  expression: words.expression(t, attributes?.expression ?? null),
  glasses: words.glasses(t, attributes?.glasses ?? null),
  mask: words.mask(t, attributes?.mask ?? null),
  beard: words.beard(t, attributes?.beard ?? null),
  hair: words.hair(t, attributes?.hair ?? null),
});
