import { afterEach, describe, expect, test } from 'vitest';
import type { PictureCanvasProps } from '../../renderer/canvas/picture-canvas.tsx';
import type { PicturePlace, Quad } from '../../shared/geometry.ts';
import { wait } from '../helpers/page-time.ts';
import { along, inkNear } from './helpers/ink.ts';
import { mountCanvas, plainPicture, type MountedCanvas, type Rgba } from './helpers/mount.tsx';
import { expectQuietConsole } from './helpers/quiet.ts';
import { emulateRatio, ownRatio } from './helpers/pixel-ratio.ts';

expectQuietConsole();

let mounted: MountedCanvas | null = null;
const mount = async (
  props: Partial<PictureCanvasProps>,
  size?: { width: number; height: number },
): Promise<MountedCanvas> => {
  mounted = await mountCanvas(props, size);
  await mounted.rest();
  return mounted;
};
afterEach(async () => {
  mounted?.unmount();
  mounted = null;
  document.documentElement.removeAttribute('style');
  await ownRatio();
});

const white = (): ImageBitmap => plainPicture(300, 200, '#fff');
const leaning: Quad = [
  { x: 60, y: 50 },
  { x: 220, y: 62 },
  { x: 216, y: 120 },
  { x: 54, y: 108 },
];
const blue: Rgba = [0, 114, 178, 255];

/** A checkerboard with squares of one pixel. */
const board = (size: number): ImageBitmap => {
  const image = new ImageData(size, size);
  for (let i = 0; i < size * size; i += 1)
    image.data.fill(((i % size) + Math.floor(i / size)) % 2 === 0 ? 255 : 0, i * 4, i * 4 + 3);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas.transferToImageBitmap();
};

describe('the picture', () => {
  test('is placed by the view, with nothing around it', async () => {
    const { controls, pixel } = await mount({ picture: white() });
    expect(pixel(controls.toStage({ x: 1, y: 1 }))).toEqual([255, 255, 255, 255]);
    expect(pixel(controls.toStage({ x: 299, y: 199 }))).toEqual([255, 255, 255, 255]);
    expect(pixel(controls.toStage({ x: -1, y: -1 }))).toEqual([0, 0, 0, 0]);
    expect(pixel(controls.toStage({ x: 301, y: 100 }))).toEqual([0, 0, 0, 0]);
  });

  test('is drawn pixel for pixel at actual size, and as visible squares above it', async () => {
    const { controls, pixel, rest, change } = await mount({ picture: board(300), width: 300, height: 300 });
    controls.actualSize();
    await rest();
    const colours = (): readonly number[] =>
      Array.from({ length: 8 }, (_, i) => pixel(controls.toStage({ x: 150.5 + i, y: 150.5 }))[0]);
    expect(colours()).toEqual([255, 0, 255, 0, 255, 0, 255, 0]);
    for (let i = 0; i < 4; i += 1) controls.zoomIn();
    change({});
    await rest();
    expect(controls.view().a).toBeGreaterThan(2);
    expect(colours()).toEqual([255, 0, 255, 0, 255, 0, 255, 0]);
  });

  test('opens with the zoom and place of the one before, and tells only what the user moves', async () => {
    const told: PicturePlace[] = [];
    const props = { onPlace: (place: PicturePlace) => void told.push(place) };
    const quads = [{ id: 'a', quad: leaning, tone: 'trusted' as const }];
    const one = await mount({ picture: white(), quads, ...props });
    one.controls.zoomIn();
    one.controls.zoomIn();
    await one.rest();
    const before = one.controls.view();
    const kept = told.at(-1);
    one.controls.reveal('a');
    await one.rest();
    expect(told).toHaveLength(2);
    one.unmount();

    // The next one has twice the resolution.
    const large = { picture: plainPicture(600, 400, '#fff'), width: 600, height: 400 };
    const { controls, pointer, rest } = await mount({ ...large, ...props, ...(kept && { place: kept }) });
    expect(controls.view().a).toBeCloseTo(before.a / 2, 3);
    expect(controls.view().e).toBeCloseTo(before.e, 0);
    expect(told).toHaveLength(2);
    pointer('pointerdown', { x: 300, y: 200 });
    pointer('pointermove', { x: 340, y: 200 });
    pointer('pointerup', { x: 340, y: 200 });
    controls.fitWidth();
    await rest();
    expect(told.at(-1)).toBe('width');
    expect(told.length).toBeGreaterThan(3);
  });

  test('is smooth when scaled down', async () => {
    const { controls, pixel } = await mount({ picture: board(2048), width: 2048, height: 2048 });
    for (let i = 0; i < 20; i += 1) {
      const [grey] = pixel(controls.toStage({ x: 700 + i * 31, y: 900 + i * 17 }));
      expect(Math.abs(grey - 127)).toBeLessThan(12);
    }
  });
});

