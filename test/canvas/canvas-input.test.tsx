import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PictureCanvasProps } from '../../renderer/canvas/picture-canvas.tsx';
import type { Quad } from '../../shared/geometry.ts';
import { nextFrame } from '../helpers/page-time.ts';
import { mountCanvas, plainPicture, type MountedCanvas } from './helpers/mount.tsx';
import { expectQuietConsole } from './helpers/quiet.ts';

expectQuietConsole();

let mounted: MountedCanvas | null = null;
const upright = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const quads = [
  { id: 'page', quad: upright(20, 20, 260, 160), tone: 'trusted' as const },
  { id: 'field', quad: upright(100, 60, 80, 40), tone: 'uncertain' as const, label: 'Total' },
  { id: 'value', quad: upright(120, 70, 30, 20), tone: 'failed' as const },
];
const mount = async (props: Partial<PictureCanvasProps> = {}): Promise<MountedCanvas> => {
  mounted = await mountCanvas({ picture: plainPicture(300, 200, '#fff'), quads, ...props });
  await mounted.rest();
  return mounted;
};

afterEach(() => {
  mounted?.unmount();
  mounted = null;
  vi.unstubAllGlobals();
});

const middle = { x: 300, y: 200 };

describe('selection', () => {
  test('a click selects the smallest shape, and further clicks the next larger ones', async () => {
    const { controls, click, selected } = await mount();
    const at = controls.toStage({ x: 130, y: 80 });
    for (let i = 0; i < 4; i += 1) click(at);
    expect(selected).toEqual(['value', 'field', 'page', 'value']);
  });

  test('a click at another place starts with the smallest shape there', async () => {
    const { controls, click, selected } = await mount();
    click(controls.toStage({ x: 130, y: 80 }));
    click(controls.toStage({ x: 170, y: 90 }));
    expect(selected).toEqual(['value', 'field']);
  });

  test('a click outside all shapes clears the selection', async () => {
    const { controls, click, selected } = await mount({ selectedId: 'field' });
    click(controls.toStage({ x: 5, y: 5 }));
    expect(selected).toEqual([null]);
  });

  test('a selected shape is highlighted and shows its label', async () => {
    const { controls, pixels, change, rest } = await mount();
    const inked = (): number => pixels(1).data.filter((value, i) => i % 4 === 3 && value > 0).length;
    expect(inked()).toBe(0);
    change({ selectedId: 'value' });
    await rest();
    const without = inked();
    expect(without).toBeGreaterThan(0);
    change({ selectedId: 'field' });
    await rest();
    expect(inked()).toBeGreaterThan(without);
    expect(controls.view().a).toBeGreaterThan(1);
    change({ selectedId: null, tiedIds: ['page', 'value'] });
    await rest();
    expect(inked()).toBeGreaterThan(without);
  });
});

describe('hover', () => {
  test('is reported at once and drawn in the next frame', async () => {
    const { controls, pointer, hovered, pixel } = await mount();
    const corner = controls.toStage({ x: 120, y: 70 });
    expect(pixel(corner, 1)[3]).toBe(0);
    pointer('pointermove', controls.toStage({ x: 130, y: 80 }));
    expect(hovered).toEqual(['value']);
    await nextFrame();
    await nextFrame();
    expect(pixel(corner, 1)[3]).toBeGreaterThan(0);
  });

  test('ends when the pointer leaves', async () => {
    const { controls, pointer, hovered, pixel } = await mount();
    pointer('pointermove', controls.toStage({ x: 130, y: 80 }));
    pointer('pointerleave', { x: -1, y: -1 });
    expect(hovered).toEqual(['value', '']);
    await nextFrame();
    await nextFrame();
    expect(pixel(controls.toStage({ x: 120, y: 70 }), 1)[3]).toBe(0);
  });

  test('can be set from outside', async () => {
    const { controls, change, pixel, rest } = await mount();
    change({ hoveredId: 'field' });
    await rest();
    expect(pixel(controls.toStage({ x: 100, y: 60 }), 1)[3]).toBeGreaterThan(0);
  });
});

