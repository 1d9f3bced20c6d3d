import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { homographyBetween, inverse, project, rectangle } from '../../shared/homography.ts';
import { nodeReader } from '../../electron/extract/local/engine/node-reader.ts';
import { createLineReader } from '../../electron/extract/local/engine/reader-pool.ts';
import { loadWeights, weightsFolder } from '../../electron/extract/local/engine/weights.ts';
import type { ReadLine, ReadPicture } from '../../electron/extract/local/read-lines.ts';
import { describeFailure } from '../../shared/services/catalogue.ts';
import type { Quad } from '../../shared/geometry.ts';
import { drawInvoice, drawnTexts } from '../helpers/drawn-invoice.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const reader = createLineReader({ ...nodeReader(), processes: 1 });
afterAll(reader.close);

const drawn = drawInvoice().toBuffer('image/png');
const read = async (bytes: Buffer): Promise<ReadPicture> => {
  const result = await reader.read({ bytes });
  if (!result.ok) throw new Error(result.failure.reason);
  return result.value;
};

const textOf = ({ glyphs }: ReadLine): string =>
  glyphs
    .map(({ alternatives }) => alternatives[0]?.text ?? '')
    .join('')
    .replaceAll(/\s/gu, '')
    .replaceAll(':', '：');
const wanted = drawnTexts.flatMap(({ text }) => text.split(' '));

/** All drawn texts are read, in whatever lines. */
const expectAllRead = ({ lines }: ReadPicture): void => {
  const all = lines.map(textOf).join('|');
  for (const text of wanted) expect(all).toContain(text);
};

/** The middle of the line with the number leads to where it was drawn, within half of its height. */
const expectPlaced = (
  { lines, toPicture }: ReadPicture,
  toDrawn: (point: { x: number; y: number }) => { x: number; y: number },
): void => {
  const line = lines.find((one) => textOf(one).includes('24312000000012345678'));
  const [tl, , br] = line?.quad ?? [];
  if (!tl || !br) throw new Error('The number was not read');
  const middle = toDrawn(project(toPicture, { x: (tl.x + br.x) / 2, y: (tl.y + br.y) / 2 }));
  expect(Math.abs(middle.y - 82)).toBeLessThan(12);
  expect(Math.abs(middle.x - 230)).toBeLessThan(30);
};

describe('a drawn page is read', () => {
  test('as it is, with alternatives and positions of its characters', async () => {
    const picture = await read(drawn);
    expect(picture).toMatchObject({ isBlank: false });
    expectAllRead(picture);
    expectPlaced(picture, (point) => point);
    for (const { glyphs } of picture.lines) {
      const places = glyphs.map(({ at }) => at);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const { alternatives } of glyphs) expect(alternatives[0]?.score).toBeGreaterThan(0);
    }
  });

  test.each([90, 180, 270] as const)('turned by %d°', async (degrees) => {
    const picture = await read(await sharp(drawn).rotate(degrees).png().toBuffer());
    expectAllRead(picture);
    expectPlaced(picture, ({ x, y }) => {
      if (degrees === 90) return { x: y, y: 400 - x };
      return degrees === 180 ? { x: 800 - x, y: 400 - y } : { x: 800 - y, y: x };
    });
  });

  test('by its EXIF orientation', async () => {
    const sideways = await sharp(drawn)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const picture = await read(sideways);
    expectAllRead(picture);
    expectPlaced(picture, (point) => point);
  });

  test('tilted, with level lines in its frame', async () => {
    const picture = await read(await sharp(drawn).rotate(4, { background: '#fbfaf7' }).png().toBuffer());
    expectAllRead(picture);
    for (const { quad, glyphs } of picture.lines)
      if (glyphs.length > 6)
        expect(Math.abs(quad[1].y - quad[0].y)).toBeLessThan(0.02 * (quad[1].x - quad[0].x));
  });

  test('photographed on a table, without its perspective', async () => {
    const { data, info } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [width, height] = [1200, 800];
    const corners: Quad = [
      { x: 150, y: 160 },
      { x: 1060, y: 90 },
      { x: 1110, y: 640 },
      { x: 90, y: 590 },
    ];
    const toSheet = inverse(homographyBetween(rectangle(info.width, info.height), corners) ?? []);
    const photo = Buffer.alloc(width * height * 3, 70);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const from = project(toSheet, { x: x + 0.5, y: y + 0.5 });
        const [u, v] = [Math.floor(from.x), Math.floor(from.y)];
        if (u < 0 || v < 0 || u >= info.width || v >= info.height) continue;
        data.copy(photo, (y * width + x) * 3, (v * info.width + u) * 3, (v * info.width + u) * 3 + 3);
      }
    const picture = await read(
      await sharp(photo, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
    expectAllRead(picture);
    expectPlaced(picture, (point) => project(toSheet, point));
  });

  test('from a bmp', async () => {
    const { data } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const head = Buffer.alloc(54);
    head.write('BM');
    head.writeUInt32LE(54 + data.length, 2);
    head.writeUInt32LE(54, 10);
    head.writeUInt32LE(40, 14);
    head.writeInt32LE(800, 18);
    head.writeInt32LE(-400, 22);
    head.writeUInt16LE(1, 26);
    head.writeUInt16LE(24, 28);
    for (let at = 0; at < data.length; at += 3) [data[at], data[at + 2]] = [data[at + 2] ?? 0, data[at] ?? 0];
    expectAllRead(await read(Buffer.concat([head, data])));
  });
});

describe('bad input', () => {
  test('of 30 × 30 pixels, and of noise, has no lines', async () => {
    const tiny = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await read(tiny)).toMatchObject({ lines: [] });
    const noise = Buffer.from(
      Array.from({ length: 400 * 300 * 3 }, (_, at) => Math.imul(at, 2654435761) >>> 24),
    );
    const noisy = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect(await read(noisy)).toMatchObject({ isBlank: false });
  });

  test('without ink is blank', async () => {
    const sheet = { width: 800, height: 1100, channels: 3, background: '#f7f7f4' } as const;
    expect(await read(await sharp({ create: sheet }).jpeg().toBuffer())).toMatchObject({
      isBlank: true,
      lines: [],
    });
  });

  test('that is no picture, or is missing, is a failure with a reason', async () => {
    expect(await reader.read({ bytes: Buffer.from('not a picture') })).toMatchObject({
      ok: false,
      failure: { kind: 'input', reason: 'damaged' },
    });
    expect(await reader.read({ path: join(await temporaryFolder(), 'none.png') })).toMatchObject({
      ok: false,
      failure: { reason: 'missing' },
    });
  });
});

test('models with other bytes are not used, and the failure names a remedy in both languages', async () => {
  const folder = await temporaryFolder();
  const names = ['ch_PP-OCRv4_rec_infer.onnx', 'ch_ppocr_mobile_v2.0_cls_infer.onnx', 'ppocr_keys_v1.txt'];
  for (const name of names) await copyFile(join(weightsFolder(), name), join(folder, name));
  await writeFile(join(folder, 'ch_PP-OCRv4_det_infer.onnx'), 'changed');
  const loaded = await loadWeights(folder);
  expect(loaded).toMatchObject({ ok: false, failure: { kind: 'input', reason: 'reader-files-changed' } });
  if (loaded.ok) return;
  expect(describeFailure('vat-invoice', loaded.failure, 'zh').remedy).toContain('重新安装');
  expect(describeFailure('vat-invoice', loaded.failure, 'en').remedy).toContain('Install Vouch again');
});
