import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openFindingsOf,
  summaryOfPages,
  withDerived,
  type AlikePages,
} from '../../../../shared/review/export-summary.ts';

const findings = fc
  .array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), level: fc.constantFrom('warn', 'error') }))
  .map((found) =>
    openFindingsOf(found.map((one) => ({ ...one, message: { zh: '', en: '' }, fields: [] }) as const)),
  );
const page = (states: readonly AlikePages['state'][]): fc.Arbitrary<AlikePages> =>
  fc.tuple(fc.constantFrom(...states), fc.boolean(), findings).map(([state, isDemo, open]) => ({
    pages: 1,
    state,
    isDemo,
    open: state === 'recognized' ? open : [],
  }));

test('a stored summary with derived findings equals the summary of all pages', () => {
  const stored = fc.array(page(['recognized', 'failed', 'waiting', 'cancelled']));
  // The response of a page that counts as recognized may be lost.
  const underived = fc.array(page(['recognized', 'failed']));
  fc.assert(
    fc.property(stored, underived, (known, derived) => {
      const counted = derived.map((one): AlikePages => ({ ...one, state: 'recognized', open: [] }));
      const before = summaryOfPages([...known, ...counted], ['x.pdf']);
      expect(withDerived(before, summaryOfPages(derived, []))).toEqual(
        summaryOfPages([...known, ...derived], ['x.pdf']),
      );
    }),
  );
});
