import type { TotalsGrouping } from '../../../../../shared/review/totals.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { decimalOf } from '../../../../../shared/invoice/money.ts';
import { searchedCents } from '../../../../../electron/store/search/search-terms.ts';
import type { HistoryFilter } from '../../../../../shared/contract/history.ts';
import { emptyInvoice } from '../../../../../shared/invoice/empty-invoice.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const now = () => new Date('2024-06-01T08:00:00Z');

type Invoice = {
  readonly name: string;
  readonly day: string | null;
  readonly seller: string;
  readonly buyer: string;
  readonly number: string;
  readonly gross: string;
  readonly goods?: string;
  readonly sandbox?: boolean;
};

const invoices: readonly Invoice[] = [
  {
    name: 'a.jpg',
    day: '2024-05-28',
    seller: '上海云杉科技有限公司',
    buyer: '北京甲乙贸易有限公司',
    number: '12345678',
    gross: '318.00',
    goods: '*餐饮服务*餐费',
  },
  {
    name: 'b.jpg',
    day: '2024-05-01',
    seller: '上海云杉科技有限公司',
    buyer: '北京甲乙贸易有限公司',
    number: '12345679',
    gross: '0.10',
  },
  {
    name: 'c.jpg',
    day: '2024-04-30',
    seller: '王记（深圳）小吃店',
    buyer: 'ACME 贸易',
    number: '87654321',
    gross: '-20.50',
  },
  {
    name: 'd 收据.jpg',
    day: null,
    seller: '王记（深圳）小吃店',
    buyer: 'ACME 贸易',
    number: '00000001',
    gross: '1000000.00',
  },
  {
    name: 'e.jpg',
    day: '2024-05-28',
    seller: '上海云杉科技有限公司',
    buyer: '',
    number: '9',
    gross: '7.00',
    sandbox: true,
  },
];

const filled = async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const opened = openLedger(path, now);
  if (!opened.ok) throw new Error(opened.failure.detail);
  const ledger = opened.value;
  const file = { service: 'vat-invoice', options: {}, author: 'local', prepared: null } as const;
  for (const { name, day, seller, buyer, number, gross, goods, sandbox = false } of invoices) {
    const [id = 0] = ledger.pages.addPages([{ ...file, name, source: name, path: null, sandbox }]);
    ledger.results.putSummaries(
      new Map([
        [
          id,
          {
            kind: '04',
            code: null,
            number,
            issueDate: day,
            seller,
            sellerTaxId: null,
            buyer,
            grossTotal: gross,
            faces: null,
            warnings: 0,
            errors: 0,
            words: goods === undefined ? [] : [goods],
          },
        ],
      ]),
    );
  }
  const find = (filter: HistoryFilter) =>
    ledger.history.search(filter, null, 100).ids.map((id) => invoices[id - 1]?.name[0]);
  return { ledger, find, path };
};

