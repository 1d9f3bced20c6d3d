import { describe, expect, test } from 'vitest';
import { purgeFrom, putIn, takeOut } from '../../electron/app/bin-commands.ts';
import type { ReadStore, Store } from '../../electron/store/port.ts';
import type { ResultFigures } from '../../electron/store/records/page.ts';
import { soaking } from '../helpers/soak.ts';
import {
  addOne,
  correct,
  figures,
  lease,
  newPage,
  payload,
  sha,
  type OpenedStore,
} from '../helpers/stored-pages.ts';

const service = 'vat-invoice';

/** Pages that each reader would give out, if they were not in the bin. */
type Removed = {
  /** Recognized, with figures, words and an event. */
  readonly read: number;
  readonly confirmed: number;
  /** Recognized without figures and words. */
  readonly bare: number;
  readonly waiting: number;
  readonly document: number;
  readonly edited: string;
};

/** Whether a reader still counts what is in the bin. */
type Probe = (store: ReadStore, removed: Removed) => Promise<boolean>;

const hasSeller = (value: unknown): boolean => JSON.stringify(value).includes('甲公司');
const has = (ids: readonly number[], ...wanted: readonly number[]): boolean =>
  wanted.some((id) => ids.includes(id));
const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);

/** All readers of the store: those for which the bin does not exist, and why the others see it. */
const readers: Readonly<Record<keyof ReadStore, Probe | string>> = {
  page: async (store, { read }) => (await store.page(read)) !== null,
  pages: async (store, { read, waiting }) => has(idsOf(await store.pages([read, waiting])), read, waiting),
  pagesOf: async (store, { read }) => has(idsOf(await store.pagesOf(service)), read),
  pageIds: async (store, { read }) => has(await store.pageIds(service), read),
  sources: async (store, { read }) => (await store.sources([read])).length > 0,
  pagesInState: async (store, { waiting }) => has(idsOf(await store.pagesInState('waiting')), waiting),
  recent: async (store, { read, waiting }) => has(idsOf(await store.recent(service, 10)), read, waiting),
  older: async (store, { read }) => {
    const question = { service, before: 1_000_000, documents: 0, pages: 100 } as const;
    const { rows, left } = await store.older(question);
    return has(idsOf(rows), read) || left > 0;
  },
  recognized: async (store, { read }) => has(await store.recognized(service), read),
  unfinished: async (store, { bare }) => has(await store.unfinished(0, 1_000_000), bare),
  unformed: async (store, { bare }) => has(await store.unformed(0, 1_000_000), bare),
  unheld: async (store, { waiting }) => has(await store.unheld(10), waiting),
  newestPage: 'an id is never used again',
  counts: async (store) => Object.keys(await store.counts()).length > 0,
  samePage: 'a file that is named again returns from the bin',
  binned: 'reads the bin',
  bin: 'reads the bin',
  binnedContent: 'reads the bin',
  events: 'of one page, whose row its reader has',
  eventsOf: 'of pages whose rows their reader has',
  lastEdited: async (store, { read }) => (await store.lastEdited(100)).some(({ page }) => page === read),
  editedAt: async (store, { read, edited }) => has(await store.editedAt(edited), read),
  confirmedParties: async (store) => hasSeller(await store.confirmedParties()),
  bookFile: 'what is booked is never removed',
  unsettledBookFiles: 'what is booked is never removed',
  archivesOf: 'what is archived is never removed',
  archivesWithDigest: 'what is archived is never removed',
  bookFileChanges: 'what is booked is never removed',
  vouchersOf: 'what is booked is never removed',
  vouchersIn: 'what is booked is never removed',
  voidVouchers: 'numbers that were given out stay so',
  lastVoucher: 'numbers that were given out stay so',
  extraction: 'by its id',
  extractionsOf: 'of one page, whose row its reader has',
  lookalikes: async (store) =>
    (await store.lookalikes([{ page: 0, demo: false, key: figures }])).flat().length > 0,
  pairable: async (store) =>
    (await store.pairable({ cents: 4_180, day: '2024-05-28', pages: [], chosen: null })).length > 0,
  response: 'by the id of its call',
  answeredCall: 'what was paid for is used again',
  newestCall: 'an id is never used again',
  pictureOfCall: 'by the id of its call',
  lastSid: 'of one page, whose row its reader has',
  callsOf: 'of one page, whose row its reader has',
  filesAndExports: 'of one page, whose row its reader has',
  summarizeExport: async (store, { read }) => {
    const all = await store.summarizeExport(service, null);
    const some = await store.summarizeExport(service, [read]);
    return [all, some].some(({ summary, underived }) => summary.pages > 0 || underived.length > 0);
  },
  renditions: 'of a document, whose pages their reader has',
  pagesWithContent: async (store, { read }) => has(idsOf(await store.pagesWithContent(sha('a'))), read),
  pageWithContent: async (store) =>
    (await store.pageWithContent(newPage(), { sha256: sha('a'), path: '/in/a.jpg' })) !== null,
  pagesOfFile: async (store, { read }) => has(await store.pagesOfFile(newPage(), sha('a')), read),
  drops: 'of files that are not in the list yet',
  droppedFiles: 'of files that are not in the list yet',
  pagesOfDocument: async (store, { document }) => (await store.pagesOfDocument(document)).length > 0,
  watchedFiles: 'what was removed from a folder must not return',
  knownMails: 'what was removed must not be fetched again',
  digitalPages: async (store, { read }) => has(await store.digitalPages('12345678'), read),
  folders: 'where the user keeps files',
  hasAttachment: 'the files of the bin are kept',
  usesCopy: 'the files of the bin are kept',
  matching: async (store, { read }) => has(await store.matching('甲公司', service, 0), read),
  search: async (store, { read }) =>
    has(idsOf((await store.search({ text: '甲公司' }, null, 10)).pages), read),
  totals: async (store) => hasSeller(await store.totals({}, 'seller')),
  totalled: async (store, { read }) => has(idsOf(await store.totalled({}, 'seller', '甲公司', 10)), read),
  listed: async (store, { read }) =>
    has(
      (await store.listed(['12345678'], null)).map(([page]) => page),
      read,
    ),
  batches: async (store) => (await store.batches(10)).length > 0,
};

