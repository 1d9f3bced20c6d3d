import { afterEach, describe, expect, test } from 'vitest';
import { packFaces } from '../helpers/pack-faces.ts';
import type { FaceShapes } from '../../renderer/canvas/picture-canvas.tsx';
import type { Face } from '../../shared/face/model.ts';
import type { ImagePoint, Quad, StagePoint, Transform } from '../../shared/geometry.ts';
import { inkNear } from './helpers/ink.ts';
import { mountCanvas, plainPicture, type MountedCanvas, type Rgba } from './helpers/mount.tsx';
import { emulateRatio, ownRatio } from './helpers/pixel-ratio.ts';
import { expectQuietConsole } from './helpers/quiet.ts';

expectQuietConsole();

let mounted: MountedCanvas | null = null;
afterEach(async () => {
  mounted?.unmount();
  mounted = null;
  await ownRatio();
});

const blue: Rgba = [0, 114, 178, 255];
const size = { width: 2000, height: 1500 };
const face = (index: number, more: Partial<Face>): Face => ({
  index,
  score: 1,
  box: null,
  points: [],
  attributes: null,
  ...more,
});

/** 9,999 faces, each with 21 points on its own small grid. */
const crowd = (): FaceShapes =>
  packFaces(
    Array.from({ length: 9999 }, (_, i) => {
      const [x, y] = [(i % 100) * 20 + 2, Math.floor(i / 100) * 15 + 2];
      const points = Array.from({ length: 21 }, (_point, p) => ({
        x: x + 2 + (p % 7) * 2,
        y: y + 2 + Math.floor(p / 7) * 3,
      }));
      return face(i + 1, { box: { x, y, w: 16, h: 11 }, points });
    }),
  );

const isOnStage = (image: ImageData, { x, y }: StagePoint): boolean =>
  x >= 2 && y >= 2 && x <= image.width - 2 && y <= image.height - 2;

/** Where a point of the picture is drawn, in device pixels. */
const placeOn = ({ controls, element, canvases }: MountedCanvas, point: ImagePoint): StagePoint => {
  const ratio = (canvases()[0]?.width ?? 1) / element.clientWidth;
  const { x, y } = controls.toStage(point);
  return { x: x * ratio, y: y * ratio };
};

/** Number of faces and points in view, and how many of them are drawn in the right place. */
const count = (canvas: MountedCanvas, faces: FaceShapes) => {
  const image = canvas.pixels();
  let [shown, drawn] = [0, 0];
  const see = (x: number, y: number): void => {
    const place = placeOn(canvas, { x, y });
    if (!isOnStage(image, place)) return;
    shown += 1;
    if (inkNear(image, place, blue, 1)) drawn += 1;
  };
  for (let i = 0; i < faces.count; i += 1) {
    const [x = 0, y = 0, w = 0, h = 0] = faces.boxes.subarray(i * 4, i * 4 + 4);
    see(x, y + h / 2);
    see(x + w, y + h / 2);
    see(x + w / 2, y);
    see(x + w / 2, y + h);
  }
  // Points are drawn only if their boxes, which are all of one size, are large enough.
  const side = (faces.boxes[3] ?? 0) * canvas.controls.view().a;
  const end = side >= 24 ? faces.points.length : 0;
  for (let p = 0; p < end; p += 2) see(faces.points[p] ?? 0, faces.points[p + 1] ?? 0);
  return { shown, drawn };
};

/** Waits until the canvas rests and has drawn all that is in view. `npm run bench` measures how long this takes. */
const allDrawn = async (canvas: MountedCanvas, faces: FaceShapes): Promise<void> => {
  await canvas.rest();
  const missing = () => {
    const { shown, drawn } = count(canvas, faces);
    return shown - drawn;
  };
  await expect.poll(missing, { interval: 200 }).toBe(0);
};

/** Number of adjacent non-white device pixels at a point. */
const thicknessAt = (image: ImageData, { x, y }: StagePoint): number => {
  const isWhite = (at: number): boolean => {
    const from = (Math.floor(y) * image.width + at) * 4;
    return [0, 1, 2].every((channel) => (image.data[from + channel] ?? 255) > 225);
  };
  // A line on the border of two pixels may be drawn in either.
  const middle = [0, -1, 1].map((step) => Math.floor(x) + step).find((at) => !isWhite(at));
  if (middle === undefined) return 0;
  let [left, right] = [middle, middle];
  while (left > 0 && !isWhite(left - 1)) left -= 1;
  while (right < image.width - 1 && !isWhite(right + 1)) right += 1;
  return right - left + 1;
};

/** The thickest right edge of the visible boxes, in device pixels. */
const thickest = (canvas: MountedCanvas, faces: FaceShapes, image: ImageData): number => {
  let most = 0;
  for (let i = 0; i < faces.count; i += 1) {
    const [x = 0, y = 0, w = 0, h = 0] = faces.boxes.subarray(i * 4, i * 4 + 4);
    const place = placeOn(canvas, { x: x + w, y: y + h / 2 });
    if (isOnStage(image, place)) most = Math.max(most, thicknessAt(image, place));
  }
  return most;
};

