import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderCrop, type Cut } from '../../../../../renderer/features/faces/crop-sheets.ts';

/** The drawings of a canvas: the left edge of each crop on it. */
const sheets: number[][] = [];
const revoked: string[] = [];

class SheetCanvas {
  readonly drawn: number[] = [];
  constructor() {
    sheets.push(this.drawn);
  }
  getContext() {
    return { drawImage: (...numbers: number[]) => this.drawn.push(numbers[5] ?? NaN) };
  }
  convertToBlob() {
    return Promise.resolve(new Blob(['crop']));
  }
}

beforeEach(() => {
  sheets.length = 0;
  revoked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('OffscreenCanvas', SheetCanvas);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${sheets.length}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// Only its scale counts here.
const picture = { bitmap: {} as ImageBitmap, scale: 1 } as Cut['picture'];
const cut: Cut = { picture, left: 0, top: 0, size: 10, pixels: 28 };

test('crops ordered together are one sheet, which is released with its last crop', async () => {
  const shown: [string, number][] = [];
  const ends = [0, 1, 2].map(() => orderCrop(cut, (url, place) => void shown.push([url, place])));
  await vi.advanceTimersByTimeAsync(100);
  expect(sheets).toEqual([[0, 28, 56]]);
  expect(shown).toEqual([
    ['blob:1', 0],
    ['blob:1', 1],
    ['blob:1', 2],
  ]);
  ends[0]?.();
  ends[1]?.();
  expect(revoked).toEqual([]);
  ends[2]?.();
  ends[2]?.();
  expect(revoked).toEqual(['blob:1']);
});

test('a crop that scrolled away before it was drawn is not drawn', async () => {
  const show = vi.fn();
  orderCrop(cut, show)();
  const end = orderCrop(cut, show);
  await vi.advanceTimersByTimeAsync(100);
  expect(sheets).toEqual([[0]]);
  expect(show).toHaveBeenCalledTimes(1);
  end();
  expect(revoked).toEqual(['blob:1']);
});
