import { voucherName } from '../../shared/books/booking.ts';
import { invoiceColumnHeaders, type InvoiceColumnId } from '../../shared/contract/export/columns.ts';
import { splitAddressPhone, splitBankAccount } from '../../shared/invoice/bank-address.ts';
import type { Ticket } from '../../shared/invoice/extraction.ts';
import type { FieldPath, Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { deriveQuantity } from '../../shared/invoice/quantity.ts';
import type { Language } from '../../shared/language.ts';
import { verificationResultNames } from '../../shared/texts/verification.ts';
import { readerNames } from '../../shared/texts/readers.ts';
import { describeSeal } from '../../shared/texts/seals.ts';
import { describeSpecial } from '../../shared/texts/special-business.ts';
import { describeJourney, ticketNames } from '../../shared/texts/tickets.ts';
import { findingsText, errorText, kindWord, paidMark, sandboxMark, stateWord } from './page-words.ts';
import { countedWord, reviewWord, tagsText } from './review-words.ts';
import type { InvoiceRow } from './rows.ts';
import type { CellType, Column } from './table.ts';

type InvoiceColumn = Column<InvoiceRow>;
type Shape = { readonly type: CellType; readonly width: number };

/** A column with data about the page. */
const ofPage = (id: InvoiceColumnId, shape: Shape, value: InvoiceColumn['value']): InvoiceColumn => ({
  id,
  header: invoiceColumnHeaders[id],
  ...shape,
  value,
});

/** A column with a field of the invoice. */
const ofInvoice = (
  id: InvoiceColumnId,
  field: FieldPath,
  shape: Shape,
  value: (invoice: Invoice, language: Language) => string | null,
): InvoiceColumn => ({
  ...ofPage(id, shape, ({ invoice }, language) => (invoice === null ? null : value(invoice, language))),
  fields: ({ invoice }) => (invoice === null ? [] : [field]),
});

/** A part of a party's address or bank line; empty if the line is missing. */
const ofContact = (
  id: InvoiceColumnId,
  side: 'buyer' | 'seller',
  field: 'addressPhone' | 'bankAccount',
  shape: Shape,
  part: (printed: string) => string | null,
): InvoiceColumn =>
  ofInvoice(id, `${side}.${field}`, shape, (invoice) => {
    const printed = invoice[side][field];
    return printed === null ? null : part(printed);
  });

const addressOf = (printed: string) => splitAddressPhone(printed).address;
const phoneOf = (printed: string) => splitAddressPhone(printed).phone;
const bankOf = (printed: string) => splitBankAccount(printed).bank;
const accountOf = (printed: string) => splitBankAccount(printed).account;

/** A column with a field of one line item. */
const ofLine = (
  id: InvoiceColumnId,
  fields: readonly (keyof InvoiceLine)[],
  shape: Shape,
  value: (line: InvoiceLine) => string | null,
): InvoiceColumn => ({
  ...ofPage(id, shape, ({ line }) => (line === null ? null : value(line.value))),
  fields: ({ line }) => (line === null ? [] : fields.map((field) => `lines.${String(line.index)}.${field}`)),
});

/** A column with additional data of a rail or air ticket. The traveller's id number is in none. */
const ofTicket = (
  id: InvoiceColumnId,
  shape: Shape,
  value: (ticket: Ticket, language: Language) => string | null,
): InvoiceColumn =>
  ofPage(id, shape, ({ page }, language) => {
    const ticket = page.invoice?.ticket ?? null;
    return ticket && value(ticket, language);
  });

const text = (width: number): Shape => ({ type: 'text', width });
const id = (width: number): Shape => ({ type: 'id', width });
const number = (width: number): Shape => ({ type: 'number', width });
const words = text(30);
const contact = text(36);
const taxId = id(22);
const amount: Shape = { type: 'amount', width: 14 };
const price: Shape = { type: 'price', width: 14 };

/** Every column that Vouch can fill, by id. Custom layouts choose among them. */
export const invoiceColumns = {
  ordinal: ofPage('ordinal', number(6), ({ ordinal }) => String(ordinal)),
  source: {
    ...ofPage('source', text(28), ({ page }) => page.source),
    link: ({ page }: InvoiceRow) => page.link ?? null,
  },
  page: ofPage('page', number(6), ({ page }) => String(page.page)),
  state: ofPage('state', text(11), ({ page }, language) => stateWord(page, language)),
  kind: ofInvoice('kind', 'kind', id(9), ({ kind }) => kind),
  'kind-name': ofInvoice('kind-name', 'kind', text(24), kindWord),
  code: ofInvoice('code', 'code', id(14), ({ code }) => code),
  number: ofInvoice('number', 'number', id(23), (invoice) => invoice.number),
  'issue-date': ofInvoice(
    'issue-date',
    'issueDate',
    { type: 'date', width: 12 },
    ({ issueDate }) => issueDate,
  ),
  'check-code': ofInvoice('check-code', 'checkCode', id(23), ({ checkCode }) => checkCode),
  'cipher-area': ofInvoice('cipher-area', 'cipherArea', contact, ({ cipherArea }) => cipherArea),
  'machine-number': ofInvoice('machine-number', 'machineNumber', id(16), (invoice) => invoice.machineNumber),
  reverses: ofInvoice('reverses', 'reverses', id(23), (invoice) => invoice.reverses),
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
  'buyer-address': ofContact('buyer-address', 'buyer', 'addressPhone', contact, addressOf),
  'buyer-phone': ofContact('buyer-phone', 'buyer', 'addressPhone', id(18), phoneOf),
  'buyer-bank': ofContact('buyer-bank', 'buyer', 'bankAccount', words, bankOf),
  'buyer-account': ofContact('buyer-account', 'buyer', 'bankAccount', id(24), accountOf),
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
  'seller-address': ofContact('seller-address', 'seller', 'addressPhone', contact, addressOf),
  'seller-phone': ofContact('seller-phone', 'seller', 'addressPhone', id(18), phoneOf),
  'seller-bank': ofContact('seller-bank', 'seller', 'bankAccount', words, bankOf),
  'seller-account': ofContact('seller-account', 'seller', 'bankAccount', id(24), accountOf),
  total: ofInvoice('total', 'total', amount, ({ total }) => total),
  'tax-total': ofInvoice('tax-total', 'taxTotal', amount, ({ taxTotal }) => taxTotal),
  'gross-total': ofInvoice('gross-total', 'grossTotal', amount, ({ grossTotal }) => grossTotal),
  'gross-total-words': ofInvoice(
    'gross-total-words',
    'grossTotalWords',
    words,
    (invoice) => invoice.grossTotalWords,
  ),
  remark: ofInvoice('remark', 'remark', contact, (invoice) => invoice.remark),
  payee: ofInvoice('payee', 'payee', text(12), (invoice) => invoice.payee),
  reviewer: ofInvoice('reviewer', 'reviewer', text(12), (invoice) => invoice.reviewer),
  drawer: ofInvoice('drawer', 'drawer', text(12), (invoice) => invoice.drawer),
  'line-count': ofPage('line-count', number(9), ({ invoice }) =>
    invoice === null ? null : String(invoice.lines.length),
  ),
  'line-number': ofPage('line-number', number(6), ({ line }) =>
    line === null ? null : String(line.index + 1),
  ),
  'line-name': ofLine('line-name', ['name'], text(36), ({ name }) => name),
  'line-specification': ofLine(
    'line-specification',
    ['specification'],
    text(16),
    (line) => line.specification,
  ),
  'line-unit': ofLine('line-unit', ['unit'], text(8), ({ unit }) => unit),
  'line-printed-quantity': ofLine('line-printed-quantity', ['quantity'], number(12), (line) => line.quantity),
  'line-quantity': ofLine(
    'line-quantity',
    ['amount', 'unitPrice'],
    number(12),
    (line) => deriveQuantity(line)?.value ?? null,
  ),
  'line-unit-price': ofLine('line-unit-price', ['unitPrice'], price, ({ unitPrice }) => unitPrice),
  'line-amount': ofLine('line-amount', ['amount'], amount, (line) => line.amount),
  'line-tax-rate': ofLine('line-tax-rate', ['taxRate'], text(9), ({ taxRate }) => taxRate),
  'line-tax': ofLine('line-tax', ['tax'], amount, ({ tax }) => tax),
  findings: ofPage('findings', text(40), ({ page }, language) => findingsText(page, language)),
  error: ofPage('error', text(40), ({ page }, language) => errorText(page, language)),
  sandbox: ofPage('sandbox', text(12), ({ page }, language) => sandboxMark(page, language)),
  'maybe-paid': ofPage('maybe-paid', text(12), ({ page }, language) => paidMark(page, language)),
  'session-id': ofPage('session-id', id(34), ({ page }) => page.sid),
  'review-status': ofPage('review-status', text(11), ({ page }, language) => reviewWord(page, language)),
  tags: ofPage('tags', text(16), ({ page }, language) => tagsText(page, language)),
  note: ofPage('note', text(30), ({ page }) => page.note ?? null),
  'verification-result': ofPage('verification-result', text(12), ({ page: { verification } }, language) =>
    verification ? verificationResultNames[verification.result][language] : null,
  ),
  'verification-day': ofPage(
    'verification-day',
    { type: 'date', width: 12 },
    ({ page }) => page.verification?.day ?? null,
  ),
  voucher: ofPage('voucher', text(12), ({ page: { booking } }) => (booking ? voucherName(booking) : null)),
  'posting-date': ofPage(
    'posting-date',
    { type: 'date', width: 12 },
    ({ page }) => page.booking?.date ?? null,
  ),
  period: ofPage('period', text(10), ({ page }) => page.booking?.period ?? null),
  counted: ofPage('counted', text(9), countedWord),
  reader: ofPage('reader', text(11), ({ page }, language) =>
    page.invoice === null ? null : readerNames[page.reader][language],
  ),
  seal: ofPage('seal', text(40), ({ page }, language) => page.seal && describeSeal(page.seal, language)),
  renditions: ofPage('renditions', text(28), ({ page }) => page.renditions.join('\n') || null),
  'ticket-type': ofTicket('ticket-type', text(11), ({ type }, language) => ticketNames[type][language]),
  'ticket-number': ofTicket('ticket-number', id(18), (ticket) => ticket.number),
  passenger: ofTicket('passenger', text(12), (ticket) => ticket.passenger),
  'ticket-from': ofTicket('ticket-from', text(14), ({ from }) => from),
  'ticket-to': ofTicket('ticket-to', text(14), ({ to }) => to),
  'ticket-date': ofTicket('ticket-date', { type: 'date', width: 12 }, ({ date }) => date),
  'ticket-vehicle': ofTicket('ticket-vehicle', text(11), ({ vehicle }) => vehicle),
  'ticket-class': ofTicket('ticket-class', text(11), (ticket) => ticket.class),
  fare: ofTicket('fare', amount, ({ fare }) => fare),
  'fuel-surcharge': ofTicket('fuel-surcharge', amount, ({ fuelSurcharge }) => fuelSurcharge),
  fund: ofTicket('fund', amount, ({ fund }) => fund),
  'other-taxes': ofTicket('other-taxes', amount, ({ otherTaxes }) => otherTaxes),
  journeys: ofPage(
    'journeys',
    text(36),
    ({ page }) => page.invoice?.journeys?.map(describeJourney).join('\n') || null,
  ),
  special: ofPage(
    'special',
    text(48),
    ({ page }, language) => describeSpecial(page.invoice?.special ?? [], language) || null,
  ),
} as const satisfies Record<InvoiceColumnId, InvoiceColumn>;
