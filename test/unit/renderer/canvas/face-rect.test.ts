import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faceRect } from '../../../../renderer/canvas/paint-faces.ts';
import { snapped } from '../../../../renderer/canvas/view.ts';
import { decodeFaces, encodeFaces } from '../../../../shared/face/pack.ts';
import { invert, toImage, toStage } from '../../../../shared/geometry.ts';
import { parts, pixelRatios, scenes } from './arbitraries.ts';

/** From a response's numbers through the window's bytes and the drawing, and back to the picture. */
const packed = (box: { x: number; y: number; w: number; h: number }, point: { x: number; y: number }) => {
  const face = { index: 1, score: 1, box, points: [point], attributes: null };
  const bytes = encodeFaces({ declaredCount: 1, returnedCount: 1, faces: [face], notes: new Map() });
  const pack = decodeFaces(bytes.buffer);
  if (!pack) throw new Error('The faces were not packed');
  return pack;
};

test('maps a face back within half a picture pixel, at any zoom, turn and pixel ratio', () => {
  // Corners may be outside the picture, where a box is clipped.
  const around = parts.map((part) => part * 1.4 - 0.2);
  fc.assert(
    fc.property(
      scenes,
      fc.tuple(around, around, around, around),
      pixelRatios,
      ({ picture, view }, [x0, y0, x1, y1], pixelRatio) => {
        const { width, height } = picture;
        const [left, right] = [Math.min(x0, x1) * width, Math.max(x0, x1) * width];
        const [top, bottom] = [Math.min(y0, y1) * height, Math.max(y0, y1) * height];
        const pack = packed(
          { x: left, y: top, w: right - left, h: bottom - top },
          { x: x0 * width, y: y1 * height },
        );
        const drawn = snapped(view, pixelRatio);
        const back = invert(drawn);
        const [px = NaN, py = NaN] = pack.points;
        const point = toImage(back, toStage(drawn, { x: px, y: py }));
        expect(Math.hypot(point.x - x0 * width, point.y - y1 * height)).toBeLessThan(0.5);

        const rect = faceRect({ view: drawn, picture }, pack, 0);
        const cut = {
          left: Math.max(0, left),
          top: Math.max(0, top),
          right: Math.min(width, right),
          bottom: Math.min(height, bottom),
        };
        if (cut.left >= cut.right || cut.top >= cut.bottom) return;
        if (rect === null) {
          // Only the rounding of Float32 may be lost.
          expect(Math.min(cut.right - cut.left, cut.bottom - cut.top)).toBeLessThan(0.01);
          return;
        }
        const corners = [
          { x: rect.l, y: rect.t },
          { x: rect.r, y: rect.b },
        ].map((corner) => toImage(back, corner));
        const xs = corners.map(({ x }) => x);
        const ys = corners.map(({ y }) => y);
        expect(Math.abs(Math.min(...xs) - cut.left)).toBeLessThan(0.5);
        expect(Math.abs(Math.max(...xs) - cut.right)).toBeLessThan(0.5);
        expect(Math.abs(Math.min(...ys) - cut.top)).toBeLessThan(0.5);
        expect(Math.abs(Math.max(...ys) - cut.bottom)).toBeLessThan(0.5);
      },
    ),
    { numRuns: 300 },
  );
});
