import { describe, expect, onTestFinished, test } from 'vitest';
import type { Lease, ReadStore, Store } from '../../electron/store/port.ts';
import { callKey, type CallEnd, type CallStart } from '../../electron/store/records/call.ts';
import type { NewPage } from '../../electron/store/records/page.ts';
import type { ResultFigures } from '../../electron/store/records/page.ts';
import type { BooksChange } from '../../shared/books/books-changes.ts';
import { emptyInvoice } from '../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { totalsContract } from './totals-contract.ts';

/** The test's own store, a clock that the test sets, and a function that opens the same data again. */
export type OpenedStore = {
  readonly store: Store;
  readonly setNow: (at: string) => void;
  readonly reopen: () => Promise<Store>;
};

const sha = (letter: string): string => letter.repeat(64);

const book = (word: string, number: number, period: string): BooksChange => ({
  kind: 'book',
  booking: { word, number, date: `${period}-02`, period },
  entries: [],
});

export const newPage = (over: Partial<NewPage> = {}): NewPage => ({
  service: 'vat-invoice',
  name: 'a.jpg',
  source: 'a.jpg',
  path: '/in/a.jpg',
  sandbox: false,
  options: {},
  prepared: {
    originalSha256: sha('a'),
    originalBytes: 10,
    pageCount: 1,
    picture: { sha256: sha('a'), encoding: 'jpg', width: 4, height: 3, bytes: 10 },
    preparation: {
      format: 'jpg',
      page: { width: 40, height: 30, unit: 'px' },
      treatment: { turn: 0, masks: [] },
      changes: [],
    },
  },
  ...over,
});