describe('quads', () => {
  test.for([
    { ratio: 1, turn: 0 },
    { ratio: 1, turn: 1 },
    { ratio: 1.5, turn: 0 },
    { ratio: 2, turn: 0 },
    { ratio: 2, turn: 3 },
  ])('land on their corners within a pixel (ratio $ratio, turn $turn)', async ({ ratio, turn }) => {
    await emulateRatio(ratio);
    const quads = [{ id: 'a', quad: leaning, tone: 'trusted' as const }];
    const { controls, pixels, rest, canvases } = await mount({ picture: white(), quads });
    controls.turn(turn);
    for (const zoom of [controls.fitPage, controls.actualSize, controls.fitWidth, controls.zoomIn]) {
      zoom();
      await rest();
      const image = pixels();
      expect(canvases()[0]?.width).toBe(Math.floor(600 * ratio));
      const corners = leaning.map((corner) => {
        const { x, y } = controls.toStage(corner);
        return { x: x * ratio, y: y * ratio };
      });
      const shown = ({ x, y }: { x: number; y: number }): boolean =>
        x > 2 && y > 2 && x < image.width - 2 && y < image.height - 2;
      for (const [i, corner] of corners.entries()) {
        const next = corners[(i + 1) % 4] ?? corner;
        for (const place of [corner, ...along(corner, next, 9)].filter(shown))
          expect(inkNear(image, place, blue, 1), `${JSON.stringify(place)} at ${controls.view().a}`).toBe(
            true,
          );
      }
      const [tl, , br] = corners;
      if (tl && br)
        expect(inkNear(image, { x: (tl.x + br.x) / 2, y: (tl.y + br.y) / 2 }, blue, 1)).toBe(false);
    }
  });

  test('have line styles that are distinguishable without colour', async () => {
    document.documentElement.setAttribute(
      'style',
      ['trusted', 'uncertain', 'failed', 'corrected', 'unread']
        .map((tone) => `--overlay-${tone}: #000`)
        .join(';'),
    );
    const names = ['trusted', 'uncertain', 'failed', 'corrected', 'unread'] as const;
    const quads = names.map((tone, i) => ({
      id: tone,
      tone,
      quad: [
        { x: 20, y: 10 + 38 * i },
        { x: 280, y: 10 + 38 * i },
        { x: 280, y: 34 + 38 * i },
        { x: 20, y: 34 + 38 * i },
      ] as const,
    }));
    const { controls, pixel } = await mount({ picture: white(), quads });
    const looks = quads.map(({ quad: [from, to] }) => {
      const dark = along(controls.toStage(from), controls.toStage(to), 400).map((at) => pixel(at)[0] < 128);
      const runs = dark.filter((value, i) => value !== dark[i - 1]).length;
      const below = controls.toStage({ x: 150, y: from.y });
      const width = [-2, -1, 0, 1, 2].filter((dy) => pixel({ x: below.x, y: below.y + dy })[0] < 128).length;
      return `${runs > 1 ? Math.round((dark.filter(Boolean).length / dark.length) * 10) : 'solid'} ${runs} ${runs > 1 ? '' : width}`;
    });
    expect(new Set(looks).size).toBe(names.length);
  });

  test('use the colours of the page and follow a change of theme', async () => {
    document.documentElement.setAttribute('style', '--overlay-trusted: rgb(200 0 0)');
    const quads = [{ id: 'a', quad: leaning, tone: 'trusted' as const }];
    const { controls, pixels, rest } = await mount({ picture: white(), quads });
    expect(inkNear(pixels(), controls.toStage(leaning[0]), [200, 0, 0, 255], 1)).toBe(true);
    document.documentElement.setAttribute('style', '--overlay-trusted: oklch(0.6 0.2 145)');
    await rest();
    expect(inkNear(pixels(), controls.toStage(leaning[0]), [200, 0, 0, 255], 1)).toBe(false);
    expect(inkNear(pixels(), controls.toStage(leaning[0]), [0, 152, 30, 255], 1)).toBe(true);
  });

  test('hides the shapes that a layer does not include', async () => {
    const quads = [{ id: 'a', quad: leaning, tone: 'trusted' as const }];
    const { controls, pixels, rest, change } = await mount({ picture: white(), quads });
    const seen = (): boolean => inkNear(pixels(), controls.toStage(leaning[0]), blue, 1);
    expect(seen()).toBe(true);
    change({ layer: 'uncertain' });
    await rest();
    expect(seen()).toBe(false);
    change({ layer: 'lines' });
    await rest();
    expect(seen()).toBe(true);
    change({ layer: 'none' });
    await rest();
    expect(seen()).toBe(false);
  });

  test('shows and reveals the selection without a layer, and nothing on a bare picture', async () => {
    const quads = [{ id: 'a', quad: leaning, tone: 'trusted' as const }];
    const { controls, pixels, rest, change, click, selected } = await mount(
      { picture: white(), quads, layer: 'none', selectedId: 'a' },
      { width: 240, height: 160 },
    );
    const isMarked = (): boolean => pixels(1).data.some((value) => value > 0);
    expect(isMarked()).toBe(true);
    for (let times = 0; times < 8; times += 1) controls.zoomIn();
    await rest();
    controls.reveal('a');
    await rest();
    const { x, y } = controls.toStage({ x: 137, y: 85 });
    expect([Math.round(x / 10), Math.round(y / 10)]).toEqual([12, 8]);
    // The pointer does not hit shapes that are not drawn.
    click({ x: 120, y: 80 });
    expect(selected).toEqual([null]);
    change({ selectedId: 'a', bare: true });
    await rest();
    expect(isMarked()).toBe(false);
    change({ bare: false });
    await rest();
    expect(isMarked()).toBe(true);
  });
});

