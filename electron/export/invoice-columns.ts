import { voucherName } from '../../shared/books/books-state.ts';
import type { InvoiceColumnId } from '../../shared/contract/export/column-ids.ts';
import { invoiceColumnHeaders } from '../../shared/contract/export/columns.ts';
import { splitAddressPhone, splitBankAccount } from '../../shared/invoice/bank-address.ts';
import type { Ticket } from '../../shared/invoice/extraction.ts';
import { valueAt, type HeaderKey, type PartyRole } from '../../shared/invoice/fields.ts';
import type { FieldPath, Invoice, InvoiceLine, Party } from '../../shared/invoice/model.ts';
import { deriveQuantity } from '../../shared/invoice/quantity.ts';
import type { Language } from '../../shared/language.ts';
import { verificationResultNames } from '../../shared/texts/verification.ts';
import { readerNames, sideNames, ticketNames } from '../../shared/texts/names.ts';
import { describeSealOf } from '../../shared/texts/seals.ts';
import { paperNames } from '../../shared/texts/papers.ts';
import { businessOf } from '../../shared/invoice/business.ts';
import { businessNames } from '../../shared/texts/business-names.ts';
import { describeSpecial } from '../../shared/texts/special-business.ts';
import { describeJourney } from '../../shared/invoice/journey.ts';
import { withoutPersonalIds } from '../../shared/invoice/special-blocks.ts';
import {
  exportedSide,
  findingsText,
  errorText,
  kindWord,
  paidMark,
  demoMark,
  stateWord,
  countedWord,
  reviewWord,
  tagsText,
} from './page-words.ts';
import type { InvoiceRow, CellType, Column } from './rows.ts';

type InvoiceColumn = Column<InvoiceRow>;
type Shape = { readonly type: CellType; readonly width: number };

/** A column with data about the page. */
const ofPage = (id: InvoiceColumnId, shape: Shape, value: InvoiceColumn['value']): InvoiceColumn => ({
  id,
  header: invoiceColumnHeaders[id],
  ...shape,
  value,
});

const ofInvoice = (
  id: InvoiceColumnId,
  field: FieldPath,
  shape: Shape,
  value: (invoice: Invoice, language: Language) => string | null,
): InvoiceColumn => ({
  ...ofPage(id, shape, ({ invoice }, language) => (invoice === null ? null : value(invoice, language))),
  fields: ({ invoice }) => (invoice === null ? [] : [field]),
});

/** A column with an unchanged value of the invoice. */
const plain = (
  id: InvoiceColumnId,
  field: 'kind' | HeaderKey | `${PartyRole}.${keyof Party}`,
  shape: Shape,
): InvoiceColumn => ofInvoice(id, field, shape, (invoice) => valueAt(invoice, field));

/** A part of a party's address or bank line; empty if the line is missing. */
const ofContact = (
  id: InvoiceColumnId,
  role: PartyRole,
  field: 'addressPhone' | 'bankAccount',
  shape: Shape,
  part: (printed: string) => string | null,
): InvoiceColumn =>
  ofInvoice(id, `${role}.${field}`, shape, (invoice) => {
    const printed = invoice[role][field];
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
  kind: plain('kind', 'kind', id(9)),
  'kind-name': {
    ...ofInvoice('kind-name', 'kind', text(24), kindWord),
    // What a paper is that is no invoice.
    value: ({ page, invoice }, language) =>
      page.invoice?.paper
        ? paperNames[page.invoice.paper.type][language]
        : invoice && kindWord(invoice, language),
  },
  code: plain('code', 'code', id(14)),
  number: plain('number', 'number', id(23)),
  'issue-date': plain('issue-date', 'issueDate', { type: 'date', width: 12 }),
  'check-code': plain('check-code', 'checkCode', id(23)),
  'cipher-area': plain('cipher-area', 'cipherArea', contact),
  'machine-number': plain('machine-number', 'machineNumber', id(16)),
  reverses: plain('reverses', 'reverses', id(23)),
  'buyer-name': plain('buyer-name', 'buyer.name', words),
  'buyer-tax-id': plain('buyer-tax-id', 'buyer.taxId', taxId),
  'buyer-address-phone': plain('buyer-address-phone', 'buyer.addressPhone', contact),
  'buyer-bank-account': plain('buyer-bank-account', 'buyer.bankAccount', contact),
  'buyer-address': ofContact('buyer-address', 'buyer', 'addressPhone', contact, addressOf),
  'buyer-phone': ofContact('buyer-phone', 'buyer', 'addressPhone', id(18), phoneOf),
  'buyer-bank': ofContact('buyer-bank', 'buyer', 'bankAccount', words, bankOf),
  'buyer-account': ofContact('buyer-account', 'buyer', 'bankAccount', id(24), accountOf),
  'seller-name': plain('seller-name', 'seller.name', words),
  'seller-tax-id': plain('seller-tax-id', 'seller.taxId', taxId),
  'seller-address-phone': plain('seller-address-phone', 'seller.addressPhone', contact),
  'seller-bank-account': plain('seller-bank-account', 'seller.bankAccount', contact),
  'seller-address': ofContact('seller-address', 'seller', 'addressPhone', contact, addressOf),
  'seller-phone': ofContact('seller-phone', 'seller', 'addressPhone', id(18), phoneOf),
  'seller-bank': ofContact('seller-bank', 'seller', 'bankAccount', words, bankOf),
  'seller-account': ofContact('seller-account', 'seller', 'bankAccount', id(24), accountOf),
  total: plain('total', 'total', amount),
  'tax-total': plain('tax-total', 'taxTotal', amount),
  'gross-total': plain('gross-total', 'grossTotal', amount),
  'gross-total-words': plain('gross-total-words', 'grossTotalWords', words),
  remark: plain('remark', 'remark', contact),
  payee: plain('payee', 'payee', text(12)),
  reviewer: plain('reviewer', 'reviewer', text(12)),
  drawer: plain('drawer', 'drawer', text(12)),
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
  sandbox: ofPage('sandbox', text(12), ({ page }, language) => demoMark(page, language)),
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
  seal: ofPage('seal', text(40), ({ page }, language) =>
    describeSealOf(page.seal, page.invoice === null ? null : page.reader, language),
  ),
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
    ({ page }, language) =>
      describeSpecial(withoutPersonalIds(page.invoice?.special ?? []), language) || null,
  ),
  side: ofPage('side', text(9), ({ page, invoice }, language) =>
    invoice === null ? null : sideNames[exportedSide(page)][language],
  ),
  business: ofPage('business', text(14), ({ page }, language) => {
    const business = page.invoice && businessOf({ ...page.invoice, invoice: page.invoice.value });
    return business && businessNames[business][language];
  }),
} as const satisfies Record<InvoiceColumnId, InvoiceColumn>;