const probes = Object.entries(readers).flatMap(([name, probe]) =>
  typeof probe === 'string' ? [] : [[name, probe] as const],
);

const fill = async (store: Store): Promise<Removed> => {
  const [read, confirmed, bare] = [await addOne(store), await addOne(store), await addOne(store)];
  const waiting = await addOne(store, { prepared: null, path: '/in/w.pdf' });
  await store.transact(async (unit) => {
    for (const id of [read, confirmed, bare])
      await unit.addExtraction(id, { version: 1, payload: payload('1') });
    const own = { ...figures, pairRole: 'ride', pairCents: 4_180, pairDay: '2024-05-28' } as const;
    const known = { ...figures, sellerTaxId: '91110000000000001A', review: 'confirmed' } as const;
    await unit.putSummaries(
      new Map<number, ResultFigures>([
        [read, own],
        [confirmed, known],
      ]),
    );
    await unit.appendAll(new Map([[read, [correct('1')]]]), 'a');
  });
  const { document = 0 } = (await store.page(read)) ?? {};
  const edited = (await store.events(read))[0]?.at ?? '';
  return { read, confirmed, bare, waiting, document, edited };
};

const counting = async (store: ReadStore, removed: Removed): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [name, probe] of probes) if (await probe(store, removed)) found.push(name);
  return found;
};

