import { expect, test } from 'vitest';
import { countBilled } from '../../../../../renderer/features/faces/use-faces.ts';
import { emptyList, withPages } from '../../../../../renderer/state/page-list.ts';
import { summary } from '../../page-summaries.ts';

test('counts only photos that are not from the demo, and that still exist, as billed', () => {
  const list = withPages(emptyList, [
    summary({ id: 1, sandbox: false }),
    summary({ id: 2, sandbox: true }),
    summary({ id: 3, sandbox: false }),
  ]);
  expect(countBilled(list, [1, 2, 3, 4])).toBe(2);
  expect(countBilled(list, [2])).toBe(0);
});
