import { describe, expect, test } from 'vitest';
import { en } from '../../../../../shared/texts/en.ts';
import { zh } from '../../../../../shared/texts/zh.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every text by its path. */
const flatten = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return typeof value === 'string' ? [[here, value] as const] : flatten(value, here);
  });

const english = new Map(flatten(en));
const chinese = new Map(flatten(zh));

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]));

/** Texts that are the same in every language. */
const international = new Set([
  'face.between',
  'app.name',
  'settings.appId',
  'settings.apiKey',
  'settings.apiSecret',
  'settings.parts.app-id',
  'settings.languages.en',
  'progress.text',
]);

describe('texts of the window', () => {
  test('each one stands in both languages; only a form for "one" may be missing where a language has none', () => {
    const withoutOne = [...english.keys()].filter((key) => !key.endsWith('_one'));
    expect([...chinese.keys()].filter((key) => !key.endsWith('_one')).sort()).toEqual(withoutOne.sort());
    for (const key of chinese.keys()) expect(english.has(key), key).toBe(true);
  });

  test('none is empty, and each fills the same places in both languages', () => {
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('');
      const translated = chinese.get(key);
      if (translated === undefined) continue;
      expect(translated.trim(), key).not.toBe('');
      // "{{count}} failed": what one language spells out, another may leave to the form of the word.
      if (!key.endsWith('_one')) expect(placeholders(translated), key).toEqual(placeholders(text));
    }
  });

  test('Chinese texts are Chinese, English ones are not', () => {
    for (const [key, text] of chinese) {
      if (!international.has(key)) expect(text, key).toMatch(/\p{Script=Han}/u);
    }
    for (const [key, text] of english) {
      if (key !== 'settings.languages.zh') expect(text, key).not.toMatch(/\p{Script=Han}/u);
    }
  });
});
