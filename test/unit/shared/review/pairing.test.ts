import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isNearPeriod,
  isPaperRole,
  mostPairable,
  pairableDays,
  pairFiguresOf,
  pairingAmong,
  pairRoles,
  withNone,
  type Pairable,
} from '../../../../shared/review/pairing.ts';
import { paperExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';

const one = (page: number, over: Partial<Pairable>): Pairable => ({
  page,
  role: 'invoice',
  day: '2026-05-16',
  cents: 4_180,
  chosen: null,
  code: null,
  number: String(page),
  ...over,
});
const ride = (page: number, over: Partial<Pairable> = {}) => one(page, { role: 'ride', ...over });
const itinerary = (page: number, over: Partial<Pairable> = {}) =>
  one(page, { role: 'itinerary', number: null, ...over });
const of = (page: number, all: readonly Pairable[]) =>
  pairingAmong(all.find((each) => each.page === page) ?? one(0, {}), all);

const pair = (invoice: number | null) => ({ change: { kind: 'pair', invoice } }) as const;

describe('a paper and its invoice', () => {
  test('are paired if each is the only one for the other', () => {
    const all = [ride(1), itinerary(2, { day: '2026-05-30' })];
    expect(of(2, all)).toEqual({ isPaper: true, paired: [{ page: 1, isChosen: false }], offers: [] });
    expect(of(1, all)).toEqual({ isPaper: false, paired: [{ page: 2, isChosen: false }], offers: [] });
  });

  test.each([
    ['another invoice of the amount', [ride(1), itinerary(2), one(3, {})], [1, 3]],
    ['another paper of the amount', [ride(1), itinerary(2), itinerary(3)], [1]],
    ['a hotel bill of the amount', [ride(1), itinerary(2), itinerary(3, { role: 'hotel-bill' })], [1]],
    ['an invoice for something else', [one(1, {}), itinerary(2)], [1]],
    ['an invoice for lodging', [one(1, { role: 'lodging' }), itinerary(2)], [1]],
    ['no day on the paper', [ride(1), itinerary(2, { day: null })], [1]],
    ['a paper that a user paired with it', [ride(1), itinerary(2), itinerary(3, { chosen: 1 })], [1]],
  ])('are only offered with %s', (_, all, offers) => {
    expect(of(2, all)).toEqual({ isPaper: true, paired: [], offers });
    expect(of(1, all).offers).toContain(2);
  });

  test.each([
    ['another amount', { cents: 4_181 }],
    ['no amount', { cents: null }],
    ['another month', { day: '2026-07-16' }],
  ])('are not even offered with %s', (_, over) => {
    const all = [ride(1), itinerary(2, over)];
    expect(of(2, all)).toMatchObject({ paired: [], offers: [] });
    expect(of(1, all)).toMatchObject({ paired: [], offers: [] });
  });

  test('are paired although there is a copy of the invoice, also seen from the copy', () => {
    const all = [ride(1, { number: '77' }), itinerary(2), ride(3, { number: '77', code: '3100' })];
    expect(of(2, all).paired).toEqual([{ page: 1, isChosen: false }]);
    for (const page of [1, 3]) expect(of(page, all).paired).toEqual([{ page: 2, isChosen: false }]);
  });

  test('are what the user says, also with another amount', () => {
    const chosen = [ride(1), itinerary(2, { cents: 1, chosen: 1 }), one(3, {})];
    expect(of(2, chosen).paired).toEqual([{ page: 1, isChosen: true }]);
    expect(of(1, chosen).paired).toEqual([{ page: 2, isChosen: true }]);
    const none = [ride(1), itinerary(2, { chosen: withNone })];
    expect(of(2, none)).toEqual({ isPaper: true, paired: [], offers: [1] });
    // It is no candidate any more: the other paper is the only one.
    expect(of(3, [...none, itinerary(3)]).paired).toEqual([{ page: 1, isChosen: false }]);
    // The chosen invoice is not among the pages that an invoice of the amount sees.
    const elsewhere = [ride(1), itinerary(2, { chosen: 9 })];
    expect(of(2, elsewhere).paired).toEqual([{ page: 9, isChosen: true }]);
    expect(of(1, elsewhere)).toEqual({ isPaper: false, paired: [], offers: [] });
  });

  test('are only what the user says if there are too many to load', () => {
    const others = Array.from({ length: mostPairable }, (_, index) => one(10 + index, { cents: 1 }));
    expect(of(2, [ride(1), itinerary(2), ...others.slice(3)]).paired).toHaveLength(1);
    expect(of(2, [ride(1), itinerary(2), ...others])).toMatchObject({ paired: [], offers: [1] });
    expect(of(2, [ride(1), itinerary(2, { chosen: 1 }), ...others]).paired).toHaveLength(1);
  });

  test('are at most 31 days apart, also around a period', () => {
    const may = { from: '2026-05-01', to: '2026-05-31' };
    const days = ['2026-03-30', '2026-03-31', '2026-05-16', '2026-07-01', '2026-07-02'];
    expect(days.map((day) => isNearPeriod(day, may))).toEqual([false, true, true, true, false]);
    expect(pairableDays('2026-05-16')).toEqual({ from: '2026-03-15', to: '2026-07-17' });
  });

  test('say the same of each other, whatever else there is', () => {
    const page = fc.record({
      role: fc.constantFrom(...pairRoles),
      day: fc.constantFrom(null, '2026-05-16', '2026-05-20', '2026-08-01'),
      cents: fc.constantFrom(null, 100, 200),
      chosen: fc.constantFrom(null, null, withNone, 1, 2, 3),
      code: fc.constant(null),
      number: fc.constantFrom(null, '1', '2', '3'),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 8 }), (pages) => {
        const all = pages.map((given, index): Pairable => {
          const isPaper = isPaperRole(given.role);
          const chosen = pages[(given.chosen ?? 0) - 1];
          const isInvoice = chosen !== undefined && !isPaperRole(chosen.role);
          const kept = given.chosen === withNone || isInvoice ? given.chosen : null;
          return { ...given, page: index + 1, chosen: isPaper ? kept : null };
        });
        for (const paper of all.filter(({ role }) => isPaperRole(role))) {
          const { paired, offers } = pairingAmong(paper, all);
          expect(paired.length).toBeLessThanOrEqual(1);
          expect(paired.length === 0 || offers.length === 0).toBe(true);
          for (const { page: id } of paired) {
            expect(of(id, all).paired.map((other) => other.page)).toContain(paper.page);
            // By itself only what is certain: one paper an invoice.
            const alone = of(id, all).paired.filter(({ isChosen }) => !isChosen);
            expect(alone.length).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe('what is stored for pairing', () => {
  const paper = {
    type: 'itinerary',
    number: null,
    date: '2026-05-16',
    amount: '41.80',
    payer: null,
    payee: null,
  } as const;

  test('of a paper are its day, amount and the user’s choice', () => {
    const { findings: checks } = paperExtraction('local', paper);
    const data = { value: emptyInvoice, ticket: null, paper, checks };
    const stored = { pairRole: 'itinerary', pairDay: '2026-05-16', pairCents: 4_180 };
    expect(pairFiguresOf(data, [])).toEqual({ ...stored, pairWith: null });
    expect(pairFiguresOf(data, [pair(3), pair(7)])).toEqual({ ...stored, pairWith: 7 });
    expect(pairFiguresOf(data, [pair(3), pair(null)])).toEqual({ ...stored, pairWith: withNone });
    expect(pairFiguresOf({ ...data, paper: { ...paper, type: 'contract' } }, [])).toMatchObject({
      pairRole: null,
    });
    // With a typed value it is an invoice.
    const typed = { ...emptyInvoice, number: '12345678' };
    expect(pairFiguresOf({ ...data, value: typed }, [])).toMatchObject({ pairRole: null });
  });

  test.each([
    ['*运输服务*客运服务费', 'ride'],
    ['*住宿服务*住宿费', 'lodging'],
    ['*办公用品*打印纸', 'invoice'],
  ])('of an invoice say what it is for: %s', (name, pairRole) => {
    const value = {
      ...emptyInvoice,
      issueDate: '2026-05-16',
      grossTotal: '41.80',
      lines: [{ ...emptyLine, name }],
    };
    expect(pairFiguresOf({ value, ticket: null, checks: [] }, [])).toEqual({
      pairRole,
      pairDay: '2026-05-16',
      pairCents: 4_180,
      pairWith: null,
    });
  });
});
