import { attributesOf } from '../../shared/face/attributes.ts';
import type { Face } from '../../shared/face/model.ts';
import { decodeFaces, encodeFaces } from '../../shared/face/pack.ts';
import { faceRowsOf, sortFaceRows } from '../../renderer/features/faces/face-rows.ts';
import { everyFace } from '../../renderer/state/face-view.ts';
import type { BenchRow } from './row.ts';

/** The cost of ten thousand faces for the window before any is drawn. */

const madeFaces: readonly Face[] = Array.from({ length: 9999 }, (_, at) => ({
  index: at + 1,
  score: ((at * 7919) % 1000) / 1000,
  box: { x: (at * 31) % 9000, y: (at * 17) % 9000, w: 20 + (at % 40), h: 20 + (at % 30) },
  points: Array.from({ length: 21 }, (__, k) => ({ x: at + k / 2, y: at + k })),
  attributes: attributesOf(() => at % 2),
}));

const median = (work: () => unknown): number => {
  const times = Array.from({ length: 15 }, () => {
    const since = performance.now();
    work();
    return performance.now() - since;
  }).toSorted((one, other) => one - other);
  return times[7] ?? NaN;
};

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

export const run = (): Promise<BenchRow[]> => {
  const { buffer } = encodeFaces({
    declaredCount: 9999,
    returnedCount: 9999,
    faces: madeFaces,
    notes: new Map(),
  });
  const json = JSON.stringify(madeFaces);
  const [packed, parsed] = [median(() => decodeFaces(buffer)), median((): unknown => JSON.parse(json))];
  const pack = decodeFaces(buffer);
  if (!pack) throw new Error('No faces');
  const sorted = median(() =>
    sortFaceRows(pack, faceRowsOf(pack, 0.1, everyFace), { by: 'score', isDescending: true }),
  );
  const filtered = median(() => faceRowsOf(pack, 0.1, { ...everyFace, attributes: { gender: 1 } }));
  return Promise.resolve([
    {
      name: '9,999 faces: taken in by the window',
      measured: milliseconds(packed),
      floor: `${milliseconds(parsed)} to parse them as JSON`,
      ratio: packed / parsed,
      limit: 0.1,
    },
    {
      name: '9,999 faces: filtered and sorted',
      measured: milliseconds(sorted),
      floor: '100 ms allowed',
      ratio: sorted / 100,
      limit: 1,
    },
    {
      name: '9,999 faces: filtered',
      measured: milliseconds(filtered),
      floor: '16 ms allowed',
      ratio: filtered / 16,
      limit: 1,
    },
  ]);
};
