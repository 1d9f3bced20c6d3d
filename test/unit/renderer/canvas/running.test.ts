import { describe, expect, test } from 'vitest';
import { createFrameLoop } from '../../../../renderer/canvas/frame-loop.ts';
import { browserSliceHost, runSliced } from '../../../../renderer/canvas/slices.ts';
import { leftFree, stageImagePlace, type StageImage } from '../../../../renderer/canvas/stage-image.ts';
import fc from 'fast-check';

const bitmap = { width: 100, height: 80, close: () => {} };
const still = (view: StageImage['view']): StageImage => ({
  bitmap,
  view,
  stage: { width: 100, height: 80 },
  pixelRatio: 1,
});
const covered = (from: number, to: number, most: number): number =>
  Math.max(0, Math.min(most, to) - Math.max(0, from));

/** A clock that advances by one on each read, and a queue of tasks. */
const fakeHost = () => {
  let time = 0;
  const tasks: (() => void)[] = [];
  return {
    tasks,
    host: {
      now: () => (time += 1),
      defer: (task: () => void) => {
        tasks.push(task);
        return () => void tasks.splice(tasks.indexOf(task), 1);
      },
    },
  };
};

function* countTo(most: number, seen: number[]): Generator<undefined, string> {
  for (let i = 0; i < most; i += 1) {
    seen.push(i);
    yield;
  }
  return 'done';
}

describe('drawing in slices', () => {
  test('stops when its time is over, and continues later', () => {
    const { host, tasks } = fakeHost();
    const seen: number[] = [];
    const ends: string[] = [];
    runSliced(host, countTo(10, seen), 3, (value) => ends.push(value));
    expect(seen).toEqual([]);
    tasks.shift()?.();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(10);
    while (tasks.length > 0) tasks.shift()?.();
    expect(seen).toHaveLength(10);
    expect(ends).toEqual(['done']);
  });

  test('does nothing more after it is cancelled', () => {
    const { host, tasks } = fakeHost();
    const seen: number[] = [];
    const stop = runSliced(host, countTo(10, seen), 3, () => expect.unreachable());
    tasks.shift()?.();
    const before = seen.length;
    stop();
    expect(tasks).toEqual([]);
    expect(seen).toHaveLength(before);
  });

  test('runs on the real queue', async () => {
    const seen: number[] = [];
    const value = await new Promise((done) => {
      runSliced(browserSliceHost, countTo(5, seen), 1, done);
    });
    expect(value).toBe('done');
  });
});

describe('requested frames', () => {
  test('run once for many requests, and never without one', () => {
    const tasks: ((time: number) => void)[] = [];
    const steps: number[] = [];
    const loop = createFrameLoop(
      { requestFrame: (task) => tasks.push(task), cancelFrame: () => void tasks.splice(0) },
      (time) => void steps.push(time),
    );
    expect(tasks).toHaveLength(0);
    for (let i = 0; i < 5; i += 1) loop.request();
    expect(tasks).toHaveLength(1);
    tasks.shift()?.(16);
    expect(steps).toEqual([16]);
    expect(tasks).toHaveLength(0);
    loop.request();
    loop.stop();
    expect(tasks).toHaveLength(0);
  });
});

describe('still images', () => {
  const view = { a: 2, b: 0, c: 0, d: 2, e: 0, f: 0 };

  test('move and scale with the view', () => {
    expect(stageImagePlace(still(view), view)).toEqual({ x: 0, y: 0, w: 100, h: 80 });
    expect(stageImagePlace(still(view), { ...view, e: 7, f: -3 })).toEqual({ x: 7, y: -3, w: 100, h: 80 });
    expect(stageImagePlace(still(view), { ...view, a: 4, d: 4 })).toEqual({ x: 0, y: 0, w: 200, h: 160 });
    expect(stageImagePlace(still(view), { a: 0, b: 2, c: -2, d: 0, e: 0, f: 0 })).toBeNull();
  });

  test('cover the stage exactly once together with the area they leave free', () => {
    const side = fc.integer({ min: -150, max: 150 });
    const length = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(side, side, length, length, (x, y, w, h) => {
        const stage = { width: 100, height: 80 };
        const free = leftFree(stage, { x, y, w, h });
        const own = covered(x, x + w, 100) * covered(y, y + h, 80);
        expect(free.reduce((sum, box) => sum + box.w * box.h, own)).toBe(8000);
      }),
    );
    expect(leftFree({ width: 10, height: 10 }, null)).toEqual([{ x: 0, y: 0, w: 10, h: 10 }]);
  });
});
