import { expect, test } from 'vitest';
import { inFrames } from '../../../../renderer/state/listen.ts';
import type { VouchEvent } from '../../../../shared/contract/commands.ts';

const removed = (id: number): VouchEvent => ({ type: 'pages.removed', ids: [id] });

test('applies events within one frame at once and in order, and loses none between frames', () => {
  const applied: (readonly VouchEvent[])[] = [];
  const frames: (() => void)[] = [];
  const take = inFrames(
    (events) => applied.push(events),
    (callback) => frames.push(callback),
  );
  for (let id = 1; id <= 1000; id += 1) take(removed(id));
  expect(applied).toEqual([]);
  expect(frames).toHaveLength(1);
  frames.shift()?.();
  expect(applied).toHaveLength(1);
  expect(applied[0]).toHaveLength(1000);
  take(removed(1001));
  expect(frames).toHaveLength(1);
  frames.shift()?.();
  expect(applied[1]).toEqual([removed(1001)]);
});
