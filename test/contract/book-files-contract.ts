import { describe, expect, test } from 'vitest';
import {
  reserve,
  unfinished,
  resolveAs,
  resolveCertain,
  withReserved,
} from '../../electron/books/book-files.ts';
import type { LedgerInvoice } from '../../electron/books/ledger-invoices.ts';
import { printChanges, reservePrint } from '../../electron/books/print/reserve-print.ts';
import { reserveVouchers, tryVouchers } from '../../electron/books/vouchers/booking.ts';
import type { ReservedVoucher } from '../../electron/store/records/book-file.ts';
import type { Store } from '../../electron/store/port.ts';
import { voucherRulesSchema } from '../../shared/books/voucher-rules.ts';
import { success } from '../../shared/result.ts';
import { bought, own } from '../helpers/own-invoices.ts';
import { raceBookings, racedPeriod, reserveNext } from '../helpers/race-bookings.ts';
import { addOne } from '../helpers/stored-pages.ts';

const period = racedPeriod;

const voucherRules = voucherRulesSchema.parse({
  own: [own],
  rules: [{ account: { code: '660201', name: '管理费用' } }],
});

const taken = async (reserving: ReturnType<typeof reserveNext>) => {
  const reserved = await reserving;
  if (!reserved.ok) throw new Error(reserved.failure.reason);
  return reserved.value;
};

const nothing = () => Promise.resolve(null);

