import { describe, expect, it } from 'vitest';
import { encodeVouchers } from '../../../../electron/books/vouchers/encode-vouchers.ts';
import { codesIn, uncodedParties, withoutCode } from '../../../../electron/books/vouchers/code-commands.ts';
import { type BookInvoice } from '../../../../shared/books/book-invoice.ts';
import { draftVouchers, numberDrafts } from '../../../../shared/books/build-vouchers.ts';
import { codeOf, codeRows, readCodes, type BookCode } from '../../../../shared/books/codes.ts';
import { voucherRulesSchema } from '../../../../shared/books/voucher-rules.ts';
import { starterRules } from '../../../../shared/books/starter-rules.ts';
import { readSheet } from 'read-excel-file/node';
import iconv from 'iconv-lite';
import { bookInvoice, bookLine, party } from '../../../helpers/book-invoice.ts';

const own = { name: '北京买方有限公司', taxId: '91110000000000001A' };
const codes: readonly BookCode[] = [
  { kind: 'supplier', name: '上海卖方有限公司', taxId: '91310000000000002B', code: 'G001' },
  { kind: 'department', name: '销售部', taxId: '', code: 'D02' },
  { kind: 'person', name: '张三', taxId: '', code: 'P07' },
];

const booked = (over: Partial<BookInvoice> = {}): BookInvoice => ({
  invoice: bookInvoice(),
  tags: [],
  otherCharges: 0,
  business: null,
  ticket: null,
  ...over,
});

const vouchersOf = (books: readonly BookInvoice[], given: object, wantsCodes = false) => {
  const rules = voucherRulesSchema.parse({
    own: [own],
    codes,
    rules: [{ account: { code: '660204', name: '' }, department: '销售部', project: '甲项目' }],
    ...given,
  });
  const none = { highest: () => 0, earlier: () => null };
  return { rules, built: numberDrafts(draftVouchers(books, rules, { wantsCodes }), rules, none) };
};

const uncodedFor = (seller: string, given: readonly BookCode[], wantsCodes: boolean) => {
  const rules = voucherRulesSchema.parse({ own: [own], codes: given, rules: [] });
  const invoice = bookInvoice({ seller: party(seller) });
  const trial = { used: [{ invoice }], built: { entriesOf: new Map([[0, []]]) }, rules, wantsCodes };
  return uncodedParties(trial);
};

const id = '91320500MA1XXXXX1A';
/** An invoice of a seller, by name and taxpayer id. */
const from = (...seller: Parameters<typeof party>) => ({
  invoice: bookInvoice({ seller: party(...seller) }),
});

