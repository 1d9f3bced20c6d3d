import fc from 'fast-check';
import iconv from 'iconv-lite';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import {
  vouchersToKingdee,
  lostInGbk,
  vouchersToYonyou,
} from '../../../../electron/books/vouchers/encode-vouchers.ts';
import type { Voucher } from '../../../../shared/books/voucher.ts';

const cents = fc.integer({ min: -9_999_999_99, max: 9_999_999_99 }).filter((value) => value !== 0);
const account = fc.record({
  code: fc.stringMatching(/^\d{4,8}$/),
  name: fc.constantFrom('应付账款', '管理费用_办公费', ''),
});
const summary = fc.constantFrom('购办公用品', '餐费, "两桌"', '第一行\r\n第二行', '=1+1', '甲公司');
const pair = fc.tuple(cents, account, account, summary).map(([amount, one, other, text]) => [
  { summary: text, account: one, debit: amount, credit: 0, supplier: null, customer: null },
  { summary: text, account: other, debit: 0, credit: amount, supplier: '供应商', customer: null },
]);
const voucher: fc.Arbitrary<Voucher> = fc.record({
  date: fc.constantFrom('2024-05-28', '2024-12-31', '2020-02-29'),
  word: fc.constantFrom('记', '付'),
  number: fc.integer({ min: 1, max: 999 }),
  attachments: fc.integer({ min: 1, max: 9 }),
  preparer: fc.constantFrom('', '王某'),
  entries: fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => pairs.flat()),
  invoices: fc.constant([0]),
});
const vouchers = fc.array(voucher, { minLength: 1, maxLength: 4 });

/**
 * Reads Kingdee's sheet according to its description: one sheet, headers in the first row, one row per entry.
 */
const readKingdee = async (bytes: Buffer) => {
  const [headers = [], ...rows] = await readSheet(bytes);
  return rows.map((row) => Object.fromEntries(headers.map((header, index) => [String(header), row[index]])));
};

/** Reads Yonyou's text according to its description: GBK, CRLF, the first line, then 21 columns per entry. */
const readYonyou = (bytes: Buffer) => {
  const lines = new TextDecoder('gbk', { fatal: true }).decode(bytes).split('\r\n');
  expect(lines.shift()).toBe('填制凭证,V800');
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
};

const spoken = (text: string) => text.replace(/\s+/g, ' ');
const decimal = (value: unknown) => (value === null || value === '' ? 0 : Math.round(Number(value) * 100));

describe('the sheet for Kingdee', () => {
  it('is parsed entry by entry', async () => {
    await fc.assert(
      fc.asyncProperty(vouchers, async (given) => {
        const rows = await readKingdee(vouchersToKingdee(given));
        const entries = given.flatMap((one) => one.entries.map((entry, index) => ({ one, entry, index })));
        expect(rows).toHaveLength(entries.length);
        for (const [at, { one, entry, index }] of entries.entries()) {
          const row = rows[at] ?? {};
          expect(row['日期']).toEqual(new Date(`${one.date}T00:00:00Z`));
          expect([row['凭证字'], row['凭证号'], row['附件数'], row['分录序号']]).toEqual([
            one.word,
            one.number,
            one.attachments,
            index + 1,
          ]);
          expect(spoken(String(row['摘要']))).toBe(spoken(entry.summary));
          expect([row['科目代码'], row['科目名称'] ?? '']).toEqual([entry.account.code, entry.account.name]);
          expect([decimal(row['借方金额']), decimal(row['贷方金额'])]).toEqual([entry.debit, entry.credit]);
          expect(row['供应商']).toBe(entry.supplier);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('has its 25 columns', async () => {
    const [headers] = await readSheet(vouchersToKingdee([]));
    expect(headers).toEqual([
      '日期',
      '凭证字',
      '凭证号',
      '附件数',
      '分录序号',
      '摘要',
      '科目代码',
      '科目名称',
      '借方金额',
      '贷方金额',
      '客户',
      '供应商',
      '职员',
      '项目',
      '部门',
      '存货',
      '自定义辅助核算类别',
      '自定义辅助核算编码',
      '自定义辅助核算类别1',
      '自定义辅助核算编码1',
      '数量',
      '单价',
      '原币金额',
      '币别',
      '汇率',
    ]);
  });
});

describe('the text for Yonyou', () => {
  it('is parsed entry by entry', () => {
    fc.assert(
      fc.property(vouchers, (given) => {
        const rows = readYonyou(vouchersToYonyou(given));
        const entries = given.flatMap((one) => one.entries.map((entry) => ({ one, entry })));
        expect(rows).toHaveLength(entries.length);
        for (const [at, { one, entry }] of entries.entries()) {
          const row = rows[at] ?? [];
          expect(row).toHaveLength(21);
          expect(row.slice(0, 4)).toEqual([one.date, one.word, String(one.number), String(one.attachments)]);
          expect(row[5]).toBe(entry.account.code);
          expect([decimal(row[6]), decimal(row[7])]).toEqual([entry.debit, entry.credit]);
          expect(row[11]).toBe(one.preparer);
          expect(row[14]).toBe(one.date);
        }
      }),
    );
  });

  it('reports characters that GBK does not contain', () => {
    const entries = [
      {
        summary: '𠮷野家䶮？',
        account: { code: '1', name: '' },
        debit: 1,
        credit: 0,
        supplier: null,
        customer: null,
      },
    ];
    const one: Voucher = {
      date: '2024-05-28',
      word: '记',
      number: 1,
      attachments: 1,
      preparer: '',
      entries,
      invoices: [0],
    };
    expect(lostInGbk([one])).toEqual(['𠮷', '䶮']);
    expect(vouchersToYonyou([one]).toString('latin1')).toContain(
      iconv.encode('?野家?？', 'gbk').toString('latin1'),
    );
  });
});
