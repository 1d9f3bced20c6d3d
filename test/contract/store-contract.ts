import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReadStore, Store } from '../../electron/store/port.ts';
import {
  type OpenedStore,
  sha,
  newPage,
  figures,
  payload,
  correct,
  addOne,
} from '../helpers/stored-pages.ts';
import { binContract } from './bin-contract.ts';
import { bookFilesContract } from './book-files-contract.ts';
import { dropsContract } from './drops-contract.ts';
import { mailsContract } from './mails-contract.ts';
import { storeCallsContract } from './store-calls-contract.ts';
import { filesAndExportsContract } from './files-and-exports-contract.ts';
import { searchContract } from './search-contract.ts';
import { storeClaimsContract } from './store-claims-contract.ts';
import { storeQueriesContract } from './store-queries-contract.ts';
import { totalsContract } from './totals-contract.ts';

/** Checked by the compiler only: never run. */
const compiled = (read: ReadStore, store: Store) => {
  // @ts-expect-error a write through a read handle does not compile
  void read.append;
  // @ts-expect-error nor through the store itself: only a unit of work writes
  void store.setState;
  void store.transact((unit) => unit.setState([], 'waiting'));
};

/**
 * The contract of every engine of the store, SQLite included.
 * @param open opens an empty store whose clock is at 2024-05-28T08:00:00Z
 */
