import { expect, it } from 'vitest';
import { createRefusals } from '../../../../../electron/hosts/http/answers.ts';

it('limits the logged refusals in a minute, notes that there are more, and starts again', () => {
  let clock = 0;
  const refusals = createRefusals(() => clock);
  const first = Array.from({ length: 1100 }, () => refusals.next());
  expect(first.filter((next) => next === 'note')).toHaveLength(60);
  expect(first.filter((next) => next === 'last')).toHaveLength(1);
  expect(first.filter((next) => next === 'flood')).toHaveLength(100);
  expect(first.lastIndexOf('note')).toBeLessThan(first.indexOf('last'));
  clock = 59_999;
  expect(refusals.next()).toBe('flood');
  clock = 60_000;
  expect(refusals.next()).toBe('note');
});
