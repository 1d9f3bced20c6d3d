import { expect, test } from 'vitest';
import { mayHelpAgain } from '../../../../renderer/state/outcome.ts';
import { summary } from '../page-summaries.ts';

const again = (changes: Parameters<typeof summary>[0]) => mayHelpAgain(summary(changes));

test('a retry is for pages that were not read, and not for those that are set aside', () => {
  for (const state of ['failed', 'interrupted', 'cancelled'] as const) {
    expect(again({ id: 1, state }), state).toBe(true);
    expect(again({ id: 1, state, review: 'aside' }), state).toBe(false);
  }
  for (const state of ['waiting', 'calling', 'recognized'] as const)
    expect(again({ id: 1, state }), state).toBe(false);
});
