import { type BookInvoice } from '../../shared/books/book-invoice.ts';
import { draftVouchers, numberDrafts, type Numbering } from '../../shared/books/build-vouchers.ts';
import type { Voucher } from '../../shared/books/voucher.ts';
import { voucherRulesSchema, type VoucherRules } from '../../shared/books/voucher-rules.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { bookInvoice, bookLine } from './book-invoice.ts';

export const rulesOf = (over: Record<string, unknown> = {}): VoucherRules =>
  voucherRulesSchema.parse({
    own: [{ name: '北京买方有限公司', taxId: '91110000000000001A' }],
    rules: [
      { when: { side: 'sale' }, account: { code: '6001', name: '主营业务收入' } },
      {
        when: { goods: '*餐饮服务*' },
        account: { code: '660201', name: '业务招待费' },
        deductible: false,
        summary: '{seller}餐费',
      },
      { when: { goods: '*运输服务*', rate: '9%' }, account: { code: '660202', name: '运费' } },
      { when: {}, account: { code: '660299', name: '其他' } },
    ],
    ...over,
  });

export const book = (over: Partial<Invoice> = {}, rest: Partial<BookInvoice> = {}): BookInvoice => ({
  invoice: bookInvoice(over),
  tags: [],
  otherCharges: 0,
  business: null,
  ticket: null,
  ...rest,
});

export const entriesOf = (vouchers: readonly Voucher[]) =>
  vouchers.map(({ entries }) => entries.map(({ account, debit, credit }) => [account.code, debit, credit]));

/** Vouchers with their numbers; by default the first of a ledger. */
export const buildVouchers = (
  books: readonly BookInvoice[],
  rules: VoucherRules,
  numbering: Numbering = { highest: () => 0, earlier: () => null },
) => numberDrafts(draftVouchers(books, rules, { wantsCodes: false }), rules, numbering);

export const onlyOne = (invoice: BookInvoice, rules = rulesOf()) =>
  entriesOf(buildVouchers([invoice], rules).vouchers)[0];

export const goods = (name: string) => [bookLine({ name })];
