import { packFaces } from '../../helpers/pack-faces.ts';
import { tones, type FaceShapes, type QuadShape } from '../../../renderer/canvas/shapes.ts';
import type { Quad } from '../../../shared/geometry.ts';
import type { Face } from '../../../shared/face/model.ts';

/** The same numbers in every run. */
const random = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

export const pictureSize = { width: 4000, height: 3000 };

/** A picture with as much detail as a photo, so that scaling has a realistic cost. */
export const drawPicture = (): ImageBitmap => {
  const canvas = new OffscreenCanvas(pictureSize.width, pictureSize.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  const next = random(7);
  context.fillStyle = '#ddd';
  context.fillRect(0, 0, pictureSize.width, pictureSize.height);
  for (let i = 0; i < 3000; i += 1) {
    context.fillStyle = `hsl(${next() * 360} 30% ${40 + next() * 50}%)`;
    context.fillRect(next() * 4000, next() * 3000, next() * 120, next() * 120);
  }
  return canvas.transferToImageBitmap();
};

/** A crowd on a loose grid, 21 points each. */
export const crowd = (count: number): FaceShapes => {
  const next = random(3);
  const faces = Array.from({ length: count }, (_, i): Face => {
    const [x, y] = [(i % 100) * 40 + next() * 8, Math.floor(i / 100) * 30 + next() * 4];
    const points = Array.from({ length: 21 }, () => ({ x: x + next() * 28, y: y + next() * 24 }));
    return { index: i + 1, score: 0.5 + next() / 2, box: { x, y, w: 28, h: 24 }, points, attributes: null };
  });
  return packFaces(faces);
};

/** A quad on a slightly rotated page. */
const leaning = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y: y + 3 },
  { x: x + w - 2, y: y + h + 3 },
  { x: x - 2, y: y + h },
];

/** Regions of ten lines each. */
export const regions = (count: number): readonly QuadShape[] => {
  const next = random(5);
  return Array.from({ length: count }, (_, i): QuadShape => {
    const [x, y] = [(i % 40) * 100 + next() * 10, Math.floor(i / 40) * 120 + next() * 5];
    return {
      id: `region-${i}`,
      quad: leaning(x, y, 84, 108),
      tone: tones[i % 5] ?? 'trusted',
      lines: Array.from({ length: 10 }, (_line, k) => leaning(x + 2, y + 3 + k * 10, 70 + next() * 8, 8)),
    };
  });
};
