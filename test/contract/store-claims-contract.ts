import { describe, expect, test } from 'vitest';
import { addOne, lease, type OpenedStore } from '../helpers/stored-pages.ts';

/** The part of the store's contract about claims: of pages by users for review, and by processes for reading. */
export const storeClaimsContract = (name: string, opened: () => Promise<OpenedStore>): void => {
  describe(`${name}: claims for review`, () => {
    test('belong to one user until that user continues or leaves', async () => {
      const { claims } = (await opened()).store;
      expect(await claims.take('li', 1)).toBe(true);
      expect(await claims.take('wang', 1)).toBe(false);
      expect(await claims.take('li', 1)).toBe(true);
      expect(await claims.all()).toEqual([{ page: 1, person: 'li' }]);
      expect(await claims.take('li', 2)).toBe(true);
      expect(await claims.take('wang', 1)).toBe(true);
      expect(await claims.all()).toEqual([
        { page: 1, person: 'wang' },
        { page: 2, person: 'li' },
      ]);
      await claims.giveBack('li');
      expect(await claims.all()).toEqual([{ page: 1, person: 'wang' }]);
    });

    test('are released when their owner requests a page of another user', async () => {
      const { claims } = (await opened()).store;
      await claims.take('li', 1);
      await claims.take('wang', 2);
      expect(await claims.take('wang', 1)).toBe(false);
      expect(await claims.all()).toEqual([{ page: 1, person: 'li' }]);
    });

    test('expire two minutes after the last message, or later if they are kept', async () => {
      const { store, setNow } = await opened();
      const { claims } = store;
      await claims.take('li', 1);
      setNow('2024-05-28T08:00:40.000Z');
      await claims.take('li', 1);
      setNow('2024-05-28T08:02:30.000Z');
      expect(await claims.take('wang', 1)).toBe(false);
      setNow('2024-05-28T08:02:40.000Z');
      expect(await claims.all()).toEqual([]);
      expect(await claims.take('wang', 1)).toBe(true);
      expect(await claims.take('li', 1)).toBe(false);
    });

    test('give different pages to users who request the next page at once', async () => {
      const { claims } = (await opened()).store;
      const people = ['li', 'wang', 'zhao', 'chen'];
      for (let round = 0; round < 5; round += 1) {
        for (const person of people) await claims.giveBack(person);
        const pages = [4, 3, 2, 1];
        const taken = await Promise.all(people.map((person) => claims.takeFirst(person, pages)));
        expect(taken.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4]);
        expect(await claims.takeFirst('zhou', pages)).toBeNull();
      }
    });

    test('report their changes without changing a page', async () => {
      const { store } = await opened();
      let told = 0;
      const pages: number[] = [];
      store.listen((changed) => pages.push(...changed));
      const end = store.claims.listen(() => (told += 1));
      // An office's server learns of it from a message, once it listens.
      await expect
        .poll(async () => {
          await store.claims.take('li', 1);
          await store.claims.giveBack('li');
          return told;
        })
        .toBeGreaterThan(0);
      end();
      expect(pages).toEqual([]);
    });
  });

  describe(`${name}: claims`, () => {
    test('give a waiting page to one owner until its lease ends', async () => {
      const { store, setNow } = await opened();
      const ids: number[] = [];
      for (let page = 0; page < 5; page += 1) ids.push(await addOne(store));
      await store.transact((unit) => unit.setHeld([ids[4] ?? 0], true));
      const [one, other] = await Promise.all([
        store.transact((unit) => unit.claim(2, lease('one'))),
        // As many as are left, whichever claim comes first.
        store.transact((unit) => unit.claim(2, lease('other'))),
      ]);
      expect([...one, ...other].toSorted((a, b) => a - b)).toEqual(ids.slice(0, 4));
      expect(one).toHaveLength(2);
      expect(await store.transact((unit) => unit.claim(9, lease('third')))).toEqual([]);
      await store.transact((unit) => unit.release(one, 'someone else'));
      expect(await store.transact((unit) => unit.claim(9, lease('third')))).toEqual([]);
      await store.transact((unit) => unit.release(one, 'one'));
      expect(await store.transact((unit) => unit.claim(9, lease('third')))).toEqual(one);
      setNow('2024-05-28T08:01:00.000Z');
      expect(
        await store.transact((unit) => unit.claim(9, lease('fourth', '2024-05-28T08:02:00.000Z'))),
      ).toEqual(ids.slice(0, 4));
    });

    test('of named pages include those that wait for approval, but no page of another owner', async () => {
      const { store } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      await store.transact((unit) => unit.setHeld([one], true));
      const claim = (owner: string, ids: readonly number[]) =>
        store.transact((unit) => unit.claim(9, lease(owner), ids));
      expect(await claim('one', [one])).toEqual([one]);
      expect(await claim('other', [one, other])).toEqual([other]);
      await store.transact((unit) => unit.setState([other], 'cancelled'));
      await store.transact((unit) => unit.release([one, other], 'other'));
      expect(await claim('third', [one, other])).toEqual([]);
    });

    test('skip pages that belong to a dead process or that no worker accepts', async () => {
      const { store, setNow } = await opened();
      const [bare, sandbox] = [
        await addOne(store, { prepared: null }),
        await addOne(store, { sandbox: true }),
      ];
      await addOne(store);
      expect(await store.unheld(9)).toEqual([bare, sandbox]);
      expect(await store.unheld(1)).toEqual([bare]);
      await store.transact((unit) => unit.claim(1, lease('one'), [bare]));
      expect(await store.unheld(9)).toEqual([sandbox]);
      // The process of the claim has died.
      setNow('2024-05-28T08:01:00.000Z');
      expect(await store.unheld(9)).toEqual([bare, sandbox]);
    });
  });
};
