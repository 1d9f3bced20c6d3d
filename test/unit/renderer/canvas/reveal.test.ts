import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInSight, keepInSight, revealBox } from '../../../../renderer/canvas/reveal.ts';
import {
  boxOnStage,
  clampView,
  fitView,
  scaleOf,
  zoomLimits,
  zoomTo,
} from '../../../../renderer/canvas/view.ts';
import { parts, scenes } from './arbitraries.ts';

const stage = { width: 800, height: 600 };
const picture = { width: 3000, height: 2000 };

test('enlarges a small line to reading size, complete and centred', () => {
  const box = { x: 1200, y: 900, w: 200, h: 24 };
  const view = revealBox(fitView(stage, picture), stage, picture, box, 24);
  const shown = boxOnStage(view, box);
  expect(shown.h).toBeGreaterThanOrEqual(24);
  expect(shown.x + shown.w / 2).toBeCloseTo(400);
  expect(shown.y + shown.h / 2).toBeCloseTo(300);
});

test('does not move a readable and complete shape', () => {
  const view = zoomTo(fitView(stage, picture), stage, picture, 1);
  expect(revealBox(view, stage, picture, { x: 1450, y: 980, w: 100, h: 24 }, 24)).toBe(view);
});

test('makes a readable shape visible at the same scale', () => {
  const view = zoomTo(fitView(stage, picture), stage, picture, 1);
  const after = revealBox(view, stage, picture, { x: 200, y: 300, w: 100, h: 24 }, 24);
  expect(scaleOf(after)).toBeCloseTo(1);
  expect(after).not.toEqual(view);
});

test('shows every shape completely that fits at the smallest scale', () => {
  fc.assert(
    fc.property(scenes, parts, parts, parts, parts, (scene, px, py, pw, ph) => {
      const { picture: size, stage: room } = scene;
      const view = clampView(scene.view, room, size);
      const [w, h] = [pw * size.width, ph * size.height];
      const box = { x: px * (size.width - w), y: py * (size.height - h), w, h };
      const after = revealBox(view, room, size, box, h);
      const { least, most } = zoomLimits(room, size);
      expect(scaleOf(after)).toBeGreaterThanOrEqual(least * (1 - 1e-9));
      expect(scaleOf(after)).toBeLessThanOrEqual(most * (1 + 1e-9));
      const shown = boxOnStage(after, box);
      expect(shown.x).toBeGreaterThanOrEqual(-1e-3);
      expect(shown.y).toBeGreaterThanOrEqual(-1e-3);
      expect(shown.x + shown.w).toBeLessThanOrEqual(room.width + 1e-3);
      expect(shown.y + shown.h).toBeLessThanOrEqual(room.height + 1e-3);
    }),
  );
});

test('does not move a visible shape, and moves another one as little as possible', () => {
  const view = zoomTo(fitView(stage, picture), stage, picture, 1);
  const box = { x: 1450, y: 980, w: 100, h: 24 };
  expect(keepInSight(view, stage, picture, box)).toBe(view);
  const low = { x: 1450, y: 1290, w: 100, h: 24 };
  const after = keepInSight(view, stage, picture, low);
  const [before, shown] = [boxOnStage(view, low), boxOnStage(after, low)];
  expect(shown.x).toBeCloseTo(before.x);
  expect(scaleOf(after)).toBe(scaleOf(view));
  expect(shown.y + shown.h).toBeCloseTo(600 * 0.96);
});

test('keeps a shape visible on a smaller stage', () => {
  fc.assert(
    fc.property(scenes, parts, parts, parts, parts, parts, (scene, px, py, pw, ph, smaller) => {
      const { picture: size, stage: room } = scene;
      const box = {
        x: px * (1 - pw) * size.width,
        y: py * (1 - ph) * size.height,
        w: pw * size.width,
        h: ph * size.height,
      };
      const view = revealBox(clampView(scene.view, room, size), room, size, box, box.h);
      const less = {
        width: room.width * (0.3 + 0.7 * smaller),
        height: room.height * (1 - 0.6 * smaller),
      };
      fc.pre(boxOnStage(zoomTo(view, less, size, zoomLimits(less, size).least), box).w < less.width * 0.7);
      fc.pre(boxOnStage(zoomTo(view, less, size, zoomLimits(less, size).least), box).h < less.height * 0.7);
      const kept = keepInSight(clampView(view, less, size), less, size, box);
      const { x, y, w, h } = boxOnStage(kept, box);
      expect(Math.min(x, y, less.width - x - w, less.height - y - h)).toBeGreaterThanOrEqual(-1e-3);
    }),
  );
});

test('treats a shape as visible only if it is completely on the stage', () => {
  const view = zoomTo(fitView(stage, picture), stage, picture, 1);
  expect(isInSight(view, stage, { x: 1150, y: 750, w: 700, h: 500 })).toBe(true);
  expect(isInSight(view, stage, { x: 1050, y: 750, w: 700, h: 500 })).toBe(false);
});