/** Reserving, writing and settling the files of the books, for every engine. */
export const bookFilesContract = (name: string, opened: () => Promise<{ readonly store: Store }>): void => {
  describe(`${name}: files of the books`, () => {
    test('give each number once, however many callers there are', async () => {
      const { store } = await opened();
      const pages = await Promise.all(Array.from({ length: 5 }, () => addOne(store)));
      const rounds = await Promise.all(pages.map((page) => taken(reserveNext(store, page, 'a'))));
      expect(rounds.map(({ value }) => value).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
      for (const one of rounds) await one.written();
      expect(await store.lastVoucher('记', period, [])).toBe(5);
      expect(await store.unsettledBookFiles()).toEqual([]);
    });

    test('of several callers for one invoice, one wins and the others are told who', async () => {
      const { store } = await opened();
      const page = await addOne(store);
      const authors = ['a', 'b', 'c'];
      const ended = await Promise.all(authors.map((author) => reserveNext(store, page, author)));
      const won = ended.findIndex(({ ok }) => ok);
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      for (const one of ended)
        if (!one.ok) expect(one.failure).toMatchObject({ reason: 'being-written', by: authors[won] });
    });

    test('hold through rounds of callers at once', async () => {
      const { store } = await opened();
      expect(await raceBookings([store], 5)).toEqual([]);
    });

    test('a dropped number is free if it was the last, and void otherwise', async () => {
      const { store } = await opened();
      const [one, other, third] = [await addOne(store), await addOne(store), await addOne(store)];
      const first = await taken(reserveNext(store, one, 'a'));
      const second = await taken(reserveNext(store, other, 'a'));
      await second.dropped();
      expect(await store.lastVoucher('记', period, [])).toBe(1);
      const again = await taken(reserveNext(store, third, 'a'));
      expect(again.value).toBe(2);
      await again.written();
      await first.dropped();
      expect(await store.voidVouchers()).toEqual([{ word: '记', period, number: 1 }]);
      expect((await taken(reserveNext(store, one, 'a'))).value).toBe(3);
    });

    test('a settled file is noted on its invoices as its author, once', async () => {
      const { store } = await opened();
      const page = await addOne(store);
      const reserved = await taken(reserveNext(store, page, 'a'));
      const booking = { word: '记', number: 1, date: '2024-05-28', period };
      const changes = new Map([[page, { kind: 'book', booking } as const]]);
      await reserved.note({ target: null, digest: 'd', changes });
      expect(await store.events(page)).toEqual([]);
      await reserved.written();
      await expect(reserved.written()).rejects.toThrow();
      expect(await store.events(page)).toMatchObject([{ by: 'a', change: { kind: 'book', booking } }]);
    });

    test('an invoice that was removed since the trial is not booked', async () => {
      const { store } = await opened();
      const ids = [await addOne(store), await addOne(store)];
      const [first = 0, second = 0] = ids;
      const found = (await store.pages(ids)).map((row, index): LedgerInvoice => ({
        row,
        pages: [row],
        invoice: bought(index + 1),
        ticket: null,
        business: null,
        reader: 'xml',
        findings: [],
        events: [],
      }));
      const included = new Set(['unconfirmed', 'warning', 'error', 'undated', 'no-invoice'] as const);
      const trial = await tryVouchers(found, voucherRules, store, { included, confirms: true, format: null });
      expect([trial.used.length, trial.built.vouchers.length]).toEqual([2, 2]);
      const target = { by: 'a', target: null };
      await store.transact((unit) => unit.putInBin([second], 'b'));
      expect(await reserveVouchers(store, trial, target)).toMatchObject({
        failure: { reason: 'removed-meanwhile', by: 'b', file: null },
      });
      expect(await store.unsettledBookFiles()).toEqual([]);
      await store.transact((unit) => unit.removePages([second]));
      expect(await reserveVouchers(store, trial, target)).toMatchObject({
        failure: { reason: 'removed-meanwhile', by: null, at: null },
      });
      const rest = { ...trial, used: trial.used.filter(({ row }) => row.id === first) };
      const reserved = await reserveVouchers(store, rest, target);
      expect(reserved.ok && [...reserved.value.value.changes.keys()]).toEqual([first]);
    });

    test('what a crash leaves is resolved by its author, or by anyone after an hour', async () => {
      const { store } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      const now = new Date('2024-05-28T08:30:00Z');
      const file = {
        kind: 'vouchers',
        author: 'a',
        target: null,
        from: null,
        to: null,
        invoices: 1,
      } as const;
      const voucher = (page: number, number: number): ReservedVoucher => ({
        word: '记',
        period,
        number,
        date: '2024-05-28',
        pages: [page],
      });
      // As a dead process leaves them: one before its file was made, one after a download.
      const [dead, given] = await store.transact(async (unit) => [
        await unit.reserveBookFile(file, [voucher(one, 1)]),
        await unit.reserveBookFile(file, [voucher(other, 2)]),
      ]);
      const booking = { word: '记', number: 2, date: '2024-05-28', period };
      const changes = JSON.stringify([[other, { kind: 'book', booking }]]);
      await store.transact((unit) => unit.noteBookFile(given, { target: null, digest: 'd', changes }));
      expect(await unfinished(store, { by: 'b', now }, nothing)).toEqual([]);
      const later = new Date('2024-05-28T09:01:00Z');
      expect(
        (await unfinished(store, { by: 'b', now: later }, nothing)).map(({ outcome }) => outcome),
      ).toEqual(['dropped', 'ask']);
      await resolveCertain(store, { by: 'a', now }, nothing, ['vouchers']);
      expect((await store.bookFile(dead))?.state).toBe('dropped');
      expect((await resolveAs(store, given, 'written', { by: 'b', now })).ok).toBe(false);
      expect((await resolveAs(store, given, 'written', { by: 'a', now })).ok).toBe(true);
      expect(await store.events(other)).toMatchObject([{ by: 'a', change: { booking } }]);
      expect(await store.unsettledBookFiles()).toEqual([]);
      expect(await store.voidVouchers()).toEqual([{ word: '记', period, number: 1 }]);
    });

    test('of several callers who print an invoice at once, one reserves it; later it is printed again', async () => {
      const { store } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      const print = async (by: string, ...ids: readonly number[]) =>
        reservePrint(store, await store.pages(ids), { by, target: null });
      const authors = ['a', 'b', 'c'];
      const ended = await Promise.all(authors.map((by) => print(by, one)));
      const winner = authors[ended.findIndex(({ ok }) => ok)];
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      for (const late of ended)
        if (!late.ok) expect(late.failure).toMatchObject({ reason: 'being-written', by: winner });
      expect(await print('d', other, one)).toMatchObject({ ok: false, failure: { by: winner } });
      const apart = await print('d', other);
      const seen = await store.pages([one]);
      for (const reserved of [...ended, apart])
        if (reserved.ok) {
          const { note, written } = reserved.value;
          const page = reserved === apart ? other : one;
          await note({ target: null, digest: 'd', changes: printChanges([page]) });
          await written();
        }
      expect(await store.events(one)).toMatchObject([{ by: winner, change: { kind: 'print' } }]);
      expect(await store.events(other)).toMatchObject([{ by: 'd' }]);
      // Whoever read the invoice before is told; whoever has seen the print prints again.
      expect(await reservePrint(store, seen, { by: 'e', target: null })).toMatchObject({
        failure: { by: winner, theirs: { kind: 'print' } },
      });
      expect((await print('e', one)).ok).toBe(true);
    });

    test.each([
      ['before the file is known', true, ['resolved-meanwhile']],
      ['before it is settled', false, ['made', 'resolved-meanwhile']],
    ])('a reservation that another process resolves %s hands out nothing', async (_, isEarly, expected) => {
      const { store } = await opened();
      const page = await addOne(store);
      // Another process does not know what this one is writing.
      const elsewhere: Store = { ...store };
      const now = new Date('2024-05-28T08:30:00Z');
      const resolve = async (id: number): Promise<void> => {
        if (isEarly) await resolveCertain(elsewhere, { by: 'a', now }, nothing, ['print']);
        else await resolveAs(elsewhere, id, 'dropped', { by: 'a', now });
      };
      const reserved = await reservePrint(store, await store.pages([page]), { by: 'a', target: null });
      if (!reserved.ok) throw new Error('refused');
      const steps: string[] = [];
      const write = async ({ id, note, written }: typeof reserved.value): Promise<void> => {
        if (isEarly) await resolve(id);
        await note({ target: null, digest: 'd', changes: printChanges([page]) });
        steps.push('made');
        await resolve(id);
        await written();
        steps.push('written');
      };
      await withReserved(reserved.value, write, ({ reason }) => void steps.push(reason));
      expect(steps).toEqual(expected);
      expect(await store.events(page)).toEqual([]);
      expect(await store.unsettledBookFiles()).toEqual([]);
    });

    test('a print that a crash left is dropped before it was drawn, and counts once it was offered', async () => {
      const { store } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      const file = { kind: 'print', author: 'a', target: null, from: null, to: null, invoices: 1 } as const;
      // As a dead process leaves them.
      await store.transact(async (unit) => {
        for (const page of [one, other]) {
          const changes = JSON.stringify([...printChanges([page])]);
          const id = await unit.reserveBookFile({ ...file, changes }, []);
          if (page === other) await unit.noteBookFile(id, { target: null, digest: 'd', changes });
        }
      });
      const rows = await store.pages([one, other]);
      expect(await reservePrint(store, rows, { by: 'b', target: null })).toMatchObject({
        failure: { reason: 'being-written', by: 'a' },
      });
      // Nobody has to decide about a print, so other users need not wait for its author for long.
      const since = Date.parse((await store.unsettledBookFiles())[0]?.at ?? '');
      const at = (seconds: number) => ({ by: 'b', now: new Date(since + seconds * 1000) });
      expect(await resolveCertain(store, at(59), nothing, ['print'])).toEqual([]);
      await resolveCertain(store, at(61), nothing, ['print']);
      expect(await store.unsettledBookFiles()).toEqual([]);
      expect(await store.events(one)).toEqual([]);
      expect(await store.events(other)).toMatchObject([{ by: 'a', change: { kind: 'print' } }]);
      expect((await reservePrint(store, await store.pages([one, other]), { by: 'b', target: null })).ok).toBe(
        true,
      );
    });

    test('an archive is found by its period and by its digest', async () => {
      const { store } = await opened();
      const may = { from: '2024-05-01', to: '2024-05-31' };
      const reserved = await reserve(store, () =>
        Promise.resolve(
          success({
            file: { kind: 'archive', author: 'a', target: '/a', ...may, invoices: 3 } as const,
            vouchers: [],
            value: null,
          }),
        ),
      );
      if (!reserved.ok) throw new Error(reserved.failure.reason);
      await reserved.value.note({ target: '/a', digest: 'abc', changes: new Map() });
      expect(await store.archivesOf(may)).toEqual([]);
      await reserved.value.written();
      expect(await store.archivesOf(may)).toMatchObject([{ digest: 'abc', invoices: 3 }]);
      expect(await store.archivesWithDigest('abc')).toHaveLength(1);
      expect(await store.archivesWithDigest('abd')).toEqual([]);
    });
  });
};
