import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCamera, between, easeOut } from '../../../../renderer/canvas/camera.ts';
import { panBy, scaleAbout, scaleOf, turnBy, zoomAt } from '../../../../renderer/canvas/view.ts';
import { invert, toImage, toStage } from '../../../../shared/geometry.ts';
import { parts, scenes } from './arbitraries.ts';

const start = { a: 1, b: 0, c: 0, d: 1, e: 10, f: 20 };

describe('views between two others', () => {
  test('start at one view and end at the other', () => {
    const end = scaleAbout(start, { x: 100, y: 50 }, 3);
    expect(between(start, end, 0)).toEqual(start);
    expect(between(start, end, 1)).toBe(end);
  });

  test('keep the point of a zoom fixed throughout', () => {
    fc.assert(
      fc.property(scenes, parts, parts, parts, ({ stage, picture, view }, px, py, t) => {
        const about = { x: px * stage.width, y: py * stage.height };
        const end = zoomAt(view, stage, picture, about, 1.7);
        const under = toImage(invert(view), about);
        const shown = toStage(between(view, end, t), under);
        expect(shown.x).toBeCloseTo(about.x, 2);
        expect(shown.y).toBeCloseTo(about.y, 2);
      }),
    );
  });

  test('change the scale by equal factors', () => {
    const end = scaleAbout(start, { x: 0, y: 0 }, 4);
    expect(scaleOf(between(start, end, 0.5))).toBeCloseTo(2);
  });

  test('apply a turn at once', () => {
    const end = turnBy(start, { width: 100, height: 100 }, 1);
    expect(between(start, end, 0.1)).toBe(end);
  });
});

test('use an easing that rises from 0 to 1', () => {
  expect([easeOut(0), easeOut(1)]).toEqual([0, 1]);
  fc.assert(
    fc.property(parts, parts, (s, t) => {
      expect(easeOut(Math.max(s, t))).toBeGreaterThanOrEqual(easeOut(Math.min(s, t)));
    }),
  );
});

describe('the camera', () => {
  test('glides from its current position and then rests', () => {
    const camera = createCamera(start);
    const end = panBy(start, 100, 0);
    camera.glide(end, 1000, 200);
    expect(camera.view()).toBe(start);
    expect(camera.target()).toBe(end);
    expect(camera.step(1100)).toBe(true);
    expect(camera.view().e).toBeGreaterThan(10);
    expect(camera.view().e).toBeLessThan(110);
    expect(camera.step(1200)).toBe(false);
    expect(camera.view()).toBe(end);
    expect(camera.step(1300)).toBe(false);
  });

  test('ends a glide with a jump', () => {
    const camera = createCamera(start);
    camera.glide(panBy(start, 100, 0), 0, 200);
    camera.jump(panBy(start, 5, 5));
    expect(camera.step(100)).toBe(false);
    expect(camera.view()).toEqual(panBy(start, 5, 5));
  });

  test('ignores a frame from before the glide', () => {
    const camera = createCamera(start);
    camera.glide(panBy(start, 100, 0), 1000, 200);
    camera.step(990);
    expect(camera.view()).toEqual(start);
  });
});
