import { describe, expect, test } from 'vitest';
import type { ReadStore } from '../../electron/store/port.ts';
import type { NewPage, ResultFigures } from '../../electron/store/records/page.ts';
import type { ReaderId } from '../../shared/invoice/extraction.ts';
import { failureOf } from '../../shared/services/failures.ts';
import {
  type OpenedStore,
  newPage,
  callOf,
  answer,
  figures,
  payload,
  idsAlike,
  correct,
  addOne,
  begin,
} from '../helpers/stored-pages.ts';
import { storePairingContract } from './store-pairing-contract.ts';

const ask = (page: number, over: Partial<ResultFigures> = {}, demo = false) => ({
  page,
  demo,
  key: { ...figures, ...over },
});

const readBy = async (
  store: OpenedStore['store'],
  reader: ReaderId,
  sandbox: boolean,
  over: Partial<ResultFigures> = {},
): Promise<number> => {
  const id = await addOne(store, { sandbox });
  await store.transact(async (unit) => {
    await unit.addExtraction(id, { version: 1, payload: { ...payload(String(id)), reader } });
    await unit.putSummaries(new Map([[id, { ...figures, ...over }]]));
  });
  return id;
};

const numberOf = (id: number): string => `number-${1_000 + id}`;

/** The part of the store's contract about versions of pages and queries. */
export const storeQueriesContract = (name: string, opened: () => Promise<OpenedStore>): void => {
  storePairingContract(name, opened);

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

  describe(`${name}: queries`, () => {
    test('find and count pages by their content', async () => {
      const { store } = await opened();
      const ids = [await addOne(store), await addOne(store)];
      for (const [index, id] of ids.entries()) {
        const callId = await begin(store, callOf(id, 'ab'[index]));
        await store.transact(async (unit) => {
          await unit.endCall(answer(callId, id));
          await unit.putSummaries(
            new Map([[id, { ...figures, grossTotal: index === 0 ? '318.00' : '1.00' }]]),
          );
        });
      }
      const found = await store.search({ text: '甲公司 318' }, null, 10);
      expect(found.pages.map(({ id }) => id)).toEqual([ids[0]]);
      // Both have the same number, so they are one invoice.
      expect((await store.totals({}, 'month')).sum).toMatchObject({ invoices: 1, grossTotal: '318.00' });
      const near = await store.lookalikes([{ page: ids[0] ?? 0, demo: false, key: figures }]);
      expect(near).toMatchObject([[{ pageId: ids[1], number: '12345678' }]]);
      expect(await store.recognized('vat-invoice')).toEqual(ids);
      await store.transact((unit) =>
        unit.putSummaries(new Map([[ids[1] ?? 0, { ...figures, number: '87654321', grossTotal: '1.00' }]])),
      );
      const sum = { invoices: 2, grossTotal: '319.00' };
      expect(await store.totals({}, 'month')).toMatchObject({ rows: [sum], sum });
      const [row] = (await store.totals({}, 'seller')).rows;
      const pages = await store.totalled({}, 'seller', row?.key ?? null, 10);
      expect(pages.map(({ id }) => id)).toEqual(ids);
      expect((await store.recent('vat-invoice', 1)).map(({ id }) => id)).toEqual([ids[1]]);
    });

    test('name the page of an invoice like another one only if its file has several', async () => {
      const { store } = await opened();
      const asked = await addOne(store);
      const { prepared } = newPage();
      const several = { prepared: prepared && { ...prepared, pageCount: 3 } };
      const ids = [asked, await addOne(store), await addOne(store, several)];
      for (const [index, id] of ids.entries()) {
        const callId = await begin(store, callOf(id, 'abc'[index]));
        await store.transact(async (unit) => {
          await unit.endCall(answer(callId, id));
          await unit.putSummaries(new Map([[id, figures]]));
        });
      }
      const [alike] = await store.lookalikes([{ page: asked, demo: false, key: figures }]);
      expect(alike?.map(({ name: shown }) => shown)).toEqual(['a.jpg', 'a.jpg (1)']);
    });

    test('list invoice figures by number and by day, without pages set aside', async () => {
      const { store } = await opened();
      const ids: number[] = [];
      const recognize = async (over: Partial<ResultFigures>): Promise<number> => {
        const id = await addOne(store);
        const callId = await begin(store, callOf(id, 'abcdef'[ids.length]));
        await store.transact(async (unit) => {
          await unit.endCall(answer(callId, id));
          await unit.putSummaries(
            new Map([
              [
                id,
                {
                  ...figures,
                  buyerTaxId: 'B1',
                  total: '300.00',
                  taxTotal: '18.00',
                  ...over,
                },
              ],
            ]),
          );
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

    test('name the companies of confirmed invoices, but no demo company', async () => {
      const { store } = await opened();
      const add = async (over: Partial<ResultFigures>, page: Partial<NewPage> = {}) => {
        const id = await addOne(store, page);
        await store.transact((unit) => unit.putSummaries(new Map([[id, { ...figures, ...over }]])));
      };
      const confirmed = { review: 'confirmed', sellerTaxId: 'S1', buyerTaxId: 'B1' } as const;
      await add(confirmed);
      await add({ ...confirmed, sellerTaxId: null, buyer: '丙公司', buyerTaxId: 'B2' });
      await add({ ...confirmed, sellerTaxId: 'S3', review: 'open' });
      await add({ ...confirmed, sellerTaxId: 'S4' }, { sandbox: true });
      const parties = await store.confirmedParties();
      expect(parties.map(({ name: party, taxId }) => `${party} ${taxId}`).toSorted()).toEqual(
        ['甲公司 S1', '乙公司 B1', '丙公司 B2'].toSorted(),
      );
    });

    test('compare several invoices at once, and limit each answer', async () => {
      const { store } = await opened();
      const others: Partial<ResultFigures>[] = [
        {},
        { number: '87654321', seller: '丙公司' },
        { code: null, number: '1', grossTotal: '1.00' },
        { code: '4400', number: '1', grossTotal: '2.00' },
        { code: '4400', number: '1', grossTotal: '3.00' },
        { number: '1', grossTotal: '4.00', review: 'aside' },
      ];
      const ids: number[] = [];
      for (const over of others) ids.push(await readBy(store, 'xml', false, over));
      const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ids;
      const asked = [
        ask(first),
        ask(third, { code: '4400', number: '1', grossTotal: '1.00' }),
        ask(99, { number: '1', code: null, grossTotal: null }),
        ask(99, { number: null, seller: '丙公司' }),
        ask(99, {}, true),
        ask(99, { number: '5', issueDate: null }),
      ];
      const idsOf = async (limit?: number) =>
        (await store.lookalikes(asked, limit)).map((found) => found.map(({ pageId }) => pageId));
      const everyone = [third, fourth, fifth];
      expect(await idsOf()).toEqual([[second], [fourth, fifth], everyone, [first, second], [], []]);
      expect(await idsOf(-1)).toEqual(await idsOf());
      // The close ones first: the same code, or the same seller.
      expect(await idsOf(1)).toEqual([[second], [fourth], [third], [second], [], []]);
      expect(await store.lookalikes([])).toEqual([]);
    });

    test('compare demo data with demo data only, whoever was to read it', async () => {
      const { store } = await opened();
      const real = await readBy(store, 'xml', false);
      const given = await readBy(store, 'xml', true);
      const demo = await readBy(store, 'sandbox', true);
      const found = await store.lookalikes([ask(99), ask(99, {}, true)]);
      expect(found.map((alike) => alike.map(({ pageId }) => pageId))).toEqual([[real, given], [demo]]);
    });

    test('store the figures of many pages together, each with its words', async () => {
      const { store } = await opened();
      const ids: number[] = [];
      for (let page = 1; page <= 450; page += 1) ids.push(page);
      const added = await store.transact((unit) => unit.addPages(ids.map((id) => newPage({ page: id }))));
      const all = new Map(
        added.map((id) => [id, { ...figures, number: numberOf(id), buyer: null, tags: [`t${id}`] }] as const),
      );
      await store.transact((unit) => unit.putSummaries(all));
      const [first = 0, last = 0] = [added[0], added.at(-1)];
      for (const id of [first, last]) {
        expect((await store.page(id))?.figures).toMatchObject({ number: numberOf(id), tags: [`t${id}`] });
        const found = await store.search({ number: numberOf(id), text: `a.jpg t${id} 甲公司` }, null, 2);
        expect(found.pages.map((row) => row.id)).toEqual([id]);
      }
      // The day of a page stays when its invoice has none any more.
      await store.transact((unit) =>
        unit.putSummaries(new Map([[last, { ...figures, issueDate: null, seller: null, name: 'b.jpg' }]])),
      );
      const found = await store.search(
        { dayFrom: '2024-05-28', dayTo: '2024-05-28', text: 'b.jpg' },
        null,
        2,
      );
      expect(found.pages.map((row) => row.id)).toEqual([last]);
      expect((await store.search({ text: numberOf(last) }, null, 2)).pages).toEqual([]);
      await store.transact((unit) => unit.putSummaries(new Map()));
    });

    test('find invoices by their business, and those that name none', async () => {
      const { store } = await opened();
      const ids: number[] = [];
      for (const business of ['toll', 'none', 'toll', null] as const) {
        const id = await addOne(store);
        ids.push(id);
        await store.transact((unit) => unit.putSummaries(new Map([[id, { ...figures, business }]])));
        expect((await store.page(id))?.figures?.business ?? null).toBe(business);
      }
      const [first = 0, none = 0, second = 0] = ids;
      const found = async (business: 'toll' | 'none' | 'freight') =>
        (await store.search({ business, text: '甲公司' }, null, 9)).pages
          .map(({ id }) => id)
          .toSorted((a, b) => a - b);
      expect(await found('toll')).toEqual([first, second].toSorted((a, b) => a - b));
      expect(await found('none')).toEqual([none]);
      expect(await found('freight')).toEqual([]);
    });

    test('summarize an export from stored findings', async () => {
      const { store } = await opened();
      const findings = [
        ['error', 'total-words'],
        ['warn', 'duplicate'],
      ] as const;
      const ids: number[] = [];
      const recognize = async (over: Partial<ResultFigures>, sandbox = false): Promise<number> => {
        const id = await readBy(store, sandbox ? 'sandbox' : 'xml', sandbox, over);
        ids.push(id);
        return id;
      };
      const add = async (page: Partial<NewPage>): Promise<number> => {
        const id = await addOne(store, page);
        ids.push(id);
        return id;
      };
      await recognize({ openFindings: findings });
      await recognize({ openFindings: findings.slice(1) }, true);
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
        demo: 1,
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
      // In the requested order; each page once.
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
          await unit.putSummaries(new Map([[id, figures]]));
        });
        ids.push(id);
      }
      const [one = 0, two = 0, three = 0] = ids;
      // The pages of an invoice may have another order than their ids.
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
      expect(await idsAlike(store, two, figures)).toEqual([one]);
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
};
