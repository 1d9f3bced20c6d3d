import { expect, test } from 'vitest';
import { matchMissing } from '../../../../renderer/state/missing-files.ts';

const missing = [
  { place: 3, name: '5月/发票.pdf', bytes: 10 },
  { place: 4, name: '6月/发票.pdf', bytes: 10 },
  { place: 7, name: '6月/行程单.pdf', bytes: 20 },
];

test('finds missing files by their names with folders, and by length', () => {
  const chosen = [
    { file: 'a', name: '6月/发票.pdf', bytes: 10 },
    { file: 'b', name: '5月/发票.pdf', bytes: 10 },
    { file: 'c', name: '6月/行程单.pdf', bytes: 21 },
    { file: 'd', name: '6月/其他.pdf', bytes: 10 },
  ];
  expect([...matchMissing(missing, chosen)]).toEqual([
    ['a', 4],
    ['b', 3],
  ]);
});

test('finds each missing file once if the folders are not known', () => {
  const chosen = [
    { file: 'a', name: '行程单.pdf', bytes: 20 },
    { file: 'b', name: '发票.pdf', bytes: 10 },
    { file: 'c', name: '发票.pdf', bytes: 10 },
    { file: 'd', name: '发票.pdf', bytes: 10 },
  ];
  expect([...matchMissing(missing, chosen)]).toEqual([
    ['a', 7],
    ['b', 3],
    ['c', 4],
  ]);
});
