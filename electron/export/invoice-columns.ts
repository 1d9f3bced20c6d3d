import { fieldOf } from '../../shared/invoice/fields.ts';
import type { FieldPath, Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { deriveQuantity } from '../../shared/invoice/quantity.ts';
import type { Bilingual } from '../../shared/language.ts';
import { doubtsText, errorText, kindWord, sandboxMark, stateWord } from './page-words.ts';
import type { InvoiceRow } from './rows.ts';
import type { CellType, Column } from './table.ts';

type InvoiceColumn = Column<InvoiceRow>;
type Look = { readonly header: Bilingual; readonly type: CellType; readonly width: number };

const header = (zh: string, en: string): Bilingual => ({ zh, en });

/** A column that shows what Vouch knows of the page. */
const ofPage = (id: string, look: Look, value: InvoiceColumn['value']): InvoiceColumn => ({
  id,
  ...look,
  value,
});

type Shape = Omit<Look, 'header'>;

/** A column that shows a field of the invoice's own, under the name that it has everywhere in Vouch. */
const ofInvoice = (
  id: string,
  field: FieldPath,
  shape: Shape,
  value: (invoice: Invoice) => string | null,
): InvoiceColumn => ({
  id,
  ...shape,
  header: fieldOf(field)?.label ?? header(field, field),
  value: ({ invoice }) => (invoice === null ? null : value(invoice)),
  fields: ({ invoice }) => (invoice === null ? [] : [field]),
});

/** A column that shows a field of one goods line. */
const ofLine = (
  id: string,
  fields: readonly (keyof InvoiceLine)[],
  look: Look,
  value: (line: InvoiceLine) => string | null,
): InvoiceColumn => ({
  id,
  ...look,
  value: ({ line }) => (line === null ? null : value(line.value)),
  fields: ({ line }) => (line === null ? [] : fields.map((field) => `lines.${String(line.index)}.${field}`)),
});

const words: Shape = { type: 'text', width: 30 };
const contact: Shape = { type: 'text', width: 36 };
const taxId: Shape = { type: 'id', width: 22 };
const amount: Shape = { type: 'amount', width: 14 };

const money = (zh: string, en: string): Look => ({ header: header(zh, en), type: 'amount', width: 14 });
const text = (zh: string, en: string, width: number): Look => ({
  header: header(zh, en),
  type: 'text',
  width,
});
const id = (zh: string, en: string, width: number): Look => ({ header: header(zh, en), type: 'id', width });

/** Every column that Vouch can fill, by its id; a layout of the user's own chooses among them. */
export const invoiceColumns = {
  ordinal: ofPage('ordinal', { header: header('序号', 'No.'), type: 'number', width: 6 }, ({ ordinal }) =>
    String(ordinal),
  ),
  source: ofPage('source', text('文件', 'File', 28), ({ page }) => page.source),
  page: ofPage('page', { header: header('页', 'Page'), type: 'number', width: 6 }, ({ page }) =>
    String(page.page),
  ),
  state: ofPage('state', text('状态', 'State', 11), ({ page }, language) => stateWord(page, language)),
  kind: {
    ...ofInvoice('kind', 'kind', { type: 'id', width: 9 }, ({ kind }) => kind),
    header: header('票种代码', 'Kind code'),
  },
  'kind-name': {
    ...ofInvoice('kind-name', 'kind', { type: 'text', width: 24 }, () => null),
    value: ({ invoice }, language) => (invoice === null ? null : kindWord(invoice, language)),
  },
  code: ofInvoice('code', 'code', { type: 'id', width: 14 }, ({ code }) => code),
  number: ofInvoice('number', 'number', { type: 'id', width: 23 }, ({ number }) => number),
  'issue-date': ofInvoice(
    'issue-date',
    'issueDate',
    { type: 'date', width: 12 },
    (invoice) => invoice.issueDate,
  ),
  'check-code': ofInvoice(
    'check-code',
    'checkCode',
    { type: 'id', width: 23 },
    (invoice) => invoice.checkCode,
  ),
  'cipher-area': ofInvoice('cipher-area', 'cipherArea', contact, (invoice) => invoice.cipherArea),
  'buyer-name': ofInvoice('buyer-name', 'buyer.name', words, ({ buyer }) => buyer.name),
  'buyer-tax-id': ofInvoice('buyer-tax-id', 'buyer.taxId', taxId, ({ buyer }) => buyer.taxId),
  'buyer-address-phone': ofInvoice(
    'buyer-address-phone',
    'buyer.addressPhone',
    contact,
    ({ buyer }) => buyer.addressPhone,
  ),
  'buyer-bank-account': ofInvoice(
    'buyer-bank-account',
    'buyer.bankAccount',
    contact,
    ({ buyer }) => buyer.bankAccount,
  ),
  'seller-name': ofInvoice('seller-name', 'seller.name', words, ({ seller }) => seller.name),
  'seller-tax-id': ofInvoice('seller-tax-id', 'seller.taxId', taxId, ({ seller }) => seller.taxId),
  'seller-address-phone': ofInvoice(
    'seller-address-phone',
    'seller.addressPhone',
    contact,
    ({ seller }) => seller.addressPhone,
  ),
  'seller-bank-account': ofInvoice(
    'seller-bank-account',
    'seller.bankAccount',
    contact,
    ({ seller }) => seller.bankAccount,
  ),
  total: ofInvoice('total', 'total', amount, ({ total }) => total),
  'tax-total': ofInvoice('tax-total', 'taxTotal', amount, ({ taxTotal }) => taxTotal),
  'gross-total': ofInvoice('gross-total', 'grossTotal', amount, ({ grossTotal }) => grossTotal),
  'gross-total-words': ofInvoice(
    'gross-total-words',
    'grossTotalWords',
    words,
    (invoice) => invoice.grossTotalWords,
  ),
  'line-count': {
    ...ofPage('line-count', { header: header('明细行数', 'Lines'), type: 'number', width: 9 }, () => null),
    value: ({ invoice }) => (invoice === null ? null : String(invoice.lines.length)),
  },
  'line-number': ofPage(
    'line-number',
    { header: header('行号', 'Line'), type: 'number', width: 6 },
    ({ line }) => (line === null ? null : String(line.index + 1)),
  ),
  'line-name': ofLine(
    'line-name',
    ['name'],
    text('货物或应税劳务、服务名称', 'Goods or service', 36),
    ({ name }) => name,
  ),
  'line-quantity': ofLine(
    'line-quantity',
    ['amount', 'unitPrice'],
    {
      header: header('数量（金额÷单价推算）', 'Quantity (derived: amount ÷ unit price)'),
      type: 'number',
      width: 12,
    },
    (line) => deriveQuantity(line)?.value ?? null,
  ),
  'line-unit-price': ofLine(
    'line-unit-price',
    ['unitPrice'],
    { header: header('单价', 'Unit price'), type: 'price', width: 14 },
    ({ unitPrice }) => unitPrice,
  ),
  'line-amount': ofLine('line-amount', ['amount'], money('金额', 'Amount'), (line) => line.amount),
  'line-tax-rate': ofLine(
    'line-tax-rate',
    ['taxRate'],
    text('税率', 'Tax rate', 9),
    ({ taxRate }) => taxRate,
  ),
  'line-tax': ofLine('line-tax', ['tax'], money('税额', 'Tax'), ({ tax }) => tax),
  doubts: ofPage('doubts', text('校验提示', 'Doubts', 40), ({ page }, language) =>
    doubtsText(page, language),
  ),
  error: ofPage('error', text('错误', 'Error', 40), ({ page }, language) => errorText(page, language)),
  sandbox: ofPage('sandbox', text('沙箱数据', 'Sandbox data', 12), ({ page }, language) =>
    sandboxMark(page, language),
  ),
  'session-id': ofPage('session-id', id('会话号', 'Session ID', 34), ({ page }) => page.sid),
} as const satisfies Record<string, InvoiceColumn>;

export type InvoiceColumnId = keyof typeof invoiceColumns;

export const isInvoiceColumnId = (value: string): value is InvoiceColumnId =>
  Object.hasOwn(invoiceColumns, value);

export const invoiceColumnIds: readonly InvoiceColumnId[] =
  Object.keys(invoiceColumns).filter(isInvoiceColumnId);