const middleOfSmall = { x: 265, y: 155 };
const at = ({ controls }: MountedCanvas) => controls.toStage(middleOfSmall);

describe('the selection', () => {
  const small: Quad = [
    { x: 250, y: 150 },
    { x: 280, y: 150 },
    { x: 280, y: 160 },
    { x: 250, y: 160 },
  ];
  const quads = [{ id: 'a', quad: small, tone: 'trusted' as const }];
  test('stays in view while the stage shrinks', async () => {
    const canvas = await mount({ picture: white(), quads, selectedId: 'a' });
    canvas.controls.actualSize();
    for (let times = 0; times < 3; times += 1) canvas.controls.zoomIn();
    await canvas.rest();
    canvas.controls.reveal('a');
    await canvas.rest();
    for (const [width, height] of [
      [400, 300],
      [200, 120],
      [90, 300],
    ] as const) {
      await canvas.resize(width, height);
      await canvas.rest();
      const { x, y } = at(canvas);
      expect(x > 0 && x < width && y > 0 && y < height, `${x} ${y} in ${width} ${height}`).toBe(true);
    }
  });

  test('stays out of view if the user moved it there', async () => {
    const canvas = await mount({ picture: white(), quads, selectedId: 'a' });
    for (let times = 0; times < 4; times += 1) canvas.controls.zoomIn();
    await canvas.rest();
    canvas.controls.reveal('a');
    await canvas.rest();
    for (let times = 0; times < 20; times += 1) canvas.key('ArrowLeft');
    await canvas.rest();
    expect(at(canvas).x).toBeGreaterThan(600);
    await canvas.resize(500, 380);
    await canvas.rest();
    expect(at(canvas).x).toBeGreaterThan(500);
  });

  test('stays above controls that cover the lower edge', async () => {
    const canvas = await mount({ picture: white(), quads, selectedId: 'a' });
    canvas.controls.reveal('a');
    await canvas.rest();
    canvas.change({ foot: 260 });
    await canvas.rest();
    expect(at(canvas).y).toBeLessThan(140);
    canvas.controls.fitPage();
    await canvas.rest();
    canvas.controls.reveal('a');
    await canvas.rest();
    expect(at(canvas).y).toBeLessThan(140);
  });
});

