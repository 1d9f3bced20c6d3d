import { describe, expect, it } from 'vitest';
import { emptyLine } from '../../../../../../shared/invoice/empty-invoice.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import type { InvoiceExtraction } from '../../../../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../../../../shared/invoice/model.ts';
import { made } from '../../../../../helpers/digital-xml.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';
import { pageOf } from '../../../../../helpers/hidden-text.ts';
import { readOne } from '../../../../../helpers/printed-pdf.ts';
import { latinText, pdf } from '../../../../../samples/digital/pdf-file.ts';
import { writeEInvoice } from '../../../../../samples/digital/write-einvoice.ts';
import { printInvoice } from '../../../../../samples/digital/write-pdf.ts';
import { seededRandom } from '../../../../../samples/random.ts';

const embedded = (stated: Invoice) => [{ name: 'data.xml', bytes: Buffer.from(writeEInvoice(stated)) }];

/** A PDF that prints one invoice and contains the data of another. */
const compared = async (printed: Invoice, stated: Invoice, seed = 1): Promise<InvoiceExtraction> => {
  const marks = { rules: false, qr: null, embedded: embedded(stated) };
  return readOne(printInvoice(printed, 'digital', seededRandom(seed), marks));
};

const truth: Invoice = {
  ...made(1, { hasAddresses: false }),
  remark: '合同编号 HT-2025-0117',
  lines: [
    {
      ...emptyLine,
      name: '*餐饮服务*餐费',
      specification: 'A1',
      unit: '次',
      quantity: '1',
      unitPrice: '100.00',
      amount: '100.00',
      taxRate: '6%',
      tax: '6.00',
    },
  ],
  total: '100.00',
  taxTotal: '6.00',
  grossTotal: '106.00',
  grossTotalWords: '壹佰零陆圆整',
};
const [line = emptyLine] = truth.lines;

describe('data embedded in a PDF, compared with the page', () => {
  it('has no finding if the page says the same, with its positions', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const same = made(seed, { lines: 1 + (seed % 9), isRed: seed % 7 === 0, hasAddresses: false });
      const { reader, findings, origins } = await compared(same, same, seed);
      expect([seed, reader, findings]).toEqual([seed, 'xml', []]);
      expect(origins['seller.name']?.quad).not.toBeNull();
    }
  });

  const changes: readonly (readonly [string, Partial<Invoice>])[] = [
    ['number', { number: '25112000000048542163' }],
    ['issueDate', { issueDate: '2025-01-31' }],
    ['total', { total: '100.10' }],
    ['taxTotal', { taxTotal: '6.10' }],
    ['grossTotal', { grossTotal: '106.10' }],
    ['grossTotalWords', { grossTotalWords: '壹佰零柒圆整' }],
    ['remark', { remark: '请付至账户 6222000000000000' }],
    ['drawer', { drawer: '赵六' }],
    ['buyer.name', { buyer: { ...truth.buyer, name: '澄川（虚构）科技有限公司' } }],
    ['buyer.taxId', { buyer: { ...truth.buyer, taxId: '91350100M000100Y43' } }],
    // A part of the true name is another name.
    ['seller.name', { seller: { ...truth.seller, name: (truth.seller.name ?? '').slice(0, 4) } }],
    ['seller.taxId', { seller: { ...truth.seller, taxId: '91330106MA2H7K3Q54' } }],
    ['lines.0.name', { lines: [{ ...line, name: '*珠宝*黄金' }] }],
    ['lines.0.specification', { lines: [{ ...line, specification: 'B7' }] }],
    ['lines.0.unit', { lines: [{ ...line, unit: '箱' }] }],
    ['lines.0.quantity', { lines: [{ ...line, quantity: '2' }] }],
    ['lines.0.unitPrice', { lines: [{ ...line, unitPrice: '50.00' }] }],
    ['lines.0.amount', { lines: [{ ...line, amount: '99.00' }] }],
    ['lines.0.taxRate', { lines: [{ ...line, taxRate: '13%' }] }],
    ['lines.0.tax', { lines: [{ ...line, tax: '5.00' }] }],
    ['lines', { lines: [line, { ...line, amount: '0.00', tax: '0.00' }] }],
  ];
  it.each(changes)('differs from the page in %s', async (path, change) => {
    const { findings } = await compared(truth, { ...truth, ...change });
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'rendition-text-differs', fields: [path] }),
    );
  });

  it('may be rounded, wrapped or cut on the page', async () => {
    const stated = {
      ...truth,
      remark: `${truth.remark}，第二批`,
      lines: [{ ...line, unitPrice: '100.0000000000001' }],
    };
    expect((await compared(truth, stated)).findings).toEqual([]);
  });

  it('is not compared where the data or the page says nothing, field by field', async () => {
    const stated = { ...truth, remark: null, seller: { ...truth.seller, addressPhone: '虚构路 1 号' } };
    const { findings } = await compared({ ...truth, drawer: null }, stated);
    expect(findings).toEqual([
      expect.objectContaining({
        id: 'not-compared',
        fields: ['seller.addressPhone', 'remark', 'drawer'],
        message: expect.objectContaining({ en: expect.stringMatching(/not compared: .*Remark/u) }),
      }),
    ]);
  });

  it('has no value that the page hides', async () => {
    const marks = { rules: false, qr: null, embedded: embedded(truth) };
    const { content, box } = pageOf(printInvoice(truth, 'digital', seededRandom(1), marks));
    const covers = content.split('\n').flatMap((text) => {
      const [size, x, y] = (/ (\S+) Tf (\S+) (\S+) Td/.exec(text)?.slice(1) ?? []).map(Number);
      const isGross = text.includes('003100300036002e00300030');
      return isGross && size && x && y ? [`1 g ${x - 1} ${y - 2} ${size * 5} ${size + 3} re f`] : [];
    });
    expect(covers).not.toEqual([]);
    const hidden = [content, ...covers].join('\n');
    const { invoice, findings } = await readOne(pdf([{ content: hidden, box }], undefined, embedded(truth)));
    expect(invoice.grossTotal).toBeNull();
    expect(invoice.total).toBe('100.00');
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'text-not-visible', fields: ['grossTotal'] }),
    );
  });

  it('is not compared at all with a page without text', async () => {
    const file = pdf([{ content: latinText('x', 50, 700, 12) }], undefined, embedded(truth));
    const extraction = await readOne(file);
    expect(extraction.findings).toEqual([expect.objectContaining({ id: 'not-compared', fields: [] })]);
    // The page may be a picture of another invoice.
    expect(checkInvoice(extraction, quiet)).toContainEqual(
      expect.objectContaining({ id: 'not-compared', level: 'warn' }),
    );
  });
});