/** What is in the bin counts nowhere. */
export const binContract = (name: string, opened: () => Promise<OpenedStore>): void => {
  describe(`${name}: the bin`, () => {
    test('does not exist for any reader but its own, and gives back what it took', async () => {
      const { store, reopen } = await opened();
      const removed = await fill(store);
      const { read, confirmed, bare, waiting } = removed;
      const ids = [read, confirmed, bare, waiting];
      const all = probes.map(([reader]) => reader);
      expect(await counting(store, removed)).toEqual(all);
      const before = await store.pages(ids);

      await store.transact((unit) => unit.putInBin(ids, 'zhang'));
      expect(await counting(store, removed)).toEqual([]);
      expect(await store.transact((unit) => unit.claim(10, lease('w')))).toEqual([]);
      const again = await reopen();
      expect(await counting(again, removed)).toEqual([]);
      expect(idsOf(await again.binned([...ids, 1_000]))).toEqual(ids);
      expect(await again.bin(service, 2)).toMatchObject({
        pages: [{ removedAt: '2024-05-28T08:00:00.000Z', removedBy: 'zhang' }, {}],
        count: 4,
      });
      expect(await again.bin('face-detect', 2)).toEqual({ pages: [], count: 0 });
      expect(await again.binnedContent(newPage(), sha('a'))).toEqual([read, confirmed, bare]);
      // What was read from the file itself is the same in a demo.
      expect(await again.binnedContent(newPage({ sandbox: true }), sha('a'))).toEqual([
        read,
        confirmed,
        bare,
      ]);

      // Who removed it first stays known.
      await again.transact((unit) => unit.putInBin([read], 'li'));
      expect(await again.binned([read])).toMatchObject([{ removedBy: 'zhang' }]);
      await again.transact((unit) => unit.takeFromBin(ids));
      expect(await counting(again, removed)).toEqual(all);
      expect(await again.pages(ids)).toEqual(before);
    });

    test('of two callers at once, one wins on the same page, and both on different ones', async () => {
      const { store } = await opened();
      const bookIt = (id: number, number: number) =>
        store.transact(async (unit) => {
          await unit.lockBooks();
          if ((await unit.pages([id])).length === 0) return false;
          const numbered = { word: '记', period: '2024-05', number, date: '2024-05-31', pages: [id] };
          const file = {
            kind: 'vouchers',
            author: 'b',
            target: null,
            from: null,
            to: null,
            invoices: 1,
          } as const;
          await unit.reserveBookFile(file, [numbered]);
          return true;
        });
      const remove = (id: number) => store.transact((unit) => putIn(unit, [id], 'a'));
      const restore = async (id: number) =>
        (await store.transact((unit) => takeOut(unit, [id]))).rows.length > 0;
      const purge = async (id: number) => {
        const purged = await store.transact((unit) => purgeFrom(unit, [id]));
        return purged.ok && purged.value.rows.length > 0;
      };
      for (let round = 1; round <= (soaking ? 200 : 20); round += 1) {
        const [one, other, third] = [await addOne(store), await addOne(store), await addOne(store)];
        const [removed, isBooked, isOther] = await Promise.all([
          remove(one),
          bookIt(one, 2 * round),
          bookIt(other, 2 * round + 1),
        ]);
        expect([removed !== null, isOther], `round ${round}`).toEqual([!isBooked, true]);
        expect((await store.page(one)) !== null).toBe(isBooked);
        await remove(third);
        const [isBack, isGone] = await Promise.all([restore(third), purge(third)]);
        expect(isBack, `round ${round}`).toBe(!isGone);
        expect(await store.binned([third])).toEqual([]);
        expect((await store.page(third)) !== null).toBe(isBack);
      }
    });

    test('keeps what an archive got that was being written when it was removed', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      await store.transact((unit) => unit.putInBin([id], 'a'));
      const archived = { kind: 'archive', from: '2024-05-01', to: '2024-05-31' } as const;
      await store.transact((unit) => unit.appendAll(new Map([[id, [archived]]]), 'b'));
      const purged = await store.transact((unit) => purgeFrom(unit, [id]));
      expect(purged).toMatchObject({ ok: false, failure: { id: 'kept-in-books' } });
      expect(await store.binned([id])).toHaveLength(1);
    });

    test('takes and purges nothing that an archive may have that is being written', async () => {
      const { store } = await opened();
      const [may, june, removed] = [await addOne(store), await addOne(store), await addOne(store)];
      await store.transact(async (unit) => {
        for (const id of [may, june, removed])
          await unit.addExtraction(id, { version: 1, payload: payload('1') });
        const days = new Map([
          [may, { ...figures, issueDate: '2024-05-31' }],
          [june, { ...figures, issueDate: '2024-06-01' }],
          [removed, { ...figures, issueDate: '2024-05-01' }],
        ]);
        await unit.putSummaries(days);
      });
      const put = async (id: number) => (await store.transact((unit) => putIn(unit, [id], 'a'))) !== null;
      expect(await put(removed)).toBe(true);
      const days = { from: '2024-05-01', to: '2024-05-31' };
      const file = { kind: 'archive', author: 'b', target: null, ...days, invoices: 1 } as const;
      const archive = await store.transact((unit) => unit.reserveBookFile(file, []));
      const purge = () => store.transact((unit) => purgeFrom(unit, [removed]));
      expect([await put(may), await put(june)]).toEqual([false, true]);
      expect(await purge()).toMatchObject({ ok: false, failure: { id: 'kept-in-books' } });
      await store.transact((unit) => unit.settleBookFile(archive, 'dropped'));
      expect(await put(may)).toBe(true);
      expect((await purge()).ok).toBe(true);
    });

    test('takes and gives back an invoice with all its pages', async () => {
      const { store } = await opened();
      const ids = [await addOne(store), await addOne(store)];
      const [first = 0, second = 0] = ids;
      await store.transact((unit) =>
        unit.setJoined(new Map(ids.map((id, place) => [id, { to: first, place }]))),
      );
      await store.transact((unit) => putIn(unit, [second], 'a'));
      expect(idsOf(await store.binned(ids))).toEqual(ids);
      expect(idsOf((await store.transact((unit) => takeOut(unit, [second]))).rows)).toEqual(ids);
      await store.transact((unit) => putIn(unit, [first], 'a'));
      const purged = await store.transact((unit) => purgeFrom(unit, [second]));
      expect(purged.ok && idsOf(purged.value.rows)).toEqual(ids);
    });

    test('is asked last for the page of a file that is named again', async () => {
      const { store } = await opened();
      const [first, second] = [await addOne(store), await addOne(store)];
      await store.transact((unit) => unit.putInBin([second], 'a'));
      expect((await store.samePage(newPage(), sha('a')))?.id).toBe(first);
      await store.transact((unit) => unit.putInBin([first], 'a'));
      expect(await store.samePage(newPage(), sha('a'))).toMatchObject({ id: second, removedBy: 'a' });
    });
  });
};
