import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogsEn } from '../../../../../shared/texts/dialogs-en.ts';
import { projectFolder } from '../../../../helpers/app-fixtures/folders.ts';

/** All keys of texts, such as `settings.title`. */
const keysOf = (texts: object, path = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? keysOf(text, `${path}${name}.`) : [`${path}${name}`],
  );

/** The files of the window that a file loads, at once or on demand. */
const loadedBy = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/gu)]
    .map(([, name = '']) => join(dirname(file), name))
    .filter((path) => /\.tsx?$/u.test(path) && existsSync(path));

test('no part of the window but dialogs uses the texts of dialogs', () => {
  const dialogs = join(projectFolder, 'renderer', 'shell', 'dialog-content.tsx');
  const found = new Set([join(projectFolder, 'renderer', 'main.tsx')]);
  for (const file of found) for (const one of loadedBy(file)) if (one !== dialogs) found.add(one);
  expect(found.size).toBeGreaterThan(300);
  const keys = keysOf(dialogsEn);
  const window = [...found].filter((file) => file.startsWith(join(projectFolder, 'renderer')));
  const used = window.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return keys.filter((key) => text.includes(`'${key}'`)).map((key) => `${file}: ${key}`);
  });
  expect(used).toEqual([]);
});
