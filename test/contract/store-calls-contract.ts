import { describe, expect, test } from 'vitest';
import { failureOf } from '../../shared/services/failures.ts';
import {
  type OpenedStore,
  sha,
  newPage,
  callOf,
  answer,
  lease,
  addOne,
  begin,
} from '../helpers/stored-pages.ts';

/** What every engine of the store keeps of paid calls. */
export const storeCallsContract = (name: string, opened: () => Promise<OpenedStore>): void => {
  describe(`${name}: calls`, () => {
    test('may have been billed if they broke off or lost their response', async () => {
      const { store } = await opened();
      const [broken, lost] = [await addOne(store), await addOne(store)];
      await begin(store, callOf(broken));
      expect(await store.transact((unit) => unit.interruptCalls(broken))).toBe(true);
      expect(await store.transact((unit) => unit.interruptCalls(broken))).toBe(false);
      expect(await store.page(broken)).toMatchObject({ maybePaid: true });
      const callId = await begin(store, callOf(lost, 'b'));
      await store.transact(async (unit) => {
        await unit.endCall(answer(callId, lost));
        await unit.setQr(sha('a'), 'code');
      });
      expect(await store.extractionsOf(lost)).toMatchObject([{ callId, picture: sha('a'), qr: 'code' }]);
      await store.transact((unit) => unit.lose(lost, failureOf('reply-lost', { mayHaveBeenPaid: true })));
      expect(await store.page(lost)).toMatchObject({
        state: 'failed',
        maybePaid: true,
        failure: { reason: 'reply-lost' },
      });
    });

    test('allow one call per key at a time, and another after its end', async () => {
      const { store } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      const callId = await begin(store, callOf(one));
      expect(await store.transact((unit) => unit.beginCall(callOf(other), lease('b')))).toEqual({
        ok: false,
        failure: { reason: 'under-way' },
      });
      await store.transact((unit) => unit.endCall(answer(callId, one)));
      expect(await store.answeredCall(callOf(one), 0)).toMatchObject({ id: callId });
      expect((await store.response(callId))?.body.toString()).toBe('{"a":1}');
      await begin(store, callOf(other));
    });

    test('are interrupted when their owner calls again after giving up', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      await begin(store, callOf(id), lease('a'));
      await begin(store, callOf(id), lease('a'));
      expect((await store.callsOf(id)).map(({ state }) => state)).toEqual(['interrupted', 'calling']);
      expect(await store.page(id)).toMatchObject({ state: 'calling', maybePaid: true });
    });

    test('with one key merge if they start at once', async () => {
      const { store } = await opened();
      const ids = [await addOne(store), await addOne(store)];
      const begun = await Promise.all(
        ids.map((id) => store.transact((unit) => unit.beginCall(callOf(id), lease(`owner ${id}`)))),
      );
      expect(begun.filter(({ ok }) => ok)).toHaveLength(1);
    });

    test('are interrupted when their lease expires, and mark their pages as possibly billed', async () => {
      const { store, setNow } = await opened();
      const lost = await addOne(store);
      const { prepared } = newPage();
      if (!prepared) throw new Error('A page without a picture');
      const picture = { ...prepared.picture, sha256: sha('b') };
      const living = await addOne(store, { prepared: { ...prepared, picture } });
      await begin(store, callOf(lost), lease('dead'));
      await begin(store, { ...callOf(living), picture: picture.sha256 }, lease('alive'));
      setNow('2024-05-28T08:00:20.000Z');
      await store.transact((unit) => unit.extend(lease('alive', '2024-05-28T08:00:50.000Z')));
      setNow('2024-05-28T08:00:40.000Z');
      const ended = await store.transact((unit) => unit.interruptLost('2024-05-28T08:00:40.000Z'));
      expect(ended).toEqual([lost]);
      expect(await store.page(lost)).toMatchObject({ state: 'interrupted', maybePaid: true });
      expect(await store.page(living)).toMatchObject({ state: 'calling', maybePaid: false });
    });

    test('keep the earlier extraction visible together with the new failure', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      const first = await begin(store, callOf(id));
      await store.transact((unit) => unit.endCall(answer(first, id)));
      const shown = await store.page(id);
      const second = await begin(store, callOf(id));
      const outcome = failureOf('connection-lost', { mayHaveBeenPaid: true });
      await store.transact((unit) => unit.endCall({ ...answer(second, id), outcome, response: null }));
      expect(await store.page(id)).toMatchObject({
        state: 'recognized',
        failure: { reason: 'connection-lost' },
        extractionId: shown?.extractionId,
        maybePaid: true,
      });
      expect((await store.callsOf(id)).map(({ state }) => state)).toEqual(['answered', 'failed']);
    });
  });
};
