import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { attributesOf, valueCount, attributeNames } from '../../../../../shared/face/attributes.ts';
import {
  faceAttributeWord,
  attributeWords,
  faceTag,
  valueAfter,
} from '../../../../../renderer/features/faces/face-words.ts';
import { en } from '../../../../../shared/texts/en.ts';
import { zh } from '../../../../../shared/texts/zh.ts';
import { face, packOf } from './packs.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en }, zh: { translation: zh } } });
});

const numbers = { gender: 1, expression: 3, glasses: 0, mask: NaN, beard: 1, hair: 0 };
const attributes = attributesOf((name) => numbers[name]);

describe('attributes as text', () => {
  test('are unambiguous on their own, and shorter under a column header', () => {
    const t = i18next.getFixedT('en');
    expect(faceAttributeWord(t, 'glasses', 0)).toBe('no glasses');
    expect(attributeWords(t, 'glasses', 0).short).toBe('no');
    expect(attributeWords(t, 'hair', 2).short).toBe('long');
    const chinese = i18next.getFixedT('zh');
    expect(faceAttributeWord(chinese, 'glasses', 1)).toBe('戴眼镜');
    expect(attributeWords(chinese, 'beard', 1).short).toBe('有');
    expect(faceAttributeWord(chinese, 'gender', 1)).toBe('女');
  });

  test.each(['en', 'zh'])('have a text for every documented value in %s', (language) => {
    const t = i18next.getFixedT(language);
    for (const name of attributeNames) {
      const words = Array.from({ length: valueCount(name) }, (_, number) =>
        faceAttributeWord(t, name, number),
      );
      expect(new Set(words).size).toBe(words.length);
      expect(words.filter((word) => word.includes('face.'))).toEqual([]);
    }
  });

  test.each([-1, 2, 7, 9, 0.5])('show the undocumented number %d', (number) => {
    const t = i18next.getFixedT('en');
    expect(faceAttributeWord(t, 'mask', number)).toBe(`${number} (not documented)`);
    expect(attributeWords(t, 'beard', number).short).toBe(`${number} (not documented)`);
  });

  test('are not guessed if they were not requested', () => {
    expect(faceAttributeWord(i18next.getFixedT('en'), 'gender', NaN)).toBe('not returned');
  });
});

describe('the label of a box', () => {
  test('contains number and score, and attributes if there is room', () => {
    const t = i18next.getFixedT('en');
    const pack = packOf([face(3, { attributes, score: 0.987 })]);
    expect(faceTag(t, pack, 0, 60)).toBe('3 · 98%');
    expect(faceTag(t, pack, 0, 170)).toBe('3 · 98% · female, happy');
    expect(faceTag(t, pack, 0, Infinity)).toBe('3 · 98% · female, happy, no glasses, beard, bald');
    expect(faceTag(t, packOf([face(1, { score: null })]), 0, Infinity)).toBe('1');
  });

  test('marks a face drawn by hand', () => {
    const note = { byHand: true, excluded: null, corrected: {} };
    const pack = packOf([face(4, { score: null })], new Map([[4, note]]));
    expect(faceTag(i18next.getFixedT('en'), pack, 0, Infinity)).toBe('4 · drawn manually');
    expect(faceTag(i18next.getFixedT('en'), packOf([face(4, { score: null })]), 0, Infinity)).toBe('4');
  });
});

test('the next value goes around, and starts where none is documented', () => {
  for (const name of attributeNames) {
    const all = Array.from({ length: valueCount(name) }, (_, value) => valueAfter(name, value));
    expect(all.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
    expect([NaN, -1, 99].map((value) => valueAfter(name, value))).toEqual([0, 0, 0]);
  }
});
