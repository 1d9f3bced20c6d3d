import { expect, test } from 'vitest';
import { declaredPictureBytes, pictureLimit } from '../../../../../electron/formats/pdf/declared-pictures.ts';
import { maxPixelsInPdf } from '../../../../../electron/formats/limits.ts';

const picture = (width: number | string, height: number | string, rest: string): string =>
  `1 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${rest} /Length 10 >>\nstream\n`;
const fax = '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode';
const colour = '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode';
const limitOf = (...parts: readonly string[]): number => pictureLimit(Buffer.from(parts.join('\n')));

test('a scan of A3 at 600 dpi and one bit a pixel may be decoded, and takes two bytes a pixel', () => {
  expect(limitOf(picture(7016, 9921, fax))).toBe(7016 * 9921);
  expect(declaredPictureBytes(Buffer.from(picture(7016, 9921, fax)))).toBe(7016 * 9921 * 2);
});

test.each([
  ['it has colours', [picture(7016, 9921, colour)]],
  ['another large one has colours', [picture(7016, 9921, fax), picture(8000, 8000, colour)]],
  ['it has more pixels than any scan', [picture(20_000, 20_000, fax)]],
  ['its depth is stated twice', [picture(7016, 9921, `${fax} /BitsPerComponent 8`)]],
  ['its depth stands elsewhere', [picture(7016, 9921, '/ColorSpace /DeviceGray /BitsPerComponent 9 0 R')]],
  ['the colours of a bit stand elsewhere', [picture(7016, 9921, '/ColorSpace 5 0 R /BitsPerComponent 1')]],
  ['the size of another one stands elsewhere', [picture(7016, 9921, fax), picture('8 0 R', 10, colour)]],
  ['another one states its size in its own data', [picture(7016, 9921, fax), '<< /Filter /JPXDecode >>']],
])('no picture may be larger than usual if %s', (_, parts) => {
  expect(limitOf(...parts)).toBe(maxPixelsInPdf);
});

test('a file with very many dictionaries is looked through quickly', () => {
  expect(limitOf('/Width '.repeat(1_000_000))).toBe(maxPixelsInPdf);
});
