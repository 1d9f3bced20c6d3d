import { expect, test } from 'vitest';
import { compareNames, comparePaths } from '../../../shared/order.ts';

test('orders names by the value of their numbers', () => {
  const names = ['发票10.pdf', '发票2.pdf', '100.jpg', '一.jpg', '10.jpg', '1.jpg', '2.jpg', '01.jpg'];
  expect(names.toSorted(compareNames)).toEqual([
    '01.jpg',
    '1.jpg',
    '2.jpg',
    '10.jpg',
    '100.jpg',
    '发票2.pdf',
    '发票10.pdf',
    '一.jpg',
  ]);
});

test('orders the files of a folder before those of the next one', () => {
  const paths = ['2/10.pdf', '10/1.pdf', '2/9.pdf', '2-a/1.pdf', '1.pdf'];
  expect(paths.toSorted(comparePaths)).toEqual(['1.pdf', '2/9.pdf', '2/10.pdf', '2-a/1.pdf', '10/1.pdf']);
});
