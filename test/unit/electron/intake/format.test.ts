import { describe, expect, test } from 'vitest';
import { formatOf, type FileFormat } from '../../../../electron/intake/format.ts';
import { bmp, jpeg, png } from '../../../helpers/pictures.ts';

const head = (text: string): Buffer => Buffer.from(text, 'latin1');
const unsupported = (name: string): FileFormat => ({ kind: 'unsupported', name });

describe('the format of a file, by its first bytes', () => {
  test('the three that the services read', async () => {
    expect(formatOf(await jpeg())).toEqual({ kind: 'picture', encoding: 'jpg' });
    expect(formatOf(await png())).toEqual({ kind: 'picture', encoding: 'png' });
    expect(formatOf(bmp())).toEqual({ kind: 'picture', encoding: 'bmp' });
  });

  test.each([
    ['GIF89a\x01\x00', 'GIF'],
    ['RIFF\x10\x00\x00\x00WEBPVP8 ', 'WebP'],
    ['II*\x00\x08\x00', 'TIFF'],
    ['MM\x00*\x00\x00', 'TIFF'],
    ['%PDF-1.7\n', 'PDF'],
    ['\r\n  %PDF-1.4', 'PDF'],
    ['\x00\x00\x00\x18ftypheic\x00\x00\x00\x00', 'HEIC'],
    ['\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00heic', 'HEIC'],
    ['\x00\x00\x00\x18ftypavif\x00\x00\x00\x00', 'AVIF'],
    ['\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00avifmif1', 'AVIF'],
    ['\x00\x00\x00\x18ftypisom\x00\x00\x00\x00', 'MP4'],
    ['PK\x03\x04\x14\x00', 'ZIP'],
    ['8BPS\x00\x01', 'PSD'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'SVG'],
    ['\xff\x0a\x00', 'JPEG XL'],
  ])('%j is called by its name', (first, name) => {
    expect(formatOf(head(first))).toEqual(unsupported(name));
  });

  test.each([
    '',
    'B',
    'BM',
    'BMW is a car, and this is a text that only begins like a picture',
    '\xff\xd8',
    '\x89PNG',
    'hello, world',
    '{"service":"vat-invoice"}',
    '\x00\x00\x00\x00\x00\x00\x00\x00',
  ])('%j is none of them', (first) => {
    expect(formatOf(head(first))).toEqual({ kind: 'unknown' });
  });
});
