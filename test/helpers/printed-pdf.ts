import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { printInvoice } from '../../build/samples/digital/write-pdf.ts';
import type { InvoiceForm as Form } from '../../build/samples/digital/make-invoice.ts';
import { invoiceText } from '../../build/samples/digital/pdf-file.ts';
import { seededRandom } from '../../build/samples/random.ts';

export const read = async (
  bytes: Buffer,
  tools: Parameters<typeof readPdfInvoice>[1] = {},
): Promise<readonly InvoiceExtraction[]> => {
  const result = await readPdfInvoice({ bytes, password: null }, tools);
  if (!result.ok) throw new Error(`${result.failure.reason} ${result.failure.detail ?? ''}`);
  return result.value;
};

export const readOne = async (
  bytes: Buffer,
  tools: Parameters<typeof readPdfInvoice>[1] = {},
): Promise<InvoiceExtraction> => {
  const [one, ...others] = await read(bytes, tools);
  if (!one || others.length > 0) throw new Error('Not one invoice');
  return one;
};

export const reasonOf = async (bytes: Buffer): Promise<string | null> => {
  const result = await readPdfInvoice({ bytes, password: null }, {});
  return result.ok ? null : result.failure.reason;
};

/** An invoice with one line, as a base for changes. */
export const small = (changes: Partial<Invoice> = {}): Invoice => ({
  ...emptyInvoice,
  kind: '32',
  number: '24112000000048542163',
  issueDate: '2024-05-28',
  buyer: { ...emptyInvoice.buyer, name: '青禾（虚构）贸易有限公司', taxId: '91310110666007217T' },
  seller: { ...emptyInvoice.seller, name: '远山（虚构）科技有限公司', taxId: '91350100M000100Y43' },
  lines: [
    {
      ...emptyLine,
      name: '*餐饮服务*餐费',
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
  drawer: '王五',
  ...changes,
});

export const printed = (changes: Partial<Invoice> = {}, form: Form = 'digital', seed = 1): Buffer =>
  printInvoice(small(changes), form, seededRandom(seed));

const itemsOf = (texts: readonly (readonly [string, number, number])[]): string =>
  texts.map(([text, x, y]) => invoiceText(text, x, 400 - y, 9)).join('\n');

export const page = (texts: readonly (readonly [string, number, number])[], entries = '') => ({
  content: itemsOf(texts),
  box: [0, 0, 610, 400] as const,
  entries,
});

export const shortTexts = (number: string) =>
  [
    [`发票号码：${number}`, 100, 40],
    ['（小写）¥100.00', 100, 200],
  ] as const;