describe('drawing', () => {
  test('happens only when something changes', async () => {
    const quads = [{ id: 'a', quad: leaning, tone: 'trusted' as const }];
    const { canvases, pointer, change, key } = await mount({ picture: white(), quads });
    let drawn = 0;
    for (const canvas of canvases()) {
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas');
      const clear = context.clearRect.bind(context);
      context.clearRect = (...box) => {
        drawn += 1;
        clear(...box);
      };
    }
    await wait(500);
    expect(drawn).toBe(0);
    change({ onZoom: () => {} });
    await wait(200);
    expect(drawn).toBe(0);
    pointer('pointermove', { x: 5, y: 5 });
    await wait(100);
    expect(drawn).toBe(0);
    key('+');
    await wait(600);
    expect(drawn).toBeGreaterThan(0);
    drawn = 0;
    await wait(500);
    expect(drawn).toBe(0);
  });

  test('follows the size of its box, and keeps a fitted picture fitted', async () => {
    const { controls, resize, rest, canvases } = await mount({ picture: white() });
    await resize(300, 300);
    await rest();
    expect(canvases()[0]?.clientWidth).toBe(300);
    const { x, y } = controls.toStage({ x: 150, y: 100 });
    expect(Math.hypot(x - 150, y - 150)).toBeLessThan(1);
    expect(controls.toStage({ x: 0, y: 0 }).x).toBe(16);
  });

  test('follows the device pixel ratio', async () => {
    const { controls, pixel, rest, canvases } = await mount({ picture: white() });
    expect(canvases().map((canvas) => canvas.width)).toEqual([600, 600]);
    await emulateRatio(2);
    // The emulation fires no event when it changes the ratio, but zooming a page does.
    dispatchEvent(new Event('resize'));
    await rest();
    expect(canvases().map((canvas) => canvas.width)).toEqual([1200, 1200]);
    expect(canvases()[0]?.clientWidth).toBe(600);
    expect(pixel(controls.toStage({ x: 1, y: 1 }))).toEqual([255, 255, 255, 255]);
    expect(pixel(controls.toStage({ x: -1, y: 1 }))).toEqual([0, 0, 0, 0]);
  });

  test('exposes the position of the picture at rest', async () => {
    const { element, controls } = await mount({ picture: white() });
    const { a, b, c, d, e, f } = controls.view();
    expect(element.dataset.view).toBe([a, b, c, d, e, f].join(' '));
  });
});

test('survives closing a picture that is shown', async () => {
  const picture = white();
  const { controls, pixel, rest } = await mount({ picture });
  picture.close();
  controls.zoomIn();
  await rest();
  expect(pixel(controls.toStage({ x: 150, y: 100 }))).toEqual([0, 0, 0, 0]);
});

test('has the role of an application, a name and the focus', async () => {
  const { element } = await mount({ picture: white(), label: 'Invoice 25312000' });
  expect(element.getAttribute('role')).toBe('application');
  expect(element.getAttribute('aria-label')).toBe('Invoice 25312000');
  element.focus();
  expect(document.activeElement).toBe(element);
});
