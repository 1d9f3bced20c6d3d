import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyList, withPages } from '../../../../renderer/state/page-list.ts';
import {
  arranged,
  listFilters,
  listSorts,
  nextWanted,
  readerFilters,
  wholeList,
  type ListFilter,
} from '../../../../renderer/state/list-view.ts';
import { businesses } from '../../../../shared/invoice/business.ts';
import type { PageSummary } from '../../../../shared/contract/page.ts';
import { noHeadline, summary } from '../page-summaries.ts';

const headline = (change: Partial<PageSummary['headline']>) => ({ ...noHeadline, ...change });
const list = withPages(emptyList, [
  summary({ id: 1, headline: headline({ seller: '上海某某', grossTotal: '9.00', issueDate: '2024-05-02' }) }),
  summary({
    id: 2,
    headline: headline({ seller: '北京某某', grossTotal: '100.00' }),
    review: 'confirmed',
    exportedAt: '2026-01-03T00:00:00.000Z',
  }),
  summary({ id: 3, state: 'failed', name: 'Ｓｃａｎ.jpg' }),
  summary({
    id: 4,
    headline: headline({ number: '12345678', issueDate: '2024-05-01' }),
    findings: { warn: 1, error: 0 },
  }),
  summary({ id: 5, review: 'aside', findings: { warn: 0, error: 1 }, failedGroups: ['amounts', 'qr'] }),
  summary({ id: 6, state: 'waiting' }),
]);
const shown = (change: Partial<typeof wholeList>) => arranged(list, { ...wholeList, ...change });

describe('the list of pages', () => {
  test('by default is complete and in the order in which pages were added', () => {
    expect(shown({})).toBe(list.order);
  });

  test.each([
    ['open', [1, 4]],
    ['clean', [1, 2]],
    ['findings', [4]],
    ['confirmed', [2]],
    ['aside', [5]],
    ['failed', [3]],
    ['waiting', [6]],
    ['cancelled', []],
    ['exported', [2]],
    ['unexported', [1, 4, 5]],
    ['amounts', [5]],
    ['duplicate', []],
  ] as const)('shows pages that are %s', (filter, ids) => {
    expect(shown({ filter })).toEqual(ids);
  });

  test('of photos sorts by name and by number of faces', () => {
    const photos = withPages(emptyList, [
      summary({ id: 1, service: 'face-detect', name: 'b.jpg', headline: headline({ faces: 2 }) }),
      summary({ id: 2, service: 'face-detect', name: 'a.jpg', state: 'failed' }),
      summary({ id: 3, service: 'face-detect', name: 'c.jpg', headline: headline({ faces: 9999 }) }),
    ]);
    expect(arranged(photos, { ...wholeList, sort: 'faces' })).toEqual([3, 1, 2]);
    expect(arranged(photos, { ...wholeList, sort: 'name' })).toEqual([2, 1, 3]);
    for (const sort of ['seller', 'date', 'amount', 'findings'])
      expect<readonly string[]>(listSorts['face-detect']).not.toContain(sort);
  });

  test.each([
    ['seller', [2, 1, 3, 4, 5, 6]],
    ['date', [4, 1, 2, 3, 5, 6]],
    ['amount', [2, 1, 3, 4, 5, 6]],
    ['findings', [5, 4, 1, 2, 3, 6]],
    ['state', [3, 1, 4, 5, 2, 6]],
  ] as const)('sorts by %s, with missing values last', (sort, ids) => {
    expect(shown({ sort })).toEqual(ids);
  });

  test('shows what the index has found, in any order', () => {
    expect(shown({ find: '某', found: new Set([4, 2, 99]) })).toEqual([2, 4]);
    expect(shown({ find: '某', found: new Set() })).toEqual([]);
    expect(shown({ find: '某', found: new Set([2, 3]), filter: 'failed' })).toEqual([3]);
  });

  test('filters by reader', () => {
    const readers = ['xml', 'ofd', 'pdf', 'qr', 'service', 'sandbox'] as const;
    const own = withPages(
      emptyList,
      readers.map((reader, index) => summary({ id: index + 1, state: 'recognized', reader })),
    );
    const by = (filter: ListFilter) => arranged(own, { ...wholeList, filter });
    expect(readerFilters.map(by)).toEqual([[1], [2], [3], [4], [5], [6]]);
  });

  test('filters by business, without pages that are not read yet', () => {
    const own = withPages(emptyList, [
      ...businesses.map((business, index) => summary({ id: index + 1, headline: headline({ business }) })),
      summary({ id: 90, state: 'waiting', headline: headline({ business: 'toll' }) }),
      summary({ id: 91 }),
    ]);
    const by = (filter: ListFilter) => arranged(own, { ...wholeList, filter });
    expect(businesses.map(by)).toEqual(businesses.map((_, index) => [index + 1]));
  });

  test('never shows a page twice or an unknown page', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...listFilters),
        fc.constantFrom(...listSorts['vat-invoice'], ...listSorts['face-detect']),
        fc.constantFrom(null, new Set<number>(), new Set([2, 4, 99])),
        (filter, sort, found) => {
          const ids = shown({ filter, sort, found });
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of ids) expect(list.byId.has(id)).toBe(true);
        },
      ),
    );
  });
});

const isEven = (id: number) => id % 2 === 0;

test('finds the next wanted id, wrapping around once', () => {
  expect(nextWanted([1, 2, 3, 4], 2, isEven, 1)).toBe(4);
  expect(nextWanted([1, 2, 3, 4], 4, isEven, 1)).toBe(2);
  expect(nextWanted([1, 2, 3], 2, isEven, 1)).toBeNull();
  expect(nextWanted([1, 2, 3, 4], 2, isEven, -1)).toBe(4);
  expect(nextWanted([1, 2, 3, 4], null, isEven, 1)).toBe(2);
  expect(nextWanted([], 2, isEven, 1)).toBeNull();
});
