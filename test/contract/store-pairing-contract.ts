import { describe, expect, test } from 'vitest';
import type { NewPage, ResultFigures } from '../../electron/store/records/page.ts';
import type { Paper } from '../../shared/invoice/paper.ts';
import { withNone } from '../../shared/review/pairing.ts';
import { addOne, figures, payload, type OpenedStore } from '../helpers/stored-pages.ts';

/** The part of the store's contract about papers and their invoices. */
export const storePairingContract = (name: string, opened: () => Promise<OpenedStore>): void => {
  describe(`${name}: pairing`, () => {
    test('find papers and invoices of one amount, and what a user paired', async () => {
      const { store } = await opened();
      const add = async (over: Partial<ResultFigures>, page: Partial<NewPage> = {}): Promise<number> => {
        const id = await addOne(store, page);
        await store.transact(async (unit) => {
          await unit.addExtraction(id, { version: 1, payload: payload('1') });
          await unit.putSummaries(new Map([[id, { ...figures, pairDay: '2024-05-28', ...over }]]));
        });
        return id;
      };
      const invoice = await add({ pairRole: 'ride', pairCents: 4_180 });
      const paper = await add({ pairRole: 'itinerary', pairCents: 4_180, number: null });
      const other = await add({ pairRole: 'hotel-bill', pairCents: 9, pairWith: invoice });
      await add({ pairRole: 'ride', pairCents: 4_180, review: 'aside' });
      await add({ pairRole: null, pairCents: null });
      const day = '2024-05-28';
      const found = async (question: Parameters<typeof store.pairable>[0]) =>
        (await store.pairable(question)).map(({ page }) => page);
      expect(await found({ cents: 4_180, day, pages: [invoice], chosen: null })).toEqual([
        invoice,
        paper,
        other,
      ]);
      expect(await found({ cents: 9, day, pages: [other], chosen: invoice })).toEqual([invoice, other]);
      expect(await found({ cents: null, day, pages: [paper], chosen: null })).toEqual([paper]);
      expect(await store.pairable({ cents: 9, day, pages: [], chosen: null })).toEqual([
        {
          page: other,
          role: 'hotel-bill',
          day: '2024-05-28',
          cents: 9,
          chosen: invoice,
          code: '3100',
          number: '12345678',
        },
      ]);
      expect((await store.page(other))?.figures).toMatchObject({ pairRole: 'hotel-bill', pairWith: invoice });
      // Seen from the paper, the other paper of its invoice counts, too; an invoice of another season does not.
      const far = await add({ pairRole: 'ride', pairCents: 4_180, pairDay: '2024-08-28' });
      const near = [invoice, paper, other];
      expect(await found({ cents: 4_180, day, pages: [paper], chosen: null })).toEqual(near);
      expect(await found({ cents: 4_180, day: null, pages: [], chosen: null })).toEqual([...near, far]);
      // A choice ends when its invoice is set aside or gone.
      const aside = await add({ pairRole: 'ride', pairCents: 7, review: 'aside' });
      for (const pairWith of [aside, withNone, 999_999])
        await add({ pairRole: 'itinerary', pairCents: 8, pairWith });
      const chosen = (await store.pairable({ cents: 8, day, pages: [], chosen: null })).map(
        (one) => one.chosen,
      );
      expect(chosen).toEqual([null, withNone, null]);
    });

    test('keep what a paper is and states, and find it by its own day, number and amount', async () => {
      const { store } = await opened();
      const none = { code: null, number: null, issueDate: null, seller: null, buyer: null, grossTotal: null };
      const stated = { number: 'HD-0917', date: '2023-09-17', amount: '1234.50' } as const;
      const paper: Paper = { type: 'bank-receipt', ...stated, payer: '甲公司', payee: '“乙”公司' };
      const id = await addOne(store);
      const other = await addOne(store);
      await store.transact((unit) =>
        unit.putSummaries(
          new Map([
            [id, { ...figures, ...none, paper }],
            [other, figures],
          ]),
        ),
      );
      expect((await store.page(id))?.figures?.paper).toEqual(paper);
      expect((await store.page(other))?.figures?.paper).toBeNull();
      const { date, amount } = stated;
      for (const filter of [
        { number: '0917', text: 'a.jpg' },
        { dayFrom: date, dayTo: date },
        { amountFrom: amount, amountTo: amount },
      ])
        expect([filter, (await store.search(filter, null, 9)).pages.map((page) => page.id)]).toEqual([
          filter,
          [id],
        ]);
      await store.transact((unit) => unit.putSummaries(new Map([[id, { ...figures, paper: null }]])));
      expect((await store.page(id))?.figures?.paper).toBeNull();
    });
  });
};
