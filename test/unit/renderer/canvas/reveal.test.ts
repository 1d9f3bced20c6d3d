import fc from 'fast-check';
import { expect, test } from 'vitest';
import { revealBox } from '../../../../renderer/canvas/reveal.ts';
import {
  boxOnStage,
  clampView,
  fitPage,
  scaleOf,
  zoomLimits,
  zoomTo,
} from '../../../../renderer/canvas/view.ts';
import { parts, scenes } from './arbitraries.ts';

const stage = { width: 800, height: 600 };
const picture = { width: 3000, height: 2000 };

test('a small line comes to reading size, whole and in the middle', () => {
  const box = { x: 1200, y: 900, w: 200, h: 24 };
  const view = revealBox(fitPage(stage, picture), stage, picture, box, 24);
  const shown = boxOnStage(view, box);
  expect(shown.h).toBeGreaterThanOrEqual(24);
  expect(shown.x + shown.w / 2).toBeCloseTo(400);
  expect(shown.y + shown.h / 2).toBeCloseTo(300);
});

test('what is readable and whole already stays where it is', () => {
  const view = zoomTo(fitPage(stage, picture), stage, picture, 1);
  expect(revealBox(view, stage, picture, { x: 1450, y: 980, w: 100, h: 24 }, 24)).toBe(view);
});

test('what is readable but out of sight is brought in at the same scale', () => {
  const view = zoomTo(fitPage(stage, picture), stage, picture, 1);
  const after = revealBox(view, stage, picture, { x: 200, y: 300, w: 100, h: 24 }, 24);
  expect(scaleOf(after)).toBeCloseTo(1);
  expect(after).not.toEqual(view);
});

test('whatever fits at the least scale is shown whole', () => {
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
