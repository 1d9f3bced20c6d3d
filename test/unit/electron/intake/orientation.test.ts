import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { mapQuad, type Quad } from '../../../../shared/geometry.ts';
import { sentToPage, turns } from '../../../../shared/page-geometry.ts';
import { testIntake } from '../../../helpers/intake.ts';
import { filledBox, pdf } from '../../../samples/digital/pdf-file.ts';

const { prepared, close } = testIntake();
afterAll(close);

/** Bounds of the only dark box on a picture: left, top, right, bottom in pixels. */
const boxOn = async (bytes: Buffer): Promise<readonly number[]> => {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      if ((data[(y * info.width + x) * info.channels] ?? 255) > 100) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
    }
  return [left, top, right, bottom];
};

const quadOf = ([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const boundsOfQuad = (quad: Quad): readonly number[] => [
  Math.min(...quad.map(({ x }) => x)),
  Math.min(...quad.map(({ y }) => y)),
  Math.max(...quad.map(({ x }) => x)),
  Math.max(...quad.map(({ y }) => y)),
];
const within = (seen: readonly number[], wanted: readonly number[], by: number) => {
  for (const [index, value] of wanted.entries())
    expect(Math.abs((seen[index] ?? 999) - value), `${seen.join()} for ${wanted.join()}`).toBeLessThanOrEqual(
      by,
    );
};

/** 400 × 240 when upright, with a box whose corners are known. */
const box = [60, 30, 180, 90] as const;
const seenByTheEye = () => {
  const canvas = createCanvas(400, 240);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 400, 240);
  context.fillStyle = 'black';
  context.fillRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
  return sharp(canvas.toBuffer('image/png')).removeAlpha();
};

/** How a camera stores an upright scene for each EXIF value: the turn that undoes it. */
const stored = {
  1: (picture: Sharp) => picture,
  2: (picture: Sharp) => picture.flop(),
  3: (picture: Sharp) => picture.rotate(180),
  4: (picture: Sharp) => picture.flip(),
  5: (picture: Sharp) => picture.flop().rotate(270),
  6: (picture: Sharp) => picture.rotate(270),
  7: (picture: Sharp) => picture.flop().rotate(90),
  8: (picture: Sharp) => picture.rotate(90),
} as const;

describe('maps positions on the sent picture to the upright view within two pixels', () => {
  const cases = ([1, 2, 3, 4, 5, 6, 7, 8] as const).flatMap((value) =>
    turns.map((turn) => [value, turn] as const),
  );

  test.each(cases)('a photo with EXIF orientation %i, turned by %i°', async (value, turn) => {
    const pixels = await stored[value](seenByTheEye()).png().toBuffer();
    const photo = await sharp(pixels).withMetadata({ orientation: value }).jpeg({ quality: 95 }).toBuffer();
    const { sent, bytes, preparation } = await prepared(photo, { treatment: { turn, masks: [] } });
    expect(preparation.page).toEqual({ width: 400, height: 240, unit: 'px' });
    expect([sent.width, sent.height]).toEqual(turn % 180 === 0 ? [400, 240] : [240, 400]);
    const back = sentToPage(sent, preparation.page, turn);
    within(boundsOfQuad(mapQuad(back, quadOf(await boxOn(bytes)))), box, 2);
  });

  test.each([0, 90, 180, 270].flatMap((rotate) => turns.map((turn) => [rotate, turn] as const)))(
    'a PDF page with rotation %i, turned by %i°',
    async (rotate, turn) => {
      const page = {
        content: filledBox(60, 30, 120, 60),
        box: [0, 0, 400, 240] as const,
        entries: `/Rotate ${rotate}`,
      };
      const { sent, bytes, preparation } = await prepared(pdf([page]), { treatment: { turn, masks: [] } });
      // Points from the lower left of the paper, as the page's rotation shows them from its upper left.
      const shown = {
        0: [60, 150, 180, 210],
        90: [30, 60, 90, 180],
        180: [220, 30, 340, 90],
        270: [150, 220, 210, 340],
      }[rotate];
      const back = sentToPage(sent, preparation.page, turn);
      within(boundsOfQuad(mapQuad(back, quadOf(await boxOn(bytes)))), shown ?? [], 1);
    },
  );
});
