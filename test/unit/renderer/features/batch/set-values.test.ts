import { expect, test } from 'vitest';
import {
  cellsOf,
  knownCompanies,
  planToSet,
  settableOf,
} from '../../../../../renderer/features/batch/set-values.ts';
import type { PageSummary } from '../../../../../shared/contract/page.ts';
import { noHeadline, summary } from '../../page-summaries.ts';

const invoice = (id: number, change: Partial<PageSummary['headline']> = {}) =>
  summary({ id, headline: { ...noHeadline, ...change } });
const own = '91310000MA1FL0000X';
const other = '91110108MA01ABCD2K';

test('sets name and taxpayer ID, and names what stays', () => {
  const pages = [
    invoice(1, { buyer: '甲', buyerTaxId: own }),
    invoice(2, { buyer: '乙公司', buyerTaxId: other }),
    invoice(3, { buyer: '乙公司' }),
    summary({ id: 4, state: 'failed' }),
    summary({ id: 5, failedGroups: ['blank'] }),
  ];
  const plan = planToSet(pages, { 'buyer.name': ' 乙公司 ', 'buyer.taxId': other, 'seller.name': '' });
  expect(plan).toMatchObject({ same: 1, unread: 2, refused: null });
  expect(plan.changes.map(({ page, values }) => [page.id, values])).toEqual([
    [
      1,
      [
        { field: 'buyer.name', was: '甲', value: '乙公司' },
        { field: 'buyer.taxId', was: own, value: other },
      ],
    ],
    [3, [{ field: 'buyer.taxId', was: '', value: other }]],
  ]);
  expect(cellsOf(plan.changes)).toContainEqual({ id: 3, field: 'buyer.taxId', value: other });
});

test('refuses a text that is no value, and changes nothing then', () => {
  const plan = planToSet([invoice(1)], { issueDate: '2024-13-41' });
  expect(plan.changes).toEqual([]);
  expect(plan.refused?.en).toContain('2024-13-41');
});

test('nothing typed changes nothing', () => {
  expect(planToSet([invoice(1), invoice(2)], { 'seller.name': '  ' })).toEqual({
    changes: [],
    same: 2,
    unread: 0,
    refused: null,
  });
});

test('a known company brings its most frequent taxpayer ID; an own company its own', () => {
  const pages = [
    invoice(1, { seller: '甲', sellerTaxId: own }),
    invoice(2, { seller: '甲', sellerTaxId: other }),
    invoice(3, { buyer: '甲', buyerTaxId: other }),
    invoice(4, { seller: '乙' }),
  ];
  expect([...knownCompanies(pages, [])]).toEqual([
    ['甲', other],
    ['乙', ''],
  ]);
  expect(knownCompanies(pages, [{ name: '甲', taxId: own }]).get('甲')).toBe(own);
});

test.each([
  ['buyer.taxId', 'buyer'],
  ['seller.name', 'seller'],
  ['issueDate', 'issueDate'],
  ['grossTotal', null],
  [null, null],
])('%s belongs to %s', (path, id) => {
  expect(settableOf(path)).toBe(id);
});
