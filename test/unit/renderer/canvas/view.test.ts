import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boxOnStage,
  clampView,
  fitMargin,
  fitView,
  fitWidth,
  largestScale,
  panBy,
  placeOf,
  pictureOnStage,
  resized,
  scaleOf,
  snapped,
  turnBy,
  viewAt,
  viewTurnOf,
  visibleBox,
  zoomAt,
  zoomLimits,
  zoomTo,
} from '../../../../renderer/canvas/view.ts';
import { invert, toImage, toStage } from '../../../../shared/geometry.ts';
import { parts, pixelRatios, quarters, scenes, stages, pictures } from './arbitraries.ts';

const stage = { width: 800, height: 600 };
const picture = { width: 2000, height: 1000 };

describe('conversion to the screen and back', () => {
  test('returns a point within half a pixel at any zoom, turn and pixel ratio', () => {
    fc.assert(
      fc.property(scenes, parts, parts, pixelRatios, ({ picture: size, view }, px, py, ratio) => {
        const drawn = snapped(view, ratio);
        const point = { x: px * size.width, y: py * size.height };
        const back = toImage(invert(drawn), toStage(drawn, point));
        expect(Math.hypot(back.x - point.x, back.y - point.y)).toBeLessThan(0.5);
        const [exact, shown] = [toStage(view, point), toStage(drawn, point)];
        // Alignment to whole device pixels moves the picture by at most half of one.
        expect(Math.abs(exact.x - shown.x) * ratio).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(Math.abs(exact.y - shown.y) * ratio).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});

describe('fitting', () => {
  test('centres the whole picture at any turn', () => {
    fc.assert(
      fc.property(stages, pictures, quarters, (room, size, turn) => {
        const shown = pictureOnStage(fitView(room, size, turn), size);
        expect(shown.x).toBeGreaterThanOrEqual(-1e-6);
        expect(shown.y).toBeGreaterThanOrEqual(-1e-6);
        expect(shown.x + shown.w).toBeLessThanOrEqual(room.width + 1e-6);
        expect(shown.y + shown.h).toBeLessThanOrEqual(room.height + 1e-6);
        expect(shown.x + shown.w / 2).toBeCloseTo(room.width / 2, 4);
        expect(shown.y + shown.h / 2).toBeCloseTo(room.height / 2, 4);
      }),
    );
  });

  test('leaves only the margin on the limiting side', () => {
    const shown = pictureOnStage(fitView(stage, picture), picture);
    expect(shown).toMatchObject({ x: fitMargin, w: 800 - 2 * fitMargin });
  });

  test('keeps the turn', () => {
    fc.assert(
      fc.property(stages, pictures, quarters, (room, size, turn) => {
        expect(viewTurnOf(fitView(room, size, turn))).toBe(turn);
      }),
    );
  });

  test('by width starts a long page at its top', () => {
    const shown = pictureOnStage(fitWidth(stage, { width: 1000, height: 3000 }), {
      width: 1000,
      height: 3000,
    });
    expect(shown.w).toBeCloseTo(800 - 2 * fitMargin);
    expect(shown.y).toBeCloseTo(fitMargin);
  });

  test('by width centres a flat page', () => {
    const shown = pictureOnStage(fitWidth(stage, picture), picture);
    expect(shown.y + shown.h / 2).toBeCloseTo(300);
  });
});

describe('zoom', () => {
  test('keeps the point under the pointer fixed', () => {
    fc.assert(
      fc.property(
        scenes,
        parts,
        parts,
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (scene, px, py, factor) => {
          const about = { x: px * scene.stage.width, y: py * scene.stage.height };
          const under = toImage(invert(scene.view), about);
          const zoomed = zoomAt(scene.view, scene.stage, scene.picture, about, factor);
          const after = toStage(zoomed, under);
          expect(after.x).toBeCloseTo(about.x, 3);
          expect(after.y).toBeCloseTo(about.y, 3);
        },
      ),
    );
  });

  test('stops at its limits', () => {
    const { least, most } = zoomLimits(stage, picture);
    const view = fitView(stage, picture);
    expect(scaleOf(zoomAt(view, stage, picture, { x: 0, y: 0 }, 1e6))).toBeCloseTo(most);
    expect(scaleOf(zoomAt(view, stage, picture, { x: 0, y: 0 }, 1e-6))).toBeCloseTo(least);
    expect(most).toBe(largestScale);
    expect(least).toBeLessThan(scaleOf(view));
  });

  test('to a scale keeps the middle fixed', () => {
    const view = zoomTo(fitView(stage, picture), stage, picture, 1);
    // Exactly 1, because at 1:1 each pixel is drawn unchanged and without smoothing.
    expect(scaleOf(view)).toBe(1);
    expect(toStage(view, { x: 1000, y: 500 }).x).toBeCloseTo(400);
    expect(toStage(view, { x: 1000, y: 500 }).y).toBeCloseTo(300);
  });
});

describe('bounds', () => {
  test('keep the picture in the middle of the stage, at a scale within the limits', () => {
    fc.assert(
      fc.property(scenes, ({ stage: room, picture: size, view }) => {
        const clamped = clampView(view, room, size);
        const { x, y, w, h } = pictureOnStage(clamped, size);
        expect(x).toBeLessThanOrEqual(room.width / 2 + 1e-3);
        expect(y).toBeLessThanOrEqual(room.height / 2 + 1e-3);
        expect(x + w).toBeGreaterThanOrEqual(room.width / 2 - 1e-3);
        expect(y + h).toBeGreaterThanOrEqual(room.height / 2 - 1e-3);
        const { least, most } = zoomLimits(room, size);
        expect(scaleOf(clamped)).toBeGreaterThanOrEqual(least * (1 - 1e-9));
        expect(scaleOf(clamped)).toBeLessThanOrEqual(most * (1 + 1e-9));
      }),
    );
  });

  test('leave a view within bounds unchanged', () => {
    const view = fitView(stage, picture);
    expect(clampView(view, stage, picture)).toBe(view);
  });

  test('stop a far pan at the edge', () => {
    const view = clampView(panBy(fitView(stage, picture), 1e6, 0), stage, picture);
    expect(pictureOnStage(view, picture).x).toBeCloseTo(400);
  });
});

describe('turning', () => {
  test('four quarters restores the view', () => {
    fc.assert(
      fc.property(scenes, ({ stage: room, view }) => {
        let turned = view;
        for (let i = 0; i < 4; i += 1) turned = turnBy(turned, room, 1);
        for (const key of ['a', 'b', 'c', 'd'] as const) expect(turned[key]).toBeCloseTo(view[key], 6);
        expect(Math.abs(turned.e - view.e) + Math.abs(turned.f - view.f)).toBeLessThan(1e-3);
      }),
    );
  });

  test('a quarter moves the top to the right and keeps the middle', () => {
    const view = turnBy(fitView(stage, picture), stage, 1);
    const top = toStage(view, { x: 1000, y: 0 });
    expect(top.x).toBeGreaterThan(400);
    expect(top.y).toBeCloseTo(300);
    expect(toStage(view, { x: 1000, y: 500 }).x).toBeCloseTo(400);
    expect(viewTurnOf(turnBy(view, stage, -1))).toBe(0);
  });
});

test('keeps the point in the middle of a resized stage', () => {
  const view = zoomTo(fitView(stage, picture), stage, picture, 1);
  const after = resized(view, stage, { width: 500, height: 900 });
  expect(toStage(after, { x: 1000, y: 500 }).x).toBeCloseTo(250);
  expect(toStage(after, { x: 1000, y: 500 }).y).toBeCloseTo(450);
});

test('returns exactly the box that the stage shows as visible', () => {
  fc.assert(
    fc.property(scenes, ({ stage: room, view }) => {
      const { x, y, w, h } = visibleBox(view, room);
      const corners = [toStage(view, { x, y }), toStage(view, { x: x + w, y: y + h })];
      const xs = corners.map((corner) => corner.x);
      expect(Math.min(...xs)).toBeCloseTo(0, 2);
      expect(Math.max(...xs)).toBeCloseTo(room.width, 2);
    }),
  );
});

describe('what is shown of a picture', () => {
  test('is shown again of the same picture on the same stage', () => {
    fc.assert(
      fc.property(scenes, ({ stage: room, picture: size, view }) => {
        const again = viewAt(placeOf(view, room, size), room, size, viewTurnOf(view));
        for (const member of ['a', 'b', 'c', 'd'] as const)
          expect(again[member]).toBeCloseTo(view[member], 6);
        const middle = { x: room.width / 2, y: room.height / 2 };
        const [was, is] = [toImage(invert(view), middle), toImage(invert(again), middle)];
        expect(Math.hypot(was.x - is.x, was.y - is.y)).toBeLessThan(0.01);
      }),
    );
  });

  test('is the same part of a picture with another resolution', () => {
    const large = { width: 4000, height: 2000 };
    const zoomed = zoomAt(fitView(stage, picture), stage, picture, { x: 200, y: 300 }, 3);
    const other = viewAt(placeOf(zoomed, stage, picture), stage, large);
    expect(scaleOf(other)).toBeCloseTo(scaleOf(zoomed) / 2);
    const [one, two] = [visibleBox(zoomed, stage), visibleBox(other, stage)];
    expect(two.x).toBeCloseTo(one.x * 2);
    expect(two.y).toBeCloseTo(one.y * 2);
  });

  test('is a whole page or its width on any stage', () => {
    expect(viewAt('page', stage, picture)).toEqual(fitView(stage, picture));
    expect(viewAt('width', stage, picture)).toEqual(fitWidth(stage, picture));
  });

  test.each([0, 1, 2, 3])('is an area of one picture, as large as the stage allows, turned by %d', (turn) => {
    const area = { x: 40, y: 120, w: 300, h: 90 };
    const view = viewAt({ area }, stage, picture, turn);
    const shown = boxOnStage(view, area);
    expect(shown.x + shown.w / 2).toBeCloseTo(stage.width / 2);
    expect(shown.y + shown.h / 2).toBeCloseTo(stage.height / 2);
    expect(shown.w).toBeLessThanOrEqual(stage.width);
    expect(shown.h).toBeLessThanOrEqual(stage.height);
    const share = Math.max(shown.w / stage.width, shown.h / stage.height);
    expect(share).toBeGreaterThan(0.7);
    expect(viewTurnOf(view)).toBe(turn);
  });
});
