import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { formatCapitalAmount } from '../../../../../../shared/invoice/capital-amount.ts';
import { emptyInvoice, emptyLine, emptyParty } from '../../../../../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine } from '../../../../../../shared/invoice/model.ts';
import { decimalOf } from '../../../../../../shared/invoice/money.ts';
import { ofdInvoiceParts, type OfdInvoiceOptions } from '../../../../../helpers/ofd-invoice.ts';
import { packOfd } from '../../../../../helpers/ofd-writer.ts';

const word = (from: string, minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...Array.from(from)), { minLength, maxLength }).map((parts) => parts.join(''));
const company = word('北京上海云帆科技商贸信息（）·&服务文化集团', 2, 8).map((name) => `${name}有限公司`);
const taxId = word('0123456789ABCDEFGHJKLMNPQRTUWXY', 18, 18);
const goods = fc
  .tuple(word('信息技术餐饮服务经纪代理', 2, 6), word('技术服务费餐费咨询（）+-/ABC123μ', 1, 24))
  .map(([kind, name]) => `*${kind}*${name}`);

type Priced = { readonly line: InvoiceLine; readonly cents: number; readonly tax: number };

const priced = (isRed: boolean): fc.Arbitrary<Priced> =>
  fc
    .record({
      name: goods,
      specification: fc.option(word('ABC-123型', 1, 6)),
      unit: fc.option(fc.constantFrom('次', '台', '千克', 'kWh')),
      cents: fc.integer({ min: 1, max: 99_999_999 }),
      quantity: fc.option(fc.integer({ min: 1, max: 999 })),
      rate: fc.constantFrom(1, 3, 6, 9, 13),
      form: fc.constantFrom<'usual' | 'discount' | 'exempt'>('usual', 'usual', 'usual', 'discount', 'exempt'),
    })
    .map(({ name, specification, unit, cents, quantity, rate, form }) => {
      const isNegative = isRed || form === 'discount';
      const amount = isNegative ? -cents : cents;
      const tax = form === 'exempt' ? 0 : Math.round((amount * rate) / 100);
      const bare = form === 'discount' || quantity === null;
      const line: InvoiceLine = {
        ...emptyLine,
        name,
        specification: form === 'discount' ? null : specification,
        unit: form === 'discount' ? null : unit,
        quantity: bare ? null : `${isRed ? '-' : ''}${quantity}`,
        unitPrice: bare ? null : (cents / 100 / quantity).toFixed(8),
        amount: decimalOf(amount),
        taxRate: form === 'exempt' ? '免税' : `${rate}%`,
        tax: form === 'exempt' ? null : decimalOf(tax),
      };
      return { line, cents: amount, tax };
    });

const invoices: fc.Arbitrary<Invoice> = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 100 }))
  .chain(([isRed, most]) =>
    fc.record({
      lines: fc.array(priced(isRed), { minLength: 1, maxLength: most }),
      kind: fc.constantFrom('31', '32'),
      digits: word('0123456789', 18, 18),
      month: fc.integer({ min: 1, max: 12 }),
      buyer: fc.record({ name: company, taxId }),
      seller: fc.record({ name: company, taxId }),
      remark: fc.option(word('订单号：一二三ABC0123456789；<>&', 1, 40)),
    }),
  )
  .map(({ lines, kind, digits, month, buyer, seller, remark }) => {
    const total = lines.reduce((sum, { cents }) => sum + cents, 0);
    const tax = lines.reduce((sum, line) => sum + line.tax, 0);
    const stated = {
      kind,
      number: `24${digits}`,
      issueDate: `2024-${String(month).padStart(2, '0')}-28`,
      buyer: { ...emptyParty, ...buyer },
      seller: { ...emptyParty, ...seller },
      lines: lines.map(({ line }) => line),
      remark: remark?.trim() || null,
      drawer: '于俪',
      total: decimalOf(total),
      taxTotal: decimalOf(tax),
      grossTotal: decimalOf(total + tax),
      grossTotalWords: formatCapitalAmount(total + tax),
    };
    return Object.assign({}, emptyInvoice, stated);
  });

const read = async (invoice: Invoice, options: OfdInvoiceOptions) => {
  const result = await readOfd(packOfd(ofdInvoiceParts(invoice, options)));
  if (!result.ok) throw new Error(result.failure.said ?? result.failure.reason);
  const [extraction, more] = result.value;
  if (!extraction || more) throw new Error('not one invoice');
  return extraction;
};

const options: fc.Arbitrary<OfdInvoiceOptions> = fc.record({
  attachment: fc.boolean(),
  tags: fc.boolean(),
  customData: fc.boolean(),
  template: fc.boolean(),
  watermark: fc.boolean(),
  buyerRight: fc.boolean(),
});

describe('readOfd', () => {
  it('reads every generated invoice exactly, from any of its sources, without findings', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, options, async (invoice, chosen) => {
        const { invoice: found, doubts, origins } = await read(invoice, chosen);
        // An attachment does not name the kind in words that could contradict the form's title.
        expect(found).toEqual(invoice);
        expect(doubts).toEqual([]);
        for (const path of ['number', 'grossTotal', 'buyer.name', 'lines.0.amount'])
          expect(origins[path]?.quad, path).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('reads pages whose glyphs are separate objects', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, async (invoice) => {
        const { invoice: found } = await read(invoice, { glyphs: true });
        expect(found).toEqual(invoice);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
