import { expect, test } from 'vitest';
import { languages } from '../../../../shared/language.ts';
import { en } from '../../../../shared/texts/en.ts';
import { zh } from '../../../../shared/texts/zh.ts';

const texts = { en, zh };

test.each(languages)('names every format that can be added in the drop zone (%s)', (language) => {
  const line = texts[language].drop.hint;
  for (const format of [
    'XML',
    'OFD',
    'PDF',
    'JPG',
    'PNG',
    'BMP',
    'GIF',
    'TIFF',
    'WebP',
    'AVIF',
    'HEIC',
    'ZIP',
  ])
    expect(line).toContain(format);
});