/** The result if the canvas scaled up a drawing of another view. */
const blownUp = (before: ImageData, from: Transform, to: Transform, ratio: number): ImageData => {
  const old = new OffscreenCanvas(before.width, before.height);
  old.getContext('2d')?.putImageData(before, 0, 0);
  const context = new OffscreenCanvas(before.width, before.height).getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, before.width, before.height);
  const k = to.a / from.a;
  context.setTransform(k, 0, 0, k, (to.e - k * from.e) * ratio, (to.f - k * from.f) * ratio);
  context.drawImage(old, 0, 0);
  return context.getImageData(0, 0, before.width, before.height);
};

/** Number of dark pixels in a range of columns. */
const inkOf = (image: ImageData, from: number, to: number): number => {
  let ink = 0;
  for (let y = 100; y < 600; y += 1)
    for (let x = from; x < to; x += 1) if ((image.data[(y * image.width + x) * 4] ?? 255) < 200) ink += 1;
  return ink;
};

describe('ten thousand faces', () => {
  test.for([1, 2])('are all drawn sharp at rest, at every zoom, on a display of ratio %i', async (ratio) => {
    await emulateRatio(ratio);
    const faces = crowd();
    const waits: boolean[] = [];
    const onWait = (isWaiting: boolean) => void waits.push(isWaiting);
    // The same number of device pixels on both displays.
    const canvas = await mountCanvas(
      { picture: plainPicture(2000, 1500, '#fff'), ...size, faces, onWait },
      { width: 1000 / ratio, height: 700 / ratio },
    );
    mounted = canvas;
    await allDrawn(canvas, faces);
    expect(canvas.canvases()[0]?.width).toBe(1000);
    const whole = count(canvas, faces);
    expect(whole.shown).toBe(9999 * 4);
    expect(whole.drawn).toBe(whole.shown);
    // Until the shapes can be seen, the window says that they are being drawn.
    expect(waits).toEqual([true, false]);
    for (const factor of [2, 4, 8]) {
      const [before, from] = [canvas.pixels(), canvas.controls.view()];
      const middle = { x: 480 / ratio, y: 340 / ratio };
      // A notch is bounded: twice the size takes several.
      for (let step = 0; step < 6; step += 1)
        canvas.wheel(middle, { deltaY: -Math.LN2 / 6 / 0.012, ctrlKey: true });
      canvas.wheel(middle, { deltaY: -3, ctrlKey: true });
      await allDrawn(canvas, faces);
      const near = count(canvas, faces);
      expect(near.shown, `at ${factor} times`).toBeGreaterThan(500);
      expect(near.drawn, `at ${factor} times`).toBe(near.shown);
      // At lower scales the points are too close to the lines to be distinguished.
      if (factor === 2) continue;
      const line = () => thickest(canvas, faces, canvas.pixels());
      await expect
        .poll(line, { message: `at ${factor} times`, interval: 200 })
        .toBeLessThanOrEqual(2 * ratio);
      expect(line(), `at ${factor} times`).toBeGreaterThan(0);
      const stretched = blownUp(before, from, canvas.controls.view(), ratio);
      expect(thickest(canvas, faces, stretched), `stretched to ${factor} times`).toBeGreaterThan(2 * ratio);
    }
  });

  test('are drawn from images while moving, including the edges', async () => {
    const faces = crowd();
    mounted = await mountCanvas(
      { picture: plainPicture(2000, 1500, '#fff'), ...size, faces },
      { width: 1000, height: 700 },
    );
    await allDrawn(mounted, faces);
    const { pointer, pixels } = mounted;
    mounted.wheel({ x: 500, y: 350 }, { deltaY: -40, ctrlKey: true });
    await allDrawn(mounted, faces);
    const still = inkOf(pixels(), 0, 80);
    pointer('pointerdown', { x: 500, y: 350 });
    pointer('pointermove', { x: 600, y: 350 });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    // The part that entered from the left was never on the stage, so it comes from the overview.
    expect(inkOf(pixels(), 0, 80)).toBeGreaterThan(still * 0.5);
    pointer('pointerup', { x: 600, y: 350 });
    await allDrawn(mounted, faces);
  });

  test('are found under the pointer', async () => {
    const faces = crowd();
    mounted = await mountCanvas(
      { picture: plainPicture(2000, 1500, '#fff'), ...size, faces },
      { width: 1000, height: 700 },
    );
    mounted.click(mounted.controls.toStage({ x: 510, y: 307 }));
    expect(mounted.selected).toEqual([`face-${20 * 100 + 25 + 1}`]);
  });
});

