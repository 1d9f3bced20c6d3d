import { describe, expect, test } from 'vitest';
import { formatOf, type ConvertibleName, type FileFormat } from '../../../../electron/intake/format.ts';
import { bmp, jpeg, png } from '../../../helpers/pictures.ts';

const head = (text: string): Buffer => Buffer.from(text, 'latin1');
const unsupported = (name: string): FileFormat => ({ kind: 'unsupported', name });
const convertible = (name: ConvertibleName): FileFormat => ({ kind: 'convertible', name });
const pdf: FileFormat = { kind: 'pdf' };
const archive: FileFormat = { kind: 'archive' };

describe('the format of a file, detected from its first bytes', () => {
  test('is one of the three that the services accept', async () => {
    expect(formatOf(await jpeg())).toEqual({ kind: 'picture', encoding: 'jpg' });
    expect(formatOf(await png())).toEqual({ kind: 'picture', encoding: 'png' });
    expect(formatOf(bmp())).toEqual({ kind: 'picture', encoding: 'bmp' });
  });

  test.each([
    ['GIF89a\x01\x00', convertible('gif')],
    ['RIFF\x10\x00\x00\x00WEBPVP8 ', convertible('webp')],
    ['II*\x00\x08\x00', convertible('tiff')],
    ['MM\x00*\x00\x00', convertible('tiff')],
    ['II+\x00\x08\x00', convertible('tiff')],
    ['%PDF-1.7\n', pdf],
    ['\r\n  %PDF-1.4', pdf],
    [`${'junk '.repeat(150)}%PDF-1.4`, pdf],
    ['\x00\x00\x00\x18ftypavif\x00\x00\x00\x00', convertible('avif')],
    ['\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00avifmif1', convertible('avif')],
    ['\x00\x00\x00\x18ftypheic\x00\x00\x00\x00', convertible('heic')],
    ['\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00heic', convertible('heic')],
    ['PK\x03\x04\x14\x00', archive],
    ['PK\x05\x06\x00\x00', archive],
  ])('%j is supported', (first, format) => {
    expect(formatOf(head(first))).toEqual(format);
  });

  test.each([
    ['\x00\x00\x00\x18ftypisom\x00\x00\x00\x00', 'MP4'],
    ['8BPS\x00\x01', 'PSD'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'SVG'],
    ['\xff\x0a\x00', 'JPEG XL'],
  ])('%j is reported by its common name', (first, name) => {
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
  ])('%j is not recognized', (first) => {
    expect(formatOf(head(first))).toEqual({ kind: 'unknown' });
  });
});
