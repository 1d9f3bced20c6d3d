import { describe, expect, test } from 'vitest';
import type { Store } from '../../electron/store/port.ts';
import type { ResultFigures } from '../../electron/store/records/page.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { figures, newPage } from '../helpers/stored-pages.ts';

type Kept = Partial<ResultFigures> & { readonly file: string };

const invoices: Readonly<Record<string, Kept>> = {
  july: {
    file: 'scan 1.jpg',
    issueDate: '2024-07-13',
    number: '24312000000000000226',
    seller: '深圳小满科技有限公司',
    buyer: '上海云杉科技有限公司',
    total: '200412.62',
    grossTotal: '226466.26',
    words: ['*信息技术服务*打印机租赁', '订单号 A-17', '88.80'],
  },
  julyBefore: { file: 'scan 2.jpg', issueDate: '2023-07-01', seller: '顺丰速运', grossTotal: '-1500.00' },
  december: { file: 'scan 3.jpg', issueDate: '2024-12-05', seller: '顺丰速运', grossTotal: '999.99' },
  remark: {
    file: 'scan 4.jpg',
    issueDate: '2024-08-02',
    seller: '國際貿易電資訊有限公司',
    grossTotal: '1000.00',
    words: ['补12月房租'],
    tags: ['差旅'],
    note: '等对方补章',
  },
  undated: { file: 'ＩＭＧ 5.jpg', issueDate: null, seller: null, grossTotal: null },
};

const filled = async (store: Store): Promise<ReadonlyMap<PageId, string>> => {
  const names = new Map<PageId, string>();
  for (const [key, { file, ...own }] of Object.entries(invoices))
    await store.transact(async (unit) => {
      const [id = 0] = await unit.addPages([newPage({ name: file, path: `/in/${file}` })]);
      await unit.putSummaries(new Map([[id, { ...figures, number: `9900${id}`, buyer: null, ...own }]]));
      names.set(id, key);
    });
  return names;
};

const inOrder = (ids: readonly PageId[]) => ids.toSorted((one, other) => one - other);

