import { fieldOf } from '../../invoice/fields.ts';
import type { FieldPath } from '../../invoice/model.ts';
import type { Bilingual } from '../../language.ts';
import { columnNames } from '../../texts/columns.ts';

/** The name that the field has everywhere in Vouch. */
const field = (path: FieldPath): Bilingual => fieldOf(path)?.label ?? { zh: path, en: path };

/** Every column of an invoice table that Vouch can fill, by id, with its header. */
export const invoiceColumnHeaders = {
  ordinal: columnNames.ordinal,
  source: columnNames.source,
  page: columnNames.page,
  state: columnNames.state,
  kind: columnNames.kind,
  'kind-name': field('kind'),
  code: field('code'),
  number: field('number'),
  'issue-date': field('issueDate'),
  'check-code': field('checkCode'),
  'cipher-area': field('cipherArea'),
  'machine-number': field('machineNumber'),
  reverses: field('reverses'),
  'buyer-name': field('buyer.name'),
  'buyer-tax-id': field('buyer.taxId'),
  'buyer-address-phone': field('buyer.addressPhone'),
  'buyer-bank-account': field('buyer.bankAccount'),
  'buyer-address': columnNames['buyer-address'],
  'buyer-phone': columnNames['buyer-phone'],
  'buyer-bank': columnNames['buyer-bank'],
  'buyer-account': columnNames['buyer-account'],
  'seller-name': field('seller.name'),
  'seller-tax-id': field('seller.taxId'),
  'seller-address-phone': field('seller.addressPhone'),
  'seller-bank-account': field('seller.bankAccount'),
  'seller-address': columnNames['seller-address'],
  'seller-phone': columnNames['seller-phone'],
  'seller-bank': columnNames['seller-bank'],
  'seller-account': columnNames['seller-account'],
  total: field('total'),
  'tax-total': field('taxTotal'),
  'gross-total': field('grossTotal'),
  'gross-total-words': field('grossTotalWords'),
  remark: field('remark'),
  payee: field('payee'),
  reviewer: field('reviewer'),
  drawer: field('drawer'),
  'line-count': columnNames['line-count'],
  'line-number': columnNames['line-number'],
  'line-name': columnNames['line-name'],
  'line-specification': columnNames['line-specification'],
  'line-unit': columnNames['line-unit'],
  'line-printed-quantity': columnNames['line-printed-quantity'],
  'line-quantity': columnNames['line-quantity'],
  'line-unit-price': columnNames['line-unit-price'],
  'line-amount': columnNames['line-amount'],
  'line-tax-rate': columnNames['line-tax-rate'],
  'line-tax': columnNames['line-tax'],
  findings: columnNames.findings,
  error: columnNames.error,
  sandbox: columnNames.sandbox,
  'maybe-paid': columnNames['maybe-paid'],
  'session-id': columnNames['session-id'],
  'review-status': columnNames['review-status'],
  tags: columnNames.tags,
  note: columnNames.note,
  'verification-result': columnNames['verification-result'],
  'verification-day': columnNames['verification-day'],
  voucher: columnNames.voucher,
  'posting-date': columnNames['posting-date'],
  period: columnNames.period,
  counted: columnNames.counted,
  reader: columnNames.reader,
  seal: columnNames.seal,
  renditions: columnNames.renditions,
  'ticket-type': columnNames['ticket-type'],
  'ticket-number': columnNames['ticket-number'],
  passenger: columnNames.passenger,
  'ticket-from': columnNames['ticket-from'],
  'ticket-to': columnNames['ticket-to'],
  'ticket-date': columnNames['ticket-date'],
  'ticket-vehicle': columnNames['ticket-vehicle'],
  'ticket-class': columnNames['ticket-class'],
  fare: columnNames.fare,
  'fuel-surcharge': columnNames['fuel-surcharge'],
  fund: columnNames.fund,
  'other-taxes': columnNames['other-taxes'],
  journeys: columnNames.journeys,
  special: columnNames.special,
  side: columnNames.side,
  business: columnNames.business,
} as const satisfies Record<string, Bilingual>;

export type InvoiceColumnId = keyof typeof invoiceColumnHeaders;

const isInvoiceColumnId = (value: string): value is InvoiceColumnId =>
  Object.hasOwn(invoiceColumnHeaders, value);

export const invoiceColumnIds: readonly InvoiceColumnId[] =
  Object.keys(invoiceColumnHeaders).filter(isInvoiceColumnId);

/** Columns that make sense only if a row is a line item. */
export const isLineColumn = (id: InvoiceColumnId): boolean => id.startsWith('line-') && id !== 'line-count';
