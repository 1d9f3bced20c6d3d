import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import {
  archiveFormats,
  documentFormats,
  mailFormats,
  pictureFormats,
} from '../../../shared/file-formats.ts';
import { languages } from '../../../shared/language.ts';
import { en } from '../../../shared/texts/en.ts';
import { failureTexts } from '../../../shared/texts/failures.ts';
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

test('the README names every format that can be added', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  for (const label of labels) expect(readme).toContain(label);
});
