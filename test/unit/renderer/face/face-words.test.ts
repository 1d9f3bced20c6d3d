import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { attributeColumns, attributeWords, isSmall } from '../../../../renderer/face/face-words.ts';
import { en } from '../../../../renderer/i18n/en.ts';
import { zh } from '../../../../renderer/i18n/zh.ts';
import type { Face, FaceAttributes } from '../../../../shared/face/model.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en }, zh: { translation: zh } } });
});

const attributes: FaceAttributes = {
  beard: true,
  expression: 'happy',
  gender: 'female',
  glasses: false,
  hair: 'bald',
  mask: null,
};

describe('attributes in words', () => {
  test('of English', () => {
    expect(attributeWords(i18next.getFixedT('en'), attributes)).toEqual({
      beard: 'beard',
      expression: 'happy',
      gender: 'female',
      glasses: 'no glasses',
      hair: 'bald',
      mask: 'not asked',
    });
  });

  test('of Chinese, and shorter under the name of a column', () => {
    const t = i18next.getFixedT('zh');
    expect(attributeWords(t, attributes)).toMatchObject({ gender: '女', glasses: '不戴眼镜', hair: '光头' });
    expect(attributeColumns(t, attributes)).toMatchObject({ beard: '有', glasses: '无', mask: '未请求' });
  });

  test('a number that the document does not know is shown as that number', () => {
    const odd: FaceAttributes = { ...attributes, expression: 9, mask: 2, hair: 7 };
    const words = attributeColumns(i18next.getFixedT('en'), odd);
    expect([words.expression, words.mask, words.hair]).toEqual([
      '9 (not documented)',
      '2 (not documented)',
      '7 (not documented)',
    ]);
  });

  test('attributes that were not asked for are not guessed', () => {
    expect(new Set(Object.values(attributeWords(i18next.getFixedT('en'), null)))).toEqual(
      new Set(['not asked']),
    );
  });
});

const face = (w: number, h: number): Face => ({
  index: 1,
  score: 1,
  box: { x: 0, y: 0, w, h },
  points: [],
  attributes: null,
});

test('a face is small where either side is below the documented minimum', () => {
  expect(isSmall(face(30, 30))).toBe(false);
  expect(isSmall(face(29, 100))).toBe(true);
  expect(isSmall(face(100, 29))).toBe(true);
  expect(isSmall({ ...face(1, 1), box: null })).toBe(false);
});