export const storeContract = (name: string, open: () => Promise<OpenedStore>): void => {
  const opened = async (): Promise<OpenedStore> => {
    const one = await open();
    onTestFinished(() => one.store.close());
    return one;
  };

  totalsContract(name, opened, newPage);
  storeQueriesContract(name, opened);
  storeClaimsContract(name, opened);
  storeCallsContract(name, opened);
  filesAndExportsContract(name, opened);
  bookFilesContract(name, opened);
  binContract(name, opened);
  dropsContract(name, opened);
  searchContract(name, opened);
  mailsContract(name, opened);

  describe(`${name}: units of work`, () => {
    test('are stored completely and survive a restart', async () => {
      const { store, reopen } = await opened();
      const id = await store.transact(async (unit) => {
        const [page = 0] = await unit.addPages([newPage()]);
        await unit.append(page, 0, 'a', [correct('1')]);
        await unit.putSummaries(new Map([[page, figures]]));
        return page;
      });
      const again = await reopen();
      expect(await again.page(id)).toMatchObject({ state: 'waiting', figures: { number: '12345678' } });
      expect(await again.events(id)).toMatchObject([{ version: 0, by: 'a', change: correct('1') }]);
    });

    test('give the other invoices of a page its picture and treatment, once', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      const masks = [{ x: 0.1, y: 0.2, w: 0.3, h: 0.4 }];
      const corners = [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 0.5 },
        { x: 0, y: 0.5 },
      ] as const;
      const treatment = { turn: 90, masks, corners } as const;
      const { prepared } = newPage();
      if (!prepared) throw new Error('not prepared');
      await store.transact(async (unit) => {
        await unit.setTreatment(id, treatment, null);
        await unit.setPrepared(id, { ...prepared, preparation: { ...prepared.preparation, treatment } });
      });
      const parts = async () => store.transact((unit) => unit.addParts(id, 3));
      const added = await parts();
      expect(await parts()).toEqual([]);
      const rows = await store.pages([id, ...added]);
      expect(rows.map(({ part }) => part)).toEqual([1, 2, 3]);
      for (const row of rows) {
        expect(row.treatment).toEqual(treatment);
        expect([row.picture?.sha256, row.preparation, row.document]).toEqual([
          sha('a'),
          rows[0]?.preparation,
          rows[0]?.document,
        ]);
      }
    });

    test('leave nothing if they reject, and the next one works', async () => {
      const { store } = await opened();
      const failing = store.transact(async (unit) => {
        await unit.addPages([newPage()]);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.newestPage()).toBe(0);
      expect(await addOne(store)).toBeGreaterThan(0);
    });

    test('see their own writes, which others see only after the commit', async () => {
      const { store } = await opened();
      await store.transact(async (unit) => {
        const [id = 0] = await unit.addPages([newPage()]);
        expect(await unit.page(id)).toMatchObject({ id });
        expect(await store.page(id)).toBeNull();
      });
      expect(await store.counts()).toEqual({ waiting: 1 });
    });

    test('run one after the other, so that no change is lost between read and write', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      const addEvent = () =>
        store.transact(async (unit) => {
          const { length } = await unit.events(id);
          return unit.append(id, length, 'a', [correct(String(length))]);
        });
      const all = await Promise.all(Array.from({ length: 12 }, addEvent));
      expect(all.every(({ ok }) => ok)).toBe(true);
      expect((await store.events(id)).map(({ version }) => version)).toEqual([...all.keys()]);
    });

    test('can’t be nested or used after their end', async () => {
      const { store } = await opened();
      const nested = store.transact(async () => store.transact(async () => 1));
      await expect(nested).rejects.toThrow(/nested in another/u);
      const leaked = await store.transact(async (unit) => ({ unit }));
      await expect(leaked.unit.setHeld([1], true)).rejects.toThrow(/had ended/u);
    });

    test('can be started by a timer of an earlier one after its end', async () => {
      const { store } = await opened();
      const { later } = await store.transact((unit) => {
        const ended = Promise.withResolvers<void>();
        setTimeout(() => void store.transact(() => Promise.resolve()).then(ended.resolve, ended.reject), 200);
        return unit.setHeld([1], true).then(() => ({ later: ended.promise }));
      });
      await expect(later).resolves.toBeUndefined();
    });

    test('report the changed pages after the commit, and none after a rejection', async () => {
      const { store } = await opened();
      const told: (readonly number[])[] = [];
      const stop = store.listen((pages, by) => {
        if (by === 'this') told.push(pages);
      });
      const id = await addOne(store);
      await store
        .transact(async (unit) => {
          await unit.setHeld([id], true);
          throw new Error('no');
        })
        .catch(() => {});
      await store.transact(async (unit) => {
        await unit.setHeld([id], false);
        await unit.setState([id], 'cancelled');
      });
      stop();
      await store.transact((unit) => unit.setState([id], 'waiting'));
      expect(told).toEqual([[id], [id]]);
    });

    test('a read handle has no write methods', () => {
      expect(compiled).toBeTypeOf('function');
    });
  });

  describe(`${name}: review`, () => {
    test('treats several pages as one step and loads them page by page', async () => {
      const { store, setNow } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      await store.transact((unit) => unit.append(other, 0, 'local', [correct('1')]));
      setNow('2024-05-28T08:00:01.000Z');
      const confirm = [{ kind: 'confirm' }] as const;
      const both = new Map([
        [one, confirm],
        [other, confirm],
      ]);
      await store.transact((unit) => unit.appendAll(both, 'local'));
      const events = await store.eventsOf([one, other]);
      expect(events.get(one)).toMatchObject([{ version: 0, change: { kind: 'confirm' } }]);
      expect(events.get(other)).toMatchObject([{ version: 0 }, { version: 1, change: { kind: 'confirm' } }]);
      expect(await store.sources([other, other + 1, one])).toMatchObject([
        { row: { id: other, version: 2 }, events: events.get(other) },
        { row: { id: one, version: 1 }, events: events.get(one) },
      ]);
      expect(await store.sources([other + 1])).toEqual([]);
      expect(await store.sources([])).toEqual([]);
      expect(await store.editedAt(events.get(one)?.[0]?.at ?? '')).toEqual([one, other]);
      expect((await store.lastEdited(1)).map(({ page }) => page)).toEqual([other]);
      expect((await store.lastEdited(9)).map(({ page }) => page)).toEqual([other, one]);
    });

    test('knows a page without data as set aside, until it has figures of its own', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      const aside = async (review: 'aside' | 'open') => {
        await store.transact((unit) => unit.setReviews(new Map([[id, { review, tags: [], note: null }]])));
        return (await store.page(id))?.aside;
      };
      expect([await aside('aside'), await aside('open'), await aside('aside')]).toEqual([true, false, true]);
      await store.transact((unit) => unit.putSummaries(new Map([[id, figures]])));
      await aside('open');
      expect((await store.page(id))?.figures).toMatchObject({ review: 'open' });
    });

    test('stores review states next to the figures', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      await store.transact(async (unit) => {
        await unit.putSummaries(new Map([[id, figures]]));
        await unit.setReviews(new Map([[id, { review: 'confirmed', tags: ['a'], note: 'b' }]]));
      });
      expect((await store.page(id))?.figures).toMatchObject({
        number: '12345678',
        review: 'confirmed',
        tags: ['a'],
        note: 'b',
      });
    });
  });

  describe(`${name}: local readers`, () => {
    test('give a page its extraction, and can show an existing one again', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      const [first, second] = [
        await store.transact((unit) => unit.addExtraction(id, { version: 1, payload: payload('1') })),
        await store.transact((unit) => unit.addExtraction(id, { version: 1, payload: payload('2') })),
      ];
      expect(await store.page(id)).toMatchObject({
        state: 'recognized',
        extractionId: second,
        reader: 'xml',
      });
      await store.transact(async (unit) => {
        await unit.showExtraction(id, first);
        await unit.putSummaries(new Map([[id, { ...figures, number: '1' }]]));
      });
      expect(await store.page(id)).toMatchObject({ extractionId: first, callId: null });
      expect(await store.extractionsOf(id)).toMatchObject([
        { id: first, callId: null, picture: null, qr: null },
        { id: second, callId: null },
      ]);
      expect(await store.digitalPages('1')).toEqual([id]);
      expect(await store.digitalPages('2')).toEqual([]);
      expect(await store.pageIds('vat-invoice')).toEqual([id]);
    });

    test('store no picture for a page that was removed in the meantime', async () => {
      const { store } = await opened();
      const { prepared } = newPage();
      if (!prepared) throw new Error('no picture');
      const other = { ...prepared, picture: { ...prepared.picture, sha256: sha('d') } };
      const gone = await addOne(store, { prepared: null });
      const rendition = { sha256: sha('e'), page: 1 };
      const drawn = { ...other, preparation: { ...other.preparation, rendition } };
      const result = await store.transact(async (unit) => {
        await unit.removePages([gone]);
        return [await unit.setPrepared(gone, drawn), await unit.forgetPicture(sha('d'))];
      });
      expect(result).toEqual([false, true]);
      await addOne(store, { prepared: other });
      expect(await store.transact((unit) => unit.forgetPicture(sha('d')))).toBe(false);
    });

    test('store the content digest of a file before any picture is made', async () => {
      const { store } = await opened();
      const id = await addOne(store, { prepared: null });
      const { document } = (await store.page(id)) ?? { document: 0 };
      await store.transact((unit) => unit.setContent(document, { sha256: sha('c'), bytes: 7 }, 3));
      expect(await store.page(id)).toMatchObject({
        originalSha256: sha('c'),
        originalBytes: 7,
        pageCount: 3,
        picture: null,
      });
    });
  });

  describe(`${name}: what a drawn page shows`, () => {
    test('is kept until the page is compared again', async () => {
      const { store } = await opened();
      const page = await addOne(store);
      expect(await store.page(page)).toMatchObject({ drawn: null });
      for (const shown of ['1.00', null]) {
        const look = {
          file: sha('a'),
          read: ['total'],
          unclear: ['number'],
          blank: ['taxTotal'],
          differences: [{ field: 'total', value: '2.00', shown }],
        };
        await store.transact((unit) => unit.setDrawn(page, look));
        expect(await store.page(page)).toMatchObject({ drawn: look });
      }
    });
  });
};
