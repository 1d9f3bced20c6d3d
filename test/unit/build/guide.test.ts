import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guidePages, guidePlaceOf } from '../../../shared/contract/guide.ts';
import type { Language } from '../../../shared/language.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import { dialogsEn } from '../../../shared/texts/dialogs-en.ts';
import { dialogsZh } from '../../../shared/texts/dialogs-zh.ts';
import { en } from '../../../shared/texts/en.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import { zh } from '../../../shared/texts/zh.ts';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';
import { blocksOf } from '../../../renderer/features/guide/markdown.ts';

const folder = join(projectFolder, 'docs', 'guide');

/** Every text of a language that stands anywhere in the window. */
const labelsOf = (language: Language): ReadonlySet<string> => {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect({ zh: [zh, dialogsZh], en: [en, dialogsEn] }[language]);
  collect(shellTexts[language]);
  for (const text of [...Object.values(menuTexts), ...Object.values(menuGroupTexts)])
    found.add(text[language]);
  return found;
};

const read = (language: Language, page: string): string =>
  readFileSync(join(folder, language, `${page}.md`), 'utf8');

const pages = (['zh', 'en'] as const).flatMap((language) =>
  guidePages.map((page): readonly [Language, string] => [language, page]),
);

describe('the guide', () => {
  test('has the same pages in both languages, and no others', () => {
    for (const language of ['zh', 'en']) {
      const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.md'));
      expect(files.toSorted()).toEqual(guidePages.map((page) => `${page}.md`).toSorted());
    }
    expect(guidePages.length).toBeGreaterThanOrEqual(10);
    expect(guidePages.length).toBeLessThanOrEqual(15);
  });

  test('has at most 15 MB, because every package contains it', () => {
    const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).size,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000);
  });

  test.each(pages)('%s/%s names only labels of the window, in its language', (language, page) => {
    const labels = labelsOf(language);
    const named = [...read(language, page).matchAll(/\*\*([^*]+)\*\*/gu)].map(([, label = '']) => label);
    expect(named.filter((label) => !labels.has(label))).toEqual([]);
  });

  test.each(pages)('%s/%s links only to pages and pictures that exist', (language, page) => {
    const links = [...read(language, page).matchAll(/\]\(([^)]+)\)/gu)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(folder, language, link)))).toEqual([]);
  });

  test.each(pages)('%s/%s has one title, and no markup that the window can’t show', (language, page) => {
    const blocks = blocksOf(read(language, page));
    expect(blocks.filter(({ kind }) => kind === 'title')).toHaveLength(1);
    expect(blocks[0]?.kind).toBe('title');
    const texts = JSON.stringify(blocks);
    expect(texts).not.toMatch(/\*\*|!\[|<\w|\]\(/u);
  });

  test.each([
    'line-tax',
    'code-shape',
    'buyer-own-company',
    'qr-amount',
    'duplicate',
    'duplicate-similar',
    'low-confidence',
    'seal-changed',
  ])('explains the finding %s', (check) => {
    for (const language of ['zh', 'en'] as const) {
      const { page, section } = guidePlaceOf(check);
      const titles = blocksOf(read(language, page)).flatMap((block) =>
        block.kind === 'section' ? [block.text] : [],
      );
      expect(titles[section ?? -1]).toBeTruthy();
    }
  });
});