/** What a typed text finds, for every engine: list, table and history ask the same. */
export const searchContract = (name: string, opened: () => Promise<{ readonly store: Store }>): void => {
  describe(`${name}: a typed search`, () => {
    test.each<readonly [text: string, keys: readonly string[]]>([
      // Words are joined by "and", whatever they are.
      ['深圳 226466', ['july']],
      ['小满 7月 >1000', ['july']],
      ['打印机', ['july']],
      ['订单号', ['july']],
      ['顺丰 2024-12', ['december']],
      ['顺丰 打印机', []],
      ['差旅', ['remark']],
      ['补章', ['remark']],
      // A month is that of any year, and not a part of another month.
      ['7月', ['july', 'julyBefore']],
      ['７月', ['july', 'julyBefore']],
      ['7月份', ['july', 'julyBefore']],
      ['2月份', []],
      ['july', ['july', 'julyBefore']],
      ['2月', []],
      ['12月', ['december', 'remark']],
      ['2024年7月', ['july']],
      ['7月13日', ['july']],
      ['20240713', ['july']],
      ['2024/7/13', ['july']],
      ['13 Jul 2024', ['july']],
      // A number is one, or any amount.
      ['226', ['july']],
      ['200,412.62', ['july']],
      ['88.8', ['july']],
      ['¥999.99', ['december']],
      // Limits compare the gross total without its sign.
      ['>1000', ['july', 'julyBefore']],
      ['> 1,000', ['july', 'julyBefore']],
      ['>=1000', ['july', 'julyBefore', 'remark']],
      ['＜1000', ['december']],
      ['500..2000', ['julyBefore', 'december', 'remark']],
      ['2000~500', ['julyBefore', 'december', 'remark']],
      ['20万..', ['july']],
      ['500 .. 2000', ['julyBefore', 'december', 'remark']],
      ['500〜2000', ['julyBefore', 'december', 'remark']],
      ['500元 至 2,000元', ['julyBefore', 'december', 'remark']],
      ['> 1000 元', ['july', 'julyBefore']],
      ['¥>1000', ['july', 'julyBefore']],
      ['顺丰 >1000', ['julyBefore']],
      // Case, width and traditional characters make no difference.
      ['a-17', ['july']],
      ['img', ['undated']],
      ['国际贸易', ['remark']],
      ['國際貿易', ['remark']],
      ['雲杉', ['july']],
      // Signs of the engines' own patterns are characters like any other.
      ['%', []],
      ["' OR 1=1 --", []],
      ['>', []],
    ])('%j', async (text, keys) => {
      const { store } = await opened();
      const names = await filled(store);
      const namesOf = (ids: readonly PageId[]) => new Set(ids.map((id) => names.get(id)));
      const matching = await store.matching(text, 'vat-invoice', 1);
      expect(matching).toHaveLength(keys.length);
      expect(namesOf(matching)).toEqual(new Set(keys));
      const { pages } = await store.search({ text }, null, 100);
      expect(namesOf(pages.map(({ id }) => id))).toEqual(new Set(keys));
    });

    test('finds pages of one service, from an id on', async () => {
      const { store } = await opened();
      const names = await filled(store);
      const [first = 0, second = 0] = [...names.keys()];
      expect(await store.matching('jpg', 'face-detect', 1)).toEqual([]);
      expect(await store.matching('7月', 'vat-invoice', second)).toEqual([second]);
      expect(await store.matching('7月', 'vat-invoice', first)).toHaveLength(2);
    });

    test('finds a page by its tags and its note as soon as they change, and no longer by earlier ones', async () => {
      const { store } = await opened();
      const names = await filled(store);
      const [id = 0] = [...names].find(([, key]) => key === 'remark') ?? [];
      const found = (text: string) => store.matching(text, 'vat-invoice', 1);
      const seller = invoices['remark']?.seller ?? '';
      // A tag may say the same as another word of the invoice.
      const changes = [
        { review: 'open', tags: ['Travel', seller], note: null },
        { review: 'confirmed', tags: [], note: '已付\n款' },
      ] as const;
      await store.transact((unit) => unit.setReviews(new Map([[id, changes[0]]])));
      for (const [text, ids] of [
        ['travel', [id]],
        ['差旅', []],
        ['补章', []],
      ] as const)
        expect(await found(text)).toEqual(ids);
      await store.transact((unit) => unit.setReviews(new Map([[id, changes[1]]])));
      expect(await found('travel')).toEqual([]);
      expect(await found('已付')).toEqual([id]);
      expect(await found(seller)).toEqual([id]);
    });

    test('finds every page of a file by its name, whatever became of the page', async () => {
      const { store } = await opened();
      const ids = await store.transact(async (unit) => {
        const [first = 0] = await unit.addPages([newPage({ name: '發票 ＸＹ.pdf', prepared: null })]);
        const further = await unit.addRest(first, 4);
        await unit.setState(further.slice(0, 1), 'cancelled');
        for (const id of further.slice(1, 2)) await unit.refuse(id, failureOf('died-preparing'));
        return [first, ...further];
      });
      expect(ids).toHaveLength(4);
      for (const text of ['发票', '發票', 'xy', 'ＸＹ.pdf']) {
        expect(inOrder(await store.matching(text, 'vat-invoice', 1))).toEqual(ids);
        const { pages } = await store.search({ text }, null, 100);
        expect(inOrder(pages.map(({ id }) => id))).toEqual(ids);
      }
      // An earlier version stored no words by these rules: all of them are made up, once.
      expect(await store.unformed(0, 1_000)).toEqual(ids);
      await store.transact(async (unit) => {
        const [first = 0] = ids;
        await unit.addName(first, '別名.pdf');
        await unit.putWords(new Map(ids.map((id) => [id, null])));
      });
      expect(await store.unformed(0, 1_000)).toEqual([]);
      for (const text of ['发票 xy', '别名'])
        expect(inOrder(await store.matching(text, 'vat-invoice', 1))).toEqual(ids);
    });

    test('finds an invoice by the names of the files of all its pages, and of a file that it took over', async () => {
      const { store } = await opened();
      const names = await filled(store);
      const [whole = 0, further = 0, swallowed = 0] = [...names.keys()];
      const found = (text: string) => store.matching(text, 'vat-invoice', 1);
      await store.transact(async (unit) => {
        await unit.addName(further, 'rückseite.jpg');
        await unit.addName(swallowed, '副本.xml');
        await unit.setJoined(
          new Map([
            [whole, { to: whole, place: 0 }],
            [further, { to: whole, place: 1 }],
          ]),
        );
        await unit.copyNames(swallowed, whole);
        await unit.removePages([swallowed]);
        await unit.putSummaries(new Map([[whole, figures]]));
      });
      for (const text of ['scan 1.jpg', 'scan 2.jpg', 'rückseite', '副本'])
        expect(await found(text)).toEqual([whole]);
      await store.transact((unit) => unit.addName(further, 'zuletzt.jpg'));
      expect(await found('zuletzt')).toEqual([whole]);
    });

    test('finds a page by the other names of its file, also after its data has changed', async () => {
      const { store } = await opened();
      const names = await filled(store);
      const [id = 0] = [...names.keys()];
      const rendition = { path: null, sha256: 'f'.repeat(64), format: 'ofd', bytes: 1 } as const;
      await store.transact(async (unit) => {
        await unit.addName(id, 'C:\\邮件\\Ｒeise 七月.pdf');
        await unit.addName(id, 'scan 1.jpg');
        await unit.addRendition((await unit.page(id))?.document ?? 0, { ...rendition, name: '/in/原件.ofd' });
      });
      const found = (text: string) => store.matching(text, 'vat-invoice', 1);
      expect(await found('reise')).toEqual([id]);
      await store.transact((unit) => unit.putSummaries(new Map([[id, { ...figures, note: 'neu' }]])));
      for (const text of ['reise', 'scan 1.jpg', '原件.ofd', 'neu']) expect(await found(text)).toEqual([id]);
      expect(await found('邮件')).toEqual([]);
      await store.transact((unit) => unit.removePages([id]));
      expect(await found('reise')).toEqual([]);
    });
  });
};