describe('a search of the history', () => {
  test('ignores width and case of letters and brackets', async () => {
    const { ledger } = await filled();
    const [id = 0] = ledger.history.search({}, null, 100).ids;
    const figures = ledger.pages.page(id)?.figures;
    if (!figures) throw new Error('no figures');
    ledger.results.putSummaries(new Map([[id, { ...figures, number: 'AB０1', seller: '甲（乙）' }]]));
    const { search } = ledger.history;
    for (const filter of [{ number: 'ab01' }, { number: 'B0' }, { seller: '(乙)' }, { seller: '（乙）' }])
      expect(search(filter, null, 100).ids).toEqual([id]);
    ledger.close();
  });

  test('finds by reader what that reader extracted', async () => {
    const { ledger } = await filled();
    const payload = {
      reader: 'ofd',
      invoice: emptyInvoice,
      ticket: null,
      origins: {},
      findings: [],
      qr: null,
    } as const;
    ledger.extractions.addExtraction(3, { version: 1, payload });
    ledger.extractions.addExtraction(4, { version: 1, payload: { ...payload, reader: 'xml' } });
    const { search } = ledger.history;
    expect(search({ reader: 'ofd' }, null, 100).ids).toEqual([3]);
    expect(search({ reader: 'service' }, null, 100).ids).toEqual([]);
    ledger.close();
  });

  test('returns everything without terms, the newest day first', async () => {
    const { ledger, find } = await filled();
    expect(find({})).toEqual(['d', 'e', 'a', 'b', 'c']);
    ledger.close();
  });

  test.each<[HistoryFilter, string]>([
    [{ text: '杉' }, 'eab'],
    [{ text: '云杉' }, 'eab'],
    [{ text: '餐' }, 'a'],
    [{ text: '上海 318' }, 'a'],
    [{ text: '王记(深圳)' }, 'dc'],
    [{ text: 'acme' }, 'dc'],
    [{ seller: '（深圳）' }, 'dc'],
    [{ seller: '(深圳)' }, 'dc'],
    [{ seller: '王记（深' }, 'dc'],
    [{ buyer: 'ＡＣＭＥ' }, 'dc'],
    [{ number: '１２３４５６７９' }, 'b'],
    [{ text: '收据' }, 'd'],
    [{ text: '2024-05-28' }, 'ea'],
    [{ text: '28 May 2024' }, 'ea'],
    [{ text: '28 may' }, 'ea'],
    [{ text: 'May 2024' }, 'eab'],
    [{ text: 'may' }, 'eab'],
    [{ text: '2024年5月28日' }, 'ea'],
    [{ text: '２０２４年５月' }, 'eab'],
    [{ text: '4月30日' }, 'c'],
    [{ text: '云杉 2024年5月 318' }, 'a'],
    [{ text: '30 April 小吃' }, 'c'],
    [{ text: '1,000,000' }, 'd'],
    [{ text: '￥1,000,000.00' }, 'd'],
    [{ text: '¥318.00' }, 'a'],
    [{ text: '¥-20.5' }, 'c'],
    [{ text: '-¥20.5' }, 'c'],
    [{ text: '31,8' }, ''],
    [{ text: '没有' }, ''],
    [{ text: '%' }, ''],
    [{ text: '_' }, ''],
    [{ text: "' OR 1=1 --" }, ''],
    [{ seller: '小吃' }, 'dc'],
    [{ buyer: '甲乙' }, 'ab'],
    [{ number: '1234567' }, 'ab'],
    [{ dayFrom: '2024-05-01', dayTo: '2024-05-27' }, 'b'],
    [{ amountFrom: '0.10', amountTo: '318.00' }, 'eab'],
    [{ amountTo: '0' }, 'c'],
    [{ amountFrom: '999999.99' }, 'd'],
    [{ kind: '04', sandbox: true }, 'e'],
    [{ kind: '01' }, ''],
    [{ state: 'waiting' }, 'deabc'],
    [{ state: 'recognized' }, ''],
    [{ service: 'face-detect' }, ''],
  ])('%j', async (filter, expected) => {
    const { ledger, find } = await filled();
    expect(find(filter).join('')).toBe(expected);
    ledger.close();
  });

  test('in pages returns each row once', async () => {
    const { ledger } = await filled();
    const seen: number[] = [];
    let after: Parameters<typeof ledger.history.search>[1] = null;
    do {
      const found = ledger.history.search({}, after, 2);
      seen.push(...found.ids);
      after = found.next;
    } while (after);
    expect(seen).toEqual([4, 5, 1, 2, 3]);
    ledger.close();
  });

  test('no longer finds removed pages, and finds new extractions by their new words', async () => {
    const { ledger, find } = await filled();
    ledger.pages.removePages([1]);
    expect(find({ text: '餐' })).toEqual([]);
    const figures = { kind: null, code: null, sellerTaxId: null, faces: null, warnings: 0, errors: 0 };
    ledger.results.putSummaries(
      new Map([
        [
          2,
          {
            ...figures,
            number: '5',
            issueDate: '2025-01-01',
            seller: '新公司',
            grossTotal: '1.00',
          },
        ],
      ]),
    );
    expect(find({ text: '12345679' })).toEqual([]);
    expect(find({ text: '新' })).toEqual(['b']);
    expect(find({})[0]).toBe('b');
    ledger.close();
  });
});

test('totals recognized invoices by month and seller, to the cent', async () => {
  const { ledger, path } = await filled();
  const db = new DatabaseSync(path);
  db.exec(`UPDATE pages SET state = 'recognized' WHERE id IN (1, 2, 3, 5)`);
  db.close();
  const sums = (by: TotalsGrouping) =>
    ledger.history.totals({}, by).rows.map((row) => [row.key, row.invoices, row.grossTotal]);
  expect(sums('month')).toEqual([
    ['2024-05', 2, '318.10'],
    ['2024-04', 1, '-20.50'],
  ]);
  expect(sums('seller')).toEqual([
    ['上海云杉科技有限公司', 2, '318.10'],
    ['王记（深圳）小吃店', 1, '-20.50'],
  ]);
  // Demo data only counts if there is no other data.
  expect(ledger.history.totals({}, 'month')).toMatchObject({ isSandbox: false, sandboxLeftOut: 1 });
  expect(ledger.history.totals({ sandbox: true }, 'month')).toMatchObject({
    isSandbox: true,
    sum: { invoices: 1, grossTotal: '7.00' },
  });
  expect(ledger.history.totals({ text: '小吃' }, 'seller').rows).toHaveLength(1);
  expect(ledger.history.totalled({}, 'month', '2024-05', 10)).toEqual([1, 2]);
  ledger.close();
});

test('keeps the cents of amounts', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      expect(searchedCents(decimalOf(cents))).toBe(cents);
    }),
  );
  expect([
    searchedCents('1'),
    searchedCents('1.5'),
    searchedCents('-0.05'),
    searchedCents('1,000'),
    searchedCents(null),
  ]).toEqual([100, 150, -5, null, null]);
});
