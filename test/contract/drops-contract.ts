import { describe, expect, test } from 'vitest';
import type { Store } from '../../electron/store/port.ts';
import type { ReaderId } from '../../shared/invoice/extraction.ts';
import { untreated, type Treatment } from '../../shared/contract/preparation.ts';
import { addOne, begin, callOf, newPage, payload, sha } from '../helpers/stored-pages.ts';

const id = '7f3f4a52-5f0e-4f8f-9b3e-2d8d3b6f0a11';
const files = Array.from({ length: 450 }, (_, index) => ({
  place: index,
  name: `发票/${index}.pdf`,
  bytes: index,
}));

const begun = async (store: Store): Promise<void> => {
  const drop = { id, service: 'vat-invoice', author: 'a', files: files.length } as const;
  for (const part of [files.slice(0, 300), files.slice(300)])
    await store.transact((unit) => unit.addDrop(drop, part));
};

/** What users hand in, for every engine. */
export const dropsContract = (name: string, opened: () => Promise<{ readonly store: Store }>): void => {
  describe(`${name}: files that were handed in`, () => {
    test('are known with their names until they are in the list', async () => {
      const { store } = await opened();
      await begun(store);
      await store.transact((unit) => unit.takeDropped(id, 'a', [0, 2]));
      expect(await store.drops('a')).toMatchObject([{ id, service: 'vat-invoice', files: 450, left: 448 }]);
      const missing = await store.droppedFiles(id);
      expect(missing).toHaveLength(448);
      expect(missing[0]).toEqual({ place: 1, name: '发票/1.pdf', bytes: 1 });
      await store.transact((unit) => unit.takeDropped(id, 'a', [...files.keys()]));
      expect(await store.drops('a')).toEqual([]);
      expect(await store.droppedFiles(id)).toEqual([]);
    });

    test('are counted from the first part of their list, and stay until all are recorded', async () => {
      const { store } = await opened();
      const drop = { id, service: 'vat-invoice', author: 'a', files: files.length } as const;
      await store.transact((unit) => unit.addDrop(drop, files.slice(0, 300)));
      expect(await store.drops('a')).toMatchObject([{ files: 450, left: 450, unlisted: 150 }]);
      await store.transact((unit) => unit.takeDropped(id, 'a', [...files.keys()]));
      expect(await store.drops('a')).toMatchObject([{ files: 450, left: 150, unlisted: 150 }]);
      await store.transact((unit) => unit.addDrop(drop, files.slice(300)));
      expect(await store.drops('a')).toMatchObject([{ files: 450, left: 150, unlisted: 0 }]);
      await store.transact((unit) => unit.takeDropped(id, 'a', [...files.keys()]));
      expect(await store.drops('a')).toEqual([]);
    });

    test('are listed once, in their order, whoever sends a part again', async () => {
      const { store } = await opened();
      const drop = { id, service: 'vat-invoice', author: 'a', files: files.length } as const;
      const list = (part: typeof files, author = 'a') =>
        store.transact((unit) => unit.addDrop({ ...drop, author }, part));
      const first = files.slice(0, 300);
      const both = await Promise.all([list(first), list(first)]);
      expect(both.toSorted()).toEqual([false, true]);
      expect([await list(files.slice(301)), await list(files.slice(300), 'b')]).toEqual([false, false]);
      expect(await store.drops('a')).toMatchObject([{ files: 450, left: 450, unlisted: 150 }]);
      expect(await list(files.slice(300))).toBe(true);
      expect(await store.droppedFiles(id)).toEqual(files);
    });

    test('belong to the user', async () => {
      const { store } = await opened();
      await begun(store);
      await store.transact(async (unit) => {
        await unit.takeDropped(id, 'b', [...files.keys()]);
        await unit.endDrop(id, 'b');
      });
      expect(await store.drops('b')).toEqual([]);
      expect(await store.drops('a')).toMatchObject([{ left: 450 }]);
      await store.transact((unit) => unit.endDrop(id, 'a'));
      expect(await store.drops('a')).toEqual([]);
    });

    test('are found by their bytes, of the same service', async () => {
      const { store } = await opened();
      const [read] = await store.transact((unit) => unit.addPages([newPage()]));
      const [waiting] = await store.transact((unit) =>
        unit.addPages([newPage({ path: '/in/b.jpg', prepared: null })]),
      );
      const found = (sha256: string, path: string, over = {}) =>
        store.pageWithContent(newPage(over), { sha256, path });
      expect(await found(sha('a'), '/other.jpg')).toBe(read);
      expect(await found(sha('b'), '/in/b.jpg')).toBe(waiting);
      // Another file may be at the path of one that was read.
      expect(await found(sha('b'), '/in/a.jpg')).toBeNull();
      expect(await found(sha('a'), '/other.jpg', { sandbox: true })).toBeNull();
      expect(await found(sha('a'), '/other.jpg', { service: 'face-detect' })).toBeNull();
      const [second = 0] = await store.transact((unit) => unit.addRest(read ?? 0, 2));
      expect(await store.pagesOfFile(newPage(), sha('a'))).toEqual([read, second]);
      expect(await store.pagesOfFile(newPage(), sha('b'))).toEqual([]);
      expect(await store.pagesOfFile(newPage({ sandbox: true }), sha('a'))).toEqual([]);
      const [demo = 0] = await store.transact((unit) => unit.addPages([newPage({ sandbox: true })]));
      expect(await found(sha('a'), '/other.jpg', { sandbox: true })).toBe(demo);
    });

    test('are found by their bytes whoever was to read them, if they were read from the file itself', async () => {
      const { store } = await opened();
      const given = await addOne(store, { sandbox: true });
      const found = () => store.pageWithContent(newPage(), { sha256: sha('a'), path: '/other.jpg' });
      expect(await found()).toBeNull();
      const readBy = (reader: ReaderId) =>
        store.transact((unit) =>
          unit.addExtraction(given, { version: 1, payload: { ...payload('1'), reader } }),
        );
      // The service may read a real scan better.
      await readBy('local');
      expect(await found()).toBeNull();
      await readBy('xml');
      expect(await found()).toBe(given);
      await store.transact((unit) => unit.putInBin([given], 'a'));
      expect(await found()).toBeNull();
      expect(await store.binnedContent(newPage(), sha('a'))).toEqual([given]);
    });

    test('give their pages an author: who handed them in, or had them read again when they had ended', async () => {
      const { store } = await opened();
      const first = await addOne(store, { author: 'li' });
      const [second = 0] = await store.transact((unit) => unit.addRest(first, 2));
      const authors = async () => (await store.pages([first, second])).map(({ author }) => author);
      expect(await authors()).toEqual(['li', 'li']);
      // Whoever asks for a page that waits for another user doesn't get it.
      await store.transact((unit) => unit.askAgain([first, second], 'wang'));
      await store.transact((unit) => unit.setTreatment(second, { turn: 90, masks: [] }, 'wang'));
      expect(await authors()).toEqual(['li', 'li']);
      await store.transact((unit) => unit.setState([first, second], 'cancelled'));
      await store.transact((unit) => unit.askAgain([first], 'wang'));
      await store.transact((unit) => unit.setTreatment(second, { turn: 0, masks: [] }, null));
      expect(await authors()).toEqual(['wang', 'li']);
      await store.transact((unit) => unit.setTreatment(second, { turn: 90, masks: [] }, 'chen'));
      expect(await authors()).toEqual(['wang', 'chen']);
    });

    test('change their state only from the one that it has, and are never asked for again during a call', async () => {
      const { store } = await opened();
      const [stopped, read, calls] = [await addOne(store), await addOne(store), await addOne(store)];
      await store.transact(async (unit) => {
        await unit.setState([stopped], 'cancelled');
        await unit.addExtraction(read, { version: 1, payload: payload('1') });
      });
      await begin(store, callOf(calls));
      const all = [stopped, read, calls];
      const states = async () => (await store.pages(all)).map(({ state }) => state);
      expect(await states()).toEqual(['cancelled', 'recognized', 'calling']);
      const from = () => store.transact((unit) => unit.setStateFrom(all, ['cancelled'], 'waiting'));
      expect(await from()).toEqual([stopped]);
      expect(await from()).toEqual([]);
      expect(await states()).toEqual(['waiting', 'recognized', 'calling']);
      const again = (leavesWaiting: boolean) =>
        store.transact((unit) => unit.askAgain(all, 'wang', leavesWaiting));
      expect(await again(true)).toEqual([read]);
      expect((await again(false)).toSorted((one, other) => one - other)).toEqual([stopped, read]);
      expect(await states()).toEqual(['waiting', 'waiting', 'calling']);
      // Whoever sends what was held sends it now.
      await store.transact((unit) => unit.setHeld([stopped], true));
      expect(await again(true)).toEqual([stopped]);
    });

    test('keep the corners of the part that is sent, until the whole page is wanted again', async () => {
      const { store } = await opened();
      const page = await addOne(store);
      const treated = async (treatment: Treatment) => {
        await store.transact((unit) => unit.setTreatment(page, treatment, null));
        return (await store.page(page))?.treatment;
      };
      const corners = [
        { x: 0.1, y: 0.2 },
        { x: 0.9, y: 0.1 },
        { x: 1, y: 0.9 },
        { x: 0, y: 1 },
      ] as const;
      const straightened = { turn: 90, masks: [], corners } as const;
      expect(await treated(straightened)).toEqual(straightened);
      expect(await treated(untreated)).toEqual(untreated);
    });
  });
};
