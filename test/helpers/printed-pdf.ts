import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { printInvoice } from '../samples/digital/write-pdf.ts';
import type { InvoiceForm as Form } from '../samples/digital/make-invoice.ts';
import { invoiceText } from '../samples/digital/pdf-file.ts';
import { seededRandom } from '../samples/random.ts';

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

/** The texts of the receipt of an air e-ticket, with their places. */
export const airReceipt = [
  ['电子发票（航空运输电子客票行程单）', 150, 30],
  ['发票号码：', 425, 80],
  ['24112000000048542163', 470, 80],
  ['旅客姓名', 20, 100],
  ['有效身份证件号码', 130, 100],
  ['王某某', 24, 120],
  ['384932********1234', 134, 120],
  ['航班号', 174, 140],
  ['日期', 274, 140],
  ['自:', 24, 155],
  ['合肥 HFE', 40, 155],
  ['CZ8866', 172, 162],
  ['2021-07-27', 262, 162],
  ['至:', 24, 170],
  ['广州 CAN', 40, 170],
  ['票价', 114, 300],
  ['燃油附加费', 179, 300],
  ['增值税税率', 244, 300],
  ['增值税税额', 300, 300],
  ['民航发展基金', 360, 300],
  ['其他税费', 430, 300],
  ['合计', 490, 300],
  ['CNY 477.06', 120, 315],
  ['CNY 45.87', 195, 315],
  ['9%', 270, 315],
  ['CNY 47.07', 310, 315],
  ['CNY 50.00', 370, 315],
  ['CNY 0.00', 440, 315],
  ['CNY 620.00', 520, 315],
  ['填开日期：', 476, 340],
  ['2021-07-28', 530, 340],
] as const;