describe('wheel', () => {
  test('zooms at the pointer', async () => {
    const { controls, wheel, rest } = await mount();
    const at = controls.toStage({ x: 100, y: 60 });
    const before = controls.view().a;
    wheel(at, { deltaY: -200 });
    await rest();
    expect(controls.view().a).toBeGreaterThan(before * 1.2);
    const after = controls.toStage({ x: 100, y: 60 });
    expect(Math.hypot(after.x - at.x, after.y - at.y)).toBeLessThan(1);
    wheel(at, { deltaY: 200 });
    await rest();
    expect(controls.view().a).toBeCloseTo(before, 5);
  });

  test('zooms without a glide with ctrl, as for a pinch', async () => {
    const { controls, wheel } = await mount();
    const before = controls.view().a;
    wheel(middle, { deltaY: -10, ctrlKey: true });
    expect(controls.view().a).toBeGreaterThan(before);
  });

  test.for([100, 120, 240])('zooms by a factor of 1.2 per notch of %i with ctrl', async (notch) => {
    const { controls, wheel } = await mount();
    const before = controls.view().a;
    wheel(middle, { deltaY: -notch, ctrlKey: true });
    expect(controls.view().a / before).toBeCloseTo(1.2, 5);
    wheel(middle, { deltaY: notch, ctrlKey: true });
    expect(controls.view().a).toBeCloseTo(before, 5);
  });

  test('pans with shift', async () => {
    const { controls, wheel } = await mount();
    const before = controls.view();
    wheel(middle, { deltaY: 50, shiftKey: true });
    expect(controls.view()).toEqual({ ...before, e: before.e - 50 });
  });

  test('moves by the same distance for line and pixel deltas', async () => {
    const { controls, wheel } = await mount();
    const before = controls.view().e;
    wheel(middle, { deltaX: 2, deltaMode: WheelEvent.DOM_DELTA_LINE });
    expect(controls.view().e).toBe(before - 32);
  });

  test('never scrolls the page', async () => {
    const { element } = await mount();
    const event = new WheelEvent('wheel', { deltaY: 100, cancelable: true, bubbles: true });
    element.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

const dragBy = ({ pointer }: MountedCanvas, more: PointerEventInit = {}): void => {
  pointer('pointerdown', middle, more);
  pointer('pointermove', { x: 320, y: 210 }, more);
  pointer('pointermove', { x: 340, y: 230 }, more);
  pointer('pointerup', { x: 340, y: 230 }, more);
};

/** Properties of one finger's pointer events. */
const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch' });

describe('drag', () => {
  test('pans and selects nothing', async () => {
    const canvas = await mount();
    const before = canvas.controls.view();
    dragBy(canvas);
    expect(canvas.controls.view()).toEqual({ ...before, e: before.e + 40, f: before.f + 30 });
    expect(canvas.selected).toEqual([]);
  });

  test('pans and never selects with the middle button or with space held', async () => {
    const canvas = await mount();
    const before = canvas.controls.view();
    dragBy(canvas, { button: 1 });
    canvas.click(middle, { button: 1 });
    expect(canvas.controls.view().e).toBe(before.e + 40);
    canvas.key(' ');
    expect(canvas.element.dataset.cursor).toBe('grab');
    canvas.click(middle);
    expect(canvas.selected).toEqual([]);
    canvas.element.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }));
    canvas.click(middle);
    expect(canvas.selected).toHaveLength(1);
  });

  test('does nothing with the right button', async () => {
    const canvas = await mount();
    const before = canvas.controls.view();
    dragBy(canvas, { button: 2 });
    expect(canvas.controls.view()).toEqual(before);
    expect(canvas.selected).toEqual([]);
  });

  test('pinches with two fingers', async () => {
    const canvas = await mount();
    const before = canvas.controls.view().a;
    canvas.pointer('pointerdown', { x: 250, y: 200 }, finger(1));
    canvas.pointer('pointerdown', { x: 350, y: 200 }, finger(2));
    canvas.pointer('pointermove', { x: 450, y: 200 }, finger(2));
    canvas.pointer('pointerup', { x: 450, y: 200 }, finger(2));
    canvas.pointer('pointerup', { x: 250, y: 200 }, finger(1));
    expect(canvas.controls.view().a).toBeCloseTo(before * 2, 5);
    expect(canvas.selected).toEqual([]);
  });
});

const double = ({ element }: MountedCanvas, at: { x: number; y: number }): void =>
  void element.dispatchEvent(new MouseEvent('dblclick', { clientX: at.x, clientY: at.y, bubbles: true }));

describe('double click', () => {
  test('zooms at the pointer', async () => {
    const canvas = await mount();
    const before = canvas.controls.view().a;
    double(canvas, canvas.controls.toStage({ x: 40, y: 40 }));
    await canvas.rest();
    expect(canvas.controls.view().a).toBeCloseTo(before * 2, 5);
  });

  test('cycles through overlapping shapes without zooming', async () => {
    const canvas = await mount();
    const before = canvas.controls.view().a;
    double(canvas, canvas.controls.toStage({ x: 130, y: 80 }));
    await canvas.rest();
    expect(canvas.controls.view().a).toBe(before);
  });
});

describe('keyboard', () => {
  test('zooms, fits, pans and turns', async () => {
    const { controls, key, rest } = await mount();
    const fitted = controls.view();
    key('+');
    await rest();
    expect(controls.view().a).toBeCloseTo(fitted.a * 1.25, 5);
    key('-');
    await rest();
    expect(controls.view().a).toBeCloseTo(fitted.a, 5);
    key('1');
    await rest();
    expect(controls.view().a).toBe(1);
    const before = controls.view();
    key('ArrowRight');
    await rest();
    expect(controls.view().e).toBe(before.e - 60);
    key('0');
    await rest();
    expect(controls.view()).toEqual(fitted);
    key(']');
    await rest();
    expect(controls.view().a).toBeCloseTo(0);
    expect(controls.view().b).toBeGreaterThan(0);
  });

  test('ignores keys with ctrl and keys of an input method', async () => {
    const { controls, key, rest } = await mount();
    const before = controls.view();
    key('+', { ctrlKey: true });
    key('0', { metaKey: true });
    key('1', { isComposing: true });
    key('a');
    await rest();
    expect(controls.view()).toEqual(before);
  });
});

describe('view controls', () => {
  test('reveal a shape at reading size', async () => {
    const { controls, rest } = await mount({ width: 3000, height: 2000 });
    const before = controls.view().a;
    controls.reveal('value');
    await rest();
    expect(controls.view().a).toBeGreaterThan(before);
    const corners = [controls.toStage({ x: 120, y: 70 }), controls.toStage({ x: 150, y: 90 })];
    for (const { x, y } of corners) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(600);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(400);
    }
    const shown = controls.view();
    controls.reveal('nothing of this name');
    await rest();
    expect(controls.view()).toEqual(shown);
  });

  test('reveal several shapes together', async () => {
    const { controls, rest } = await mount({ width: 3000, height: 2000 });
    controls.actualSize();
    await rest();
    controls.reveal('value', 'page', 'nothing of this name');
    await rest();
    for (const point of [
      { x: 20, y: 20 },
      { x: 280, y: 180 },
    ]) {
      const { x, y } = controls.toStage(point);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(600);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(400);
    }
  });

  test('glide, unless the user prefers reduced motion', async () => {
    const { controls, rest } = await mount();
    const before = controls.view().a;
    controls.zoomIn();
    await nextFrame();
    await nextFrame();
    expect(controls.view().a).toBeLessThan(before * 1.25);
    await rest();
    const real = matchMedia;
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('reduced-motion') ? { matches: true } : real(query),
    );
    const settled = controls.view().a;
    controls.zoomIn();
    expect(controls.view().a).toBeCloseTo(settled * 1.25, 5);
  });

  test('report the scale whenever it changes', async () => {
    const scales: number[] = [];
    const { controls, rest } = await mount({ onZoom: (scale) => void scales.push(scale) });
    controls.actualSize();
    await rest();
    expect(scales.at(-1)).toBe(1);
    const told = scales.length;
    controls.view();
    await rest();
    expect(scales).toHaveLength(told);
  });
});
