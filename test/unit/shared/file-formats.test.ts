import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import {
  archiveFormats,
  documentFormats,
  listFormats,
  mailFormats,
  pictureFormats,
} from '../../../shared/file-formats.ts';
import { languages } from '../../../shared/language.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { dialogsEn } from '../../../shared/texts/dialogs-en.ts';
import { dialogsZh } from '../../../shared/texts/dialogs-zh.ts';
import { en } from '../../../shared/texts/en.ts';
import { failureTexts } from '../../../shared/texts/failures.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import { zh } from '../../../shared/texts/zh.ts';

const texts = { en, zh };
const labels = Object.values({
  ...documentFormats,
  ...pictureFormats,
  ...archiveFormats,
  ...mailFormats,
}).map(({ label }) => label);

test.each(languages)('the drop zone names every format that can be added (%s)', (language) => {
  for (const label of labels) expect(texts[language].drop.hint).toContain(label);
});

test.each(languages)('a file of another type gets the names of those that can be added (%s)', (language) => {
  const { remedy } = failureTexts['not-an-image'];
  for (const label of labels) expect(remedy[language]).toContain(label);
});

test.each(languages)('the import of a tax bureau list names every format that it reads (%s)', (language) => {
  const { hint } = { zh: dialogsZh, en: dialogsEn }[language].books.list;
  for (const { label } of Object.values(listFormats)) expect(hint).toContain(label);
});

test.each(languages)('a spreadsheet that is added is sent to that import, by its name (%s)', (language) => {
  const name = `${menuGroupTexts.books[language]} › ${menuTexts.matchList[language]}`;
  for (const reason of ['spreadsheet', 'old-spreadsheet'] as const)
    expect(explainFailure('vat-invoice', failureOf(reason), language).remedy).toContain(name);
});

test('the README names every format that can be added', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  for (const label of labels) expect(readme).toContain(label);
});
