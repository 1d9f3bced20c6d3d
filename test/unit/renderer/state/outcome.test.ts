import { isClean } from '../../../../shared/contract/batch-commands.ts';
import { expect, test } from 'vitest';
import { stateSign } from '../../../../renderer/features/documents/failure-details.ts';
import { isOpen } from '../../../../renderer/state/list-view.ts';
import { mayHelpAgain, outcomeOf } from '../../../../renderer/state/outcome.ts';
import { noHeadline, summary } from '../page-summaries.ts';

const again = (changes: Parameters<typeof summary>[0]) => mayHelpAgain(summary(changes));

test('a retry is for pages that were not read, and not for those that are set aside', () => {
  for (const state of ['failed', 'interrupted', 'cancelled'] as const) {
    expect(again({ id: 1, state }), state).toBe(true);
    expect(again({ id: 1, state, review: 'aside' }), state).toBe(false);
  }
  for (const state of ['waiting', 'calling', 'recognized'] as const)
    expect(again({ id: 1, state }), state).toBe(false);
});

test('an invoice without findings is not clean while it is compared with its page', () => {
  const page = summary({ id: 1, awaitsWitness: true });
  expect([outcomeOf(page), isClean(page), stateSign(page).tone]).toEqual(['comparing', false, 'info']);
  const confirmed = summary({ id: 1, awaitsWitness: true, review: 'confirmed' });
  expect([outcomeOf(confirmed), stateSign(confirmed).tone]).toEqual(['clean', 'ok']);
  const heard = summary({ id: 1 });
  expect([outcomeOf(heard), isClean(heard), stateSign(heard).tone]).toEqual(['clean', true, 'ok']);
});

test('a blank back is set apart and waits for no review, until the user types a value', () => {
  const blank = { id: 1, findings: { warn: 1, error: 0 }, failedGroups: ['blank'] } as const;
  const [back, typed] = [
    summary({ ...blank, failedGroups: [...blank.failedGroups] }),
    summary({
      ...blank,
      failedGroups: [...blank.failedGroups],
      headline: { ...noHeadline, number: '12345678' },
    }),
  ];
  expect([outcomeOf(back), isOpen(back), stateSign(back).icon]).toEqual(['aside', false, 'aside']);
  expect([outcomeOf(typed), isOpen(typed), stateSign(typed).icon]).toEqual(['findings', true, 'alert']);
});
