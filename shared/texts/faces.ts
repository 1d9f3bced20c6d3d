import type { Bilingual, Language } from '../language.ts';

/** In the order of the document (face-detect.md, property fields). */
export const attributeTexts = {
  beard: { zh: '胡须', en: 'Beard' },
  expression: { zh: '表情', en: 'Expression' },
  gender: { zh: '性别', en: 'Gender' },
  glasses: { zh: '眼镜', en: 'Glasses' },
  hair: { zh: '头发', en: 'Hair' },
  mask: { zh: '口罩', en: 'Mask' },
} as const satisfies Record<string, Bilingual>;
type FaceAttribute = keyof typeof attributeTexts;

export const attributeOrder = ['beard', 'expression', 'gender', 'glasses', 'hair', 'mask'] as const;

const yesNo = { true: { zh: '有', en: 'yes' }, false: { zh: '无', en: 'no' } } as const;

const valueNames = {
  surprise: { zh: '惊讶', en: 'surprise' },
  fear: { zh: '害怕', en: 'fear' },
  disgust: { zh: '厌恶', en: 'disgust' },
  happy: { zh: '高兴', en: 'happy' },
  sad: { zh: '悲伤', en: 'sad' },
  angry: { zh: '愤怒', en: 'angry' },
  neutral: { zh: '平静', en: 'neutral' },
  male: { zh: '男', en: 'male' },
  female: { zh: '女', en: 'female' },
  bald: { zh: '光头', en: 'bald' },
  short: { zh: '短发', en: 'short' },
  long: { zh: '长发', en: 'long' },
} as const satisfies Record<string, Bilingual>;

type Attributes = Readonly<Record<FaceAttribute, boolean | number | keyof typeof valueNames | null>>;

/**
 * An attribute in words; a number that the document does not list stays a number; null if none was returned.
 */
export const attributeWord = (
  attributes: Attributes | null,
  name: FaceAttribute,
  language: Language,
): string | null => {
  const value = attributes?.[name] ?? null;
  if (value === null) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return yesNo[value ? 'true' : 'false'][language];
  return valueNames[value][language];
};
