import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PagePixels } from '../../../../electron/formats/pictures/page-pixels.ts';
import { showTheSame } from '../../../../electron/intake/same-picture.ts';

const [width, height] = [410, 301];

const drawn = async (more: string, channels: 1 | 3 = 3): Promise<PagePixels> => {
  const svg =
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>` +
    `<text x="20" y="90" font-size="24">318.00</text>${more}</svg>`;
  const data = await sharp(Buffer.from(svg))
    .flatten()
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
  return { data, width, height, channels };
};

const withNoise = ({ data, ...size }: PagePixels): PagePixels => ({
  ...size,
  data: Buffer.from(data.map((value, index) => Math.max(0, Math.min(255, value + ((index * 7) % 21) - 10)))),
});

const plain = await drawn('');

test('treats two decodings of one picture as the same, in grey or in three channels', async () => {
  expect(showTheSame(plain, withNoise(plain))).toBe(true);
  expect(showTheSame(await drawn('', 1), plain)).toBe(true);
});

test.each([
  ['a decimal point', '<rect x="200" y="88" width="2" height="2"/>'],
  ['another colour of the same brightness', '<rect x="0" y="290" width="410" height="11" fill="#ffe8ff"/>'],
  ['a mark in the last corner', '<rect x="408" y="299" width="2" height="2"/>'],
])('treats a picture with %s as different', async (_, more) => {
  expect(showTheSame(plain, await drawn(more))).toBe(false);
});

test('treats a picture with a missing row as different', () => {
  const data = plain.data.subarray(0, width * (height - 1) * 3);
  expect(showTheSame(plain, { ...plain, data, height: height - 1 })).toBe(false);
});