describe('the table of codes', () => {
  it('names a party by its id, and by its name only if no other id contradicts', () => {
    expect(codeOf(codes, 'supplier', party('改名的公司', '91310000000000002B'))).toBe('G001');
    expect(codeOf(codes, 'supplier', party('上海卖方有限公司'))).toBe('G001');
    expect(codeOf(codes, 'supplier', party('上海卖方有限公司', '91310000000000009X'))).toBeNull();
    expect(codeOf(codes, 'customer', party('上海卖方有限公司'))).toBeNull();
  });

  it('lists parties without code once, by their id or else by their name', () => {
    const found = [
      from('苏州(新)公司', id),
      from('苏州（新）公司', id),
      from('苏州（新）公司', id.toLowerCase()),
      from('苏州（新） 公司'),
      from('个体户王某'),
      from('个体户 王某'),
      from('上海卖方有限公司', '91310000000000002B'),
      from('上海卖方有限公司', '91310000000000009X'),
      from('出租车公司'),
    ];
    const rows = withoutCode(found, codes, [own]);
    expect(rows).toEqual([
      { kind: 'supplier', name: '苏州（新）公司', taxId: id },
      { kind: 'supplier', name: '个体户王某', taxId: '' },
      // Another company with the name of one that has a code.
      { kind: 'supplier', name: '上海卖方有限公司', taxId: '91310000000000009X' },
      { kind: 'supplier', name: '出租车公司', taxId: '' },
    ]);
    // Once each has a code, no party is left.
    const all = [...codes, ...rows.map((row) => Object.assign(row, { code: 'G1' }))];
    expect(withoutCode(found, all, [own])).toEqual([]);
    const sold = { invoice: bookInvoice({ seller: party(own.name, own.taxId), buyer: party('个体户王某') }) };
    expect(withoutCode([...found, sold], all, [own])).toEqual([
      { kind: 'customer', name: '个体户王某', taxId: '' },
    ]);
  });

  it('is read as it was written, without rows that have no code', () => {
    const without = [{ kind: 'customer', name: '新客户', taxId: '' }] as const;
    expect(readCodes(codeRows(codes, without))).toEqual({ codes, wrong: [] });
    const bytes = iconv.encode('类别,名称,税号,编码\n供应商,㐂公司,,"1,2"\n别的,x,,3\n部门,,,4\n', 'gb18030');
    const read = codesIn(bytes);
    expect(read).toEqual({
      ok: true,
      value: { codes: [{ kind: 'supplier', name: '㐂公司', taxId: '', code: '1,2' }], wrong: [3, 4] },
    });
    expect(codesIn(Buffer.from('a,b\n1,2'))).toEqual({ ok: false, failure: 'not-a-code-table' });
  });

  it('fills the codes of both formats', async () => {
    const { rules, built } = vouchersOf([booked()], {});
    const rows = await readSheet(encodeVouchers(built.vouchers, 'kingdee', [], rules, () => null));
    const [headers = [], cost = []] = rows;
    const owed = rows.at(-1) ?? [];
    const at = (header: string): number => headers.indexOf(header);
    expect([cost[at('部门')], cost[at('项目')], owed[at('供应商')], owed[at('部门')]]).toEqual([
      'D02',
      '甲项目',
      'G001',
      null,
    ]);
    const yonyou = encodeVouchers(built.vouchers, 'yonyou', [], rules, () => null);
    const lines = iconv.decode(yonyou, 'gbk').split('\r\n').slice(1, -1);
    const cells = lines.map((line) => line.split(',').slice(15));
    // A project without a code is left empty: Yonyou takes only codes.
    expect(cells[0]).toEqual(['D02', '', '', '', '', '']);
    expect(cells.at(-1)).toEqual(['', '', '', 'G001', '', '']);
  });

  it('holds an invoice whose department or project has no code, if the format takes only codes', () => {
    const invoice = bookInvoice({ lines: [bookLine(), bookLine()] });
    const { built } = vouchersOf([booked({ invoice })], {}, true);
    expect(built.vouchers).toEqual([]);
    const reason = 'no-code';
    expect(built.failures).toEqual([{ index: 0, reason, line: 1, item: '甲项目' }]);
    const more = [...codes, { kind: 'project', name: '甲项目', taxId: '', code: 'X1' }];
    expect(vouchersOf([booked()], { codes: more }, true).built.failures).toEqual([]);
    const bare = { rules: [{ account: { code: '660204', name: '' } }] };
    expect(vouchersOf([booked()], { ...bare, codes: [] }, true).built.failures).toEqual([]);
    expect(vouchersOf([booked()], {}).built.failures).toEqual([]);
  });

  it('names the parties without a code, if the table has others of their kind', () => {
    expect(uncodedFor('新供应商', codes, true)).toEqual(['新供应商']);
    expect(uncodedFor('上海卖方有限公司', codes, true)).toEqual([]);
    expect(uncodedFor('新供应商', codes.slice(1), true)).toEqual([]);
    expect(uncodedFor('新供应商', codes, false)).toEqual([]);
  });

  it('knows the traveller of a ticket', () => {
    const ticket = { type: 'rail', passenger: '张三' } as const;
    const accounts = { traveller: { code: '1221' } };
    const { built } = vouchersOf([booked({ invoice: bookInvoice({ kind: '51' }), ticket })], { accounts });
    expect(built.vouchers[0]?.entries.at(-1)?.items).toContainEqual({
      kind: 'person',
      name: '张三',
      code: 'P07',
    });
  });
});

it('own layouts name the invoices of an entry', async () => {
  const books = ['1', '2'].map((digit) =>
    booked({
      invoice: bookInvoice({
        number: `2431200000001234567${digit}`,
        seller: party(`卖方${digit}`),
        lines: [bookLine()],
      }),
    }),
  );
  const { rules, built } = vouchersOf(books, { per: 'batch' });
  const layout = (['summary', 'invoiceNumber', 'invoiceDate'] as const).map((column) => ({
    column,
    header: '',
  }));
  const invoiceAt = (index: number) => {
    const invoice = books[index]?.invoice;
    return invoice ? { invoice, entries: built.entriesOf.get(index) ?? [] } : null;
  };
  const [, ...rows] = await readSheet(encodeVouchers(built.vouchers, 'own', layout, rules, invoiceAt));
  const day = new Date('2024-05-28T00:00:00Z');
  expect(rows).toContainEqual(['卖方1 餐饮服务', '24312000000012345671', day]);
  expect(rows).toContainEqual(['卖方2 餐饮服务', '24312000000012345672', day]);
});

it.each(Object.entries(starterRules))(
  'starter rules (%s) are valid, and guess no account for goods',
  (_, rules) => {
    const { built } = vouchersOf(
      [
        booked({ invoice: bookInvoice({ lines: [bookLine({ name: '*餐饮服务*餐费' })] }) }),
        booked({
          invoice: bookInvoice({ number: '1', kind: '32', lines: [bookLine({ name: '*未知类*某物' })] }),
        }),
      ],
      { rules },
    );
    expect(built.vouchers[0]?.entries[0]?.account.name).toContain('业务招待费');
    expect(built.failures.map(({ reason }) => reason)).toEqual(['no-rule']);
  },
);