export const callOf = (pageId: number, letter = 'a'): CallStart => ({
  service: 'vat-invoice',
  originalSha256: sha(letter),
  page: 1,
  options: {},
  answerer: { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' },
  pageId,
  picture: sha('a'),
});

const answer = (callId: number, pageId: number, response = '{"a":1}'): CallEnd => ({
  callId,
  pageId,
  outcome: 'answered',
  httpStatus: 200,
  sid: 'sid',
  serverDate: null,
  response: Buffer.from(response),
});

const figures: ResultFigures = {
  kind: '04',
  code: '3100',
  number: '12345678',
  issueDate: '2024-05-28',
  seller: '甲公司',
  sellerTaxId: null,
  buyer: '乙公司',
  grossTotal: '318.00',
  faces: null,
  warnings: 1,
  errors: 0,
};

const payload = (number: string): InvoiceExtraction => ({
  reader: 'xml',
  invoice: { ...emptyInvoice, number },
  ticket: null,
  origins: {},
  findings: [],
  qr: null,
});

const lease = (owner: string, until = '2024-05-28T08:00:30.000Z'): Lease => ({ owner, until });
const correct = (value: string) => ({ kind: 'correct', field: 'number', value }) as const;

const addOne = async (store: Store, over: Partial<NewPage> = {}): Promise<number> => {
  const [id] = await store.transact((unit) => unit.addPages([newPage(over)]));
  if (id === undefined) throw new Error('no page');
  return id;
};

const begin = async (store: Store, start: CallStart, held = lease('a')): Promise<number> => {
  const begun = await store.transact((unit) => unit.beginCall(start, held));
  if (!begun.ok) throw new Error(begun.failure.reason);
  return begun.value;
};

/** Checked by the compiler only: never run. */
const compiled = (read: ReadStore, store: Store) => {
  // @ts-expect-error a write through a reading handle does not compile
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

  describe(`${name}: units of work`, () => {
    test('are stored completely and survive a restart', async () => {
      const { store, reopen } = await opened();
      const id = await store.transact(async (unit) => {
        const [page = 0] = await unit.addPages([newPage()]);
        await unit.append(page, 0, 'a', [correct('1')]);
        await unit.putSummary(page, figures);
        return page;
      });
      const again = await reopen();
      expect(await again.page(id)).toMatchObject({ state: 'waiting', figures: { number: '12345678' } });
      expect(await again.events(id)).toMatchObject([{ version: 0, by: 'a', change: correct('1') }]);
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
      await expect(nested).rejects.toThrow(/inside another/u);
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

    test('a reading handle has no write methods', () => {
      expect(compiled).toBeTypeOf('function');
    });
  });

  describe(`${name}: page versions`, () => {
    test('reject a change of an outdated page and name the first author', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      await store.transact((unit) => unit.append(id, 0, 'first', [correct('1'), correct('2')]));
      for (const expected of [0, 1, 3])
        expect(await store.transact((unit) => unit.append(id, expected, 'second', [correct('3')]))).toEqual({
          ok: false,
          failure: { version: 2, by: 'first' },
        });
      expect(await store.events(id)).toHaveLength(2);
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
      expect(await store.sources(other)).toMatchObject({ row: { id: other }, events: [{}, {}] });
      expect(await store.sources(other + 1)).toBeNull();
      expect(await store.editedAt(events.get(one)?.[0]?.at ?? '')).toEqual([one, other]);
      expect((await store.lastEdited(1)).map(({ page }) => page)).toEqual([other]);
      expect((await store.lastEdited(9)).map(({ page }) => page)).toEqual([other, one]);
    });

    test('finds the highest voucher number of a word and a period on other pages', async () => {
      const { store } = await opened();
      const [one, other] = [await addOne(store), await addOne(store)];
      await store.transact((unit) => unit.append(one, 0, 'local', [book('记', 12, '2024-05')]));
      await store.transact((unit) =>
        unit.append(other, 0, 'local', [book('记', 9, '2024-05'), { kind: 'book', booking: null }]),
      );
      expect(await store.lastVoucher('记', '2024-05', [])).toBe(12);
      expect(await store.lastVoucher('记', '2024-05', [one])).toBe(9);
      expect(await store.lastVoucher('记', '2024-05', [one, other])).toBe(0);
      expect(await store.lastVoucher('记', '2024-06', [])).toBe(0);
      expect(await store.lastVoucher('付', '2024-05', [])).toBe(0);
    });

    test('stores review states next to the figures', async () => {
      const { store } = await opened();
      const id = await addOne(store);
      await store.transact(async (unit) => {
        await unit.putSummary(id, figures);
        await unit.setMarks(new Map([[id, { review: 'confirmed', tags: ['a'], note: 'b' }]]));
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
        await unit.putSummary(id, { ...figures, number: '1' });
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

    test('store no picture for a page that was removed meanwhile', async () => {
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
      expect(await store.answeredCall(callKey(callOf(one)), 0)).toMatchObject({ id: callId });
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
      const [lost, living] = [await addOne(store), await addOne(store)];
      await begin(store, callOf(lost, 'a'), lease('dead'));
      await begin(store, callOf(living, 'b'), lease('alive'));
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

  describe(`${name}: claims`, () => {
    test('give a waiting page to one owner until its lease ends', async () => {
      const { store, setNow } = await opened();
      const ids: number[] = [];
      for (let page = 0; page < 5; page += 1) ids.push(await addOne(store));
      await store.transact((unit) => unit.setHeld([ids[4] ?? 0], true));
      const [one, other] = await Promise.all([
        store.transact((unit) => unit.claim(2, lease('one'))),
        store.transact((unit) => unit.claim(9, lease('other'))),
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
      // Its process has died.
      setNow('2024-05-28T08:01:00.000Z');
      expect(await store.unheld(9)).toEqual([bare, sandbox]);
    });
  });

  describe(`${name}: queries`, () => {
    test('find and count pages by their content', async () => {
      const { store } = await opened();
      const ids = [await addOne(store), await addOne(store)];
      for (const [index, id] of ids.entries()) {
        const callId = await begin(store, callOf(id, 'ab'[index]));
        await store.transact(async (unit) => {
          await unit.endCall(answer(callId, id));
          await unit.putSummary(id, { ...figures, grossTotal: index === 0 ? '318.00' : '1.00' });
        });
      }
      const found = await store.search({ text: '甲公司 318' }, null, 10);
      expect(found.pages.map(({ id }) => id)).toEqual([ids[0]]);
      // The two have the same number: it is one invoice.
      expect((await store.totals({}, 'month')).sum).toMatchObject({ invoices: 1, grossTotal: '318.00' });
      const [near] = await store.lookalikes(ids[0] ?? 0, false, figures);
      expect(near).toMatchObject({ pageId: ids[1], number: '12345678' });
      expect(await store.recognized('vat-invoice')).toEqual(ids);
      await store.transact((unit) =>
        unit.putSummary(ids[1] ?? 0, { ...figures, number: '87654321', grossTotal: '1.00' }),
      );
      const sum = { invoices: 2, grossTotal: '319.00' };
      expect(await store.totals({}, 'month')).toMatchObject({ rows: [sum], sum });
      const [row] = (await store.totals({}, 'seller')).rows;
      const pages = await store.totalled({}, 'seller', row?.key ?? null, 10);
      expect(pages.map(({ id }) => id)).toEqual(ids);
      expect((await store.recent('vat-invoice', 1)).map(({ id }) => id)).toEqual([ids[1]]);
    });

    test('list invoice figures by number and by day, without pages set aside', async () => {
      const { store } = await opened();
      const ids: number[] = [];
      const recognize = async (over: Partial<ResultFigures>): Promise<number> => {
        const id = await addOne(store);
        const callId = await begin(store, callOf(id, 'abcdef'[ids.length]));
        await store.transact(async (unit) => {
          await unit.endCall(answer(callId, id));
          await unit.putSummary(id, {
            ...figures,
            buyerTaxId: 'B1',
            total: '300.00',
            taxTotal: '18.00',
            ...over,
          });
        });
        ids.push(id);
        return id;
      };
      const may = await recognize({});
      const june = await recognize({ number: '23456789', issueDate: '2024-06-01' });
      await recognize({ number: null });
      await recognize({ number: '34567890', review: 'aside' });
      await addOne(store);
      const pagesOf = async (numbers: readonly string[], from?: string) =>
        (await store.listed(numbers, from === undefined ? null : { from, to: '2024-06-30' })).map(
          ([page]) => page,
        );
      expect(await store.listed(['12345678'], null)).toEqual([
        [
          may,
          '04',
          '3100',
          '12345678',
          '2024-05-28',
          '甲公司',
          null,
          '乙公司',
          'B1',
          '300.00',
          '18.00',
          '318.00',
        ],
      ]);
      expect(await pagesOf(['34567890'])).toEqual([]);
      expect(await pagesOf([], '2024-06-01')).toEqual([june]);
      expect(await pagesOf(['12345678'], '2024-06-01')).toEqual([may, june]);
      expect(await pagesOf([])).toEqual([]);
    });

    test('summarize an export from stored findings', async () => {
      const { store } = await opened();
      const findings = [
        ['error', 'total-words'],
        ['warn', 'duplicate'],
      ] as const;
      const ids: number[] = [];
      const recognize = async (
        over: Partial<ResultFigures>,
        page: Partial<NewPage> = {},
      ): Promise<number> => {
        const id = await addOne(store, page);
        await store.transact(async (unit) => {
          await unit.addExtraction(id, { version: 1, payload: payload(String(id)) });
          await unit.putSummary(id, { ...figures, ...over });
        });
        ids.push(id);
        return id;
      };
      const add = async (page: Partial<NewPage>): Promise<number> => {
        const id = await addOne(store, page);
        ids.push(id);
        return id;
      };
      await recognize({ openFindings: findings });
      await recognize({ openFindings: findings.slice(1) }, { sandbox: true });
      await recognize({ openFindings: findings, review: 'confirmed' });
      await recognize({});
      const waiting = await add({ source: '/in/账/a.jpg' });
      const cancelled = await add({ source: 'C:\\in\\b.pdf', page: 2 });
      const refused = await add({});
      const further = await recognize({ openFindings: findings });
      const whole = await recognize({ openFindings: [['warn', 'rows-settled']] });
      const face = await addOne(store, { service: 'face-detect' });
      await store.transact(async (unit) => {
        await unit.setState([cancelled], 'cancelled');
        await unit.refuse(refused, failureOf('missing'));
        await unit.setJoined(
          new Map([
            [further, { to: whole, place: 0 }],
            [whole, { to: whole, place: 1 }],
          ]),
        );
      });
      const summary = {
        pages: 8,
        recognized: 5,
        failed: 1,
        cancelled: 1,
        waiting: 1,
        unread: ['a.jpg', 'b.pdf (2)'],
        withErrors: 1,
        withWarnings: 2,
        sandbox: 1,
        checks: [
          { id: 'duplicate', level: 'warn', pages: 2 },
          { id: 'rows-settled', level: 'warn', pages: 1 },
          { id: 'total-words', level: 'error', pages: 1 },
        ],
        needsDecision: true,
      };
      expect(await store.summarizeExport('vat-invoice', null)).toEqual({ summary, underived: [] });
      expect(await store.summarizeExport('vat-invoice', [face, ...ids, further])).toEqual({
        summary,
        underived: [],
      });
      // In the order of the question; each page once.
      const some = await store.summarizeExport('vat-invoice', [cancelled, waiting, waiting, further, whole]);
      expect(some.summary).toMatchObject({ pages: 3, unread: ['b.pdf (2)', 'a.jpg'], withWarnings: 1 });
      // Shown, but not derived yet.
      const fresh = await store.transact(async (unit) => {
        const [id = 0] = await unit.addPages([newPage()]);
        await unit.addExtraction(id, { version: 1, payload: payload('9') });
        return id;
      });
      expect(await store.summarizeExport('vat-invoice', [fresh])).toMatchObject({
        summary: { pages: 1, recognized: 1, withErrors: 0 },
        underived: [fresh],
      });
      expect(await store.summarizeExport('vat-invoice', [])).toMatchObject({ summary: { pages: 0 } });
    });

    test('count the pages of a joined invoice', async () => {
      const { store, reopen } = await opened();
      const ids: number[] = [];
      for (const letter of ['a', 'b', 'c']) {
        const id = await addOne(store, { name: `${letter}.jpg` });
        const call = await begin(store, callOf(id, letter));
        await store.transact(async (unit) => {
          await unit.endCall(answer(call, id));
          await unit.putSummary(id, figures);
        });
        ids.push(id);
      }
      const [one = 0, two = 0, three = 0] = ids;
      // The pages of an invoice need not be in the order of their ids.
      await store.transact((unit) =>
        unit.setJoined(
          new Map([
            [three, { to: one, place: 0 }],
            [one, { to: one, place: 1 }],
          ]),
        ),
      );
      const joined = async (from: ReadStore = store) =>
        (await from.pages(ids)).map((row) => [row.joinedTo, row.joined]);
      const expected = [
        [one, [three, one]],
        [null, []],
        [one, [three, one]],
      ];
      expect(await joined()).toEqual(expected);
      expect(await store.recognized('vat-invoice')).toEqual([one, two]);
      expect((await store.lookalikes(two, false, figures)).map(({ pageId }) => pageId)).toEqual([one]);
      expect((await store.search({}, null, 10)).pages.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
        one,
        two,
      ]);
      const totalled = await store.totalled({}, 'seller', figures.seller, 10);
      expect(totalled.map(({ id }) => id)).toEqual([one]);
      expect(await store.totals({}, 'month')).toMatchObject({ duplicates: 1, sum: { invoices: 1 } });
      const { rows } = await store.older({
        service: 'vat-invoice',
        before: three + 1,
        documents: 1,
        pages: 10,
      });
      expect(rows.map(({ id }) => id)).toEqual([one, two]);
      const again = await reopen();
      expect(await joined(again)).toEqual(expected);

      await again.transact((unit) => unit.removePages([three]));
      expect((await again.page(one))?.joined).toEqual([one]);
      await again.transact((unit) => unit.setJoined(new Map([[one, null]])));
      expect(await again.page(one)).toMatchObject({ joinedTo: null, joined: [] });
    });
  });

  describe(`${name}: claims for review`, () => {
    test('belong to one person until that person continues or leaves', async () => {
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

    test('are released when their owner requests a page of another person', async () => {
      const { claims } = (await opened()).store;
      await claims.take('li', 1);
      await claims.take('wang', 2);
      expect(await claims.take('wang', 1)).toBe(false);
      expect(await claims.all()).toEqual([{ page: 1, person: 'li' }]);
    });

    test('expire a minute after the last message, or later if they are kept', async () => {
      const { store, setNow } = await opened();
      const { claims } = store;
      await claims.take('li', 1);
      setNow('2024-05-28T08:00:40.000Z');
      await claims.take('li', 1);
      setNow('2024-05-28T08:01:30.000Z');
      expect(await claims.take('wang', 1)).toBe(false);
      setNow('2024-05-28T08:01:40.000Z');
      expect(await claims.all()).toEqual([]);
      expect(await claims.take('wang', 1)).toBe(true);
      expect(await claims.take('li', 1)).toBe(false);
    });

    test('give different pages to people who request the next page at once', async () => {
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
      // An office's server hears of it by a message, from the moment on when it listens.
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
};