describe('a few faces', () => {
  test('clips a box beyond the edge only in the drawing', async () => {
    const faces = packFaces([face(1, { box: { x: -40, y: 50, w: 100, h: 60 } })]);
    mounted = await mountCanvas({ picture: plainPicture(300, 200, '#fff'), faces });
    await mounted.rest();
    const { controls, pixels } = mounted;
    expect(inkNear(pixels(), controls.toStage({ x: 60, y: 80 }), blue, 1)).toBe(true);
    expect(inkNear(pixels(), controls.toStage({ x: 30, y: 110 }), blue, 1)).toBe(true);
    expect(inkNear(pixels(), controls.toStage({ x: -4, y: 50 }), blue, 1)).toBe(false);
    expect(faces.boxes[0]).toBe(-40);
  });

  test('draws a low-score box paler, and points for a face without a box', async () => {
    const faces = packFaces([
      face(1, { score: 0, box: { x: 20, y: 20, w: 80, h: 80 } }),
      face(2, { score: null, points: [{ x: 200, y: 100 }] }),
    ]);
    mounted = await mountCanvas({ picture: plainPicture(300, 200, '#fff'), faces });
    await mounted.rest();
    const { controls, pixels, pixel } = mounted;
    expect(inkNear(pixels(), controls.toStage({ x: 200, y: 100 }), blue, 1)).toBe(true);
    const edge = controls.toStage({ x: 100, y: 60 });
    const [red] = pixel({ x: Math.round(edge.x), y: edge.y });
    expect(red).toBeGreaterThan(40);
    expect(red).toBeLessThan(250);
  });

  test('draws no points inside a box, and none in the layer of boxes', async () => {
    const points = Array.from({ length: 21 }, (_, p) => ({
      x: 103 + (p % 7) * 2,
      y: 53 + Math.floor(p / 7) * 5,
    }));
    const tiny = face(1, { box: { x: 100, y: 50, w: 16, h: 16 }, points });
    const large = face(2, { box: { x: 20, y: 20, w: 60, h: 60 }, points: [{ x: 50, y: 50 }] });
    mounted = await mountCanvas(
      { picture: plainPicture(300, 200, '#fff'), faces: packFaces([tiny, large]) },
      { width: 300, height: 200 },
    );
    await mounted.rest();
    const isInked = (point: ImagePoint): boolean => {
      if (!mounted) throw new Error('Nothing is mounted');
      return inkNear(mounted.pixels(), placeOn(mounted, point), blue, 1);
    };
    expect(points.filter(({ x, y }) => x > 104 && x < 112 && y > 54 && y < 62 && isInked({ x, y }))).toEqual(
      [],
    );
    expect(isInked({ x: 50, y: 50 })).toBe(true);
    mounted.change({ layer: 'boxes' });
    await mounted.rest();
    expect(isInked({ x: 50, y: 50 })).toBe(false);
    expect(isInked({ x: 20, y: 50 })).toBe(true);
  });

  test('shows labels if there is room', async () => {
    const labelled: number[] = [];
    const faces = packFaces(
      [face(1, { box: { x: 50, y: 60, w: 100, h: 100 } }), face(2, { box: { x: 200, y: 60, w: 5, h: 5 } })],
      (i) => {
        labelled.push(i);
        return 'happy';
      },
    );
    mounted = await mountCanvas({ picture: plainPicture(300, 200, '#fff'), faces });
    await mounted.rest();
    expect(new Set(labelled)).toEqual(new Set([0]));
    const { x, y } = mounted.controls.toStage({ x: 50, y: 60 });
    expect(inkNear(mounted.pixels(), { x: x + 3, y: y - 8 }, blue, 1)).toBe(true);
  });
});

const aslant = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y: y + 1 },
  { x: x + w, y: y + h + 1 },
  { x, y: y + h },
];

describe('ten thousand quads', () => {
  test('are all sharp after moving', async () => {
    const quads = Array.from({ length: 1000 }, (_, i) => {
      const [x, y] = [(i % 40) * 50 + 2, Math.floor(i / 40) * 60 + 2];
      const lines = Array.from({ length: 10 }, (_line, k) => aslant(x + 2, y + 2 + k * 5, 40, 3));
      return { id: `${i}`, quad: aslant(x, y, 45, 55), tone: 'trusted' as const, lines };
    });
    mounted = await mountCanvas(
      { picture: plainPicture(2000, 1500, '#fff'), ...size, quads, layer: 'lines' },
      { width: 1000, height: 700 },
    );
    await mounted.rest();
    mounted.pointer('pointerdown', { x: 500, y: 350 });
    mounted.pointer('pointermove', { x: 540, y: 330 });
    mounted.pointer('pointerup', { x: 540, y: 330 });
    await mounted.rest();
    const { controls, pixels } = mounted;
    const missing = () => {
      const image = pixels();
      return quads.filter(({ quad: [tl, tr] }) => {
        const place = controls.toStage({ x: (tl.x + tr.x) / 2, y: (tl.y + tr.y) / 2 });
        return (
          place.x > 2 && place.y > 2 && place.x < 998 && place.y < 698 && !inkNear(image, place, blue, 1)
        );
      });
    };
    await expect.poll(missing, { interval: 200 }).toEqual([]);
  });
});
