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

type Words = Readonly<Record<AttributeName, string>>;

const wordsOf = (
  t: TFunction,
  attributes: FaceAttributes | null,
  has: (name: 'glasses' | 'mask' | 'beard', value: boolean) => string,
): Words => {
  const {
    gender = null,
    expression = null,
    glasses = null,
    mask = null,
    beard = null,
    hair = null,
  } = attributes ?? {};
  return {
    gender: inWords(t, gender, (value) => t(`face.gender.${value}`)),
    expression: inWords(t, expression, (value) => t(`face.expression.${value}`)),
    glasses: inWords(t, glasses, (value) => has('glasses', value)),
    mask: inWords(t, mask, (value) => has('mask', value)),
    beard: inWords(t, beard, (value) => has('beard', value)),
    hair: inWords(t, hair, (value) => t(`face.hair.${value}`)),
  };
};

/** All attributes of a face in words that stand for themselves: `no beard`. */
export const attributeWords = (t: TFunction, attributes: FaceAttributes | null): Words =>
  wordsOf(t, attributes, (name, value) => t(value ? `face.${name}.yes` : `face.${name}.no`));

/** All attributes of a face in words under the name of their column: `no`. */
export const attributeColumns = (t: TFunction, attributes: FaceAttributes | null): Words =>
  wordsOf(t, attributes, (_, value) => t(value ? 'face.has' : 'face.hasNot'));
