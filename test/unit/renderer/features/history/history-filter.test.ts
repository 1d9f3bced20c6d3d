import { expect, test } from 'vitest';
import { filterOf, noFields } from '../../../../../renderer/features/history/history-filter.ts';
import { isBadAmount, typedAmount } from '../../../../../renderer/features/typed-amount.ts';
import { historyFilterSchema } from '../../../../../shared/contract/history.ts';

test('makes a filter of typed fields, and ignores empty ones', () => {
  expect(filterOf(noFields)).toEqual({});
  const filter = filterOf({
    ...noFields,
    text: ' 复印纸 ',
    seller: '远山',
    buyer: ' ',
    number: '1234',
    kind: '04',
    business: 'toll',
    dayFrom: '2024-05-01',
    amountFrom: '1200',
    state: 'recognized',
  });
  expect(filter).toEqual({
    text: '复印纸',
    seller: '远山',
    number: '1234',
    kind: '04',
    business: 'toll',
    dayFrom: '2024-05-01',
    amountFrom: '1200',
    state: 'recognized',
  });
  expect(historyFilterSchema.safeParse(filter).success).toBe(true);
  expect(historyFilterSchema.safeParse(filterOf({ ...noFields, seller: '远'.repeat(500) })).success).toBe(
    true,
  );
  expect(typedAmount('¥1,200')).toBe('1200');
  expect(isBadAmount('much')).toBe(true);
});
