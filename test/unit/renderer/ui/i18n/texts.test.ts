import { describe, expect, test } from 'vitest';
import { dialogsEn } from '../../../../../shared/texts/dialogs-en.ts';
import { dialogsZh } from '../../../../../shared/texts/dialogs-zh.ts';
import { en } from '../../../../../shared/texts/en.ts';
import { zh } from '../../../../../shared/texts/zh.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every text by path. */
const flatten = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return typeof value === 'string' ? [[here, value] as const] : flatten(value, here);
  });

const english = new Map([...flatten(en), ...flatten(dialogsEn)]);
const chinese = new Map([...flatten(zh), ...flatten(dialogsZh)]);

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]));

/** Texts that are equal in every language. */
const international = new Set([
  'face.between',
  'app.name',
  'settings.appId',
  'settings.apiKey',
  'settings.apiSecret',
  'settings.parts.app-id',
  'settings.languages.en',
  'books.verify.stated',
  'progress.text',
]);

/** Names the language, or the tax bureau's own pages, which have Chinese names only. */
const namedInChinese = new Set(['settings.languages.zh', 'books.list.hint']);

describe('texts of the window', () => {
  test('exist in both languages, except for a singular form that a language does not have', () => {
    const withoutOne = [...english.keys()].filter((key) => !key.endsWith('_one'));
    expect([...chinese.keys()].filter((key) => !key.endsWith('_one')).sort()).toEqual(withoutOne.sort());
    for (const key of chinese.keys()) expect(english.has(key), key).toBe(true);
  });

  test('are never empty, and have the same placeholders in both languages', () => {
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('');
      const translated = chinese.get(key);
      if (translated === undefined) continue;
      expect(translated.trim(), key).not.toBe('');
      // "{{count}} failed": the singular form may express the number as a word.
      if (!key.endsWith('_one')) expect(placeholders(translated), key).toEqual(placeholders(text));
    }
  });

  test('are Chinese in Chinese and not in English', () => {
    for (const [key, text] of chinese) {
      if (!international.has(key)) expect(text, key).toMatch(/\p{Script=Han}/u);
    }
    for (const [key, text] of english) {
      if (!namedInChinese.has(key)) expect(text, key).not.toMatch(/\p{Script=Han}/u);
    }
  });
});
