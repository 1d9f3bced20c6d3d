import type { Ticket } from '../../../shared/invoice/extraction.ts';
import { taxCents } from '../../../shared/invoice/checks/tax-cents.ts';
import { ticketTypeOf } from '../../../shared/books/deduction.ts';
import { isDigitalNumber } from '../../../shared/invoice/codes.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import { airKind, railKind } from '../../../shared/invoice/kind.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';
import { xmlText } from '../../export/xlsx-cell.ts';
import type { Company } from '../../../shared/contract/settings.ts';
import { voucherName } from '../../../shared/books/books-state.ts';
import type { ArchivedInvoice } from './archived-invoices.ts';

/** A name of the data standard, and the invoice's value for it; null values are left out. */
type NamedValue = readonly [name: string, value: string | null];

/** The data standard's names for the parts of an invoice, from the receiver's point of view. */
type Vocabulary = {
  readonly prefix: 'einv' | 'inv' | 'rai' | 'atr';
  /** The entry point of the taxonomy, which also names the file. */
  readonly schema: string;
  readonly texts: readonly NamedValue[];
  /** Decimals with two digits. */
  readonly amounts: readonly NamedValue[];
  /** Names of the marks; null if no source states them. */
  readonly marks: { readonly red: string; readonly booked: string; readonly checked: string } | null;
};

const money = (amount: string | null): string | null => {
  const cents = centsOf(amount);
  return cents === null ? null : decimalOf(cents);
};

const tax = (amount: string | null): string | null => {
  const cents = taxCents(amount);
  return cents === null ? null : decimalOf(cents);
};

type Sums = { readonly net: string; readonly tax: string; readonly gross: string };

const sumsOf = ({ total, taxTotal, grossTotal }: Invoice, names: Sums): readonly NamedValue[] => [
  [names.net, money(total)],
  [names.tax, tax(taxTotal)],
  [names.gross, money(grossTotal)],
];

/** A fully digital invoice. */
const einv = (invoice: Invoice, schema: string): Vocabulary => ({
  prefix: 'einv',
  schema,
  texts: [
    ['InvoiceNumber', invoice.number],
    ['SellerName', invoice.seller.name],
    ['SellerIdNum', invoice.seller.taxId],
    ['RequestTime', invoice.issueDate],
  ],
  amounts: sumsOf(invoice, {
    net: 'TotalAmWithoutTax',
    tax: 'TotalTaxAm',
    gross: 'TotalTax-includedAmount',
  }),
  marks: {
    red: 'WhetherEinvoiceIsRedEinvoice',
    booked: 'WhetherEinvoiceHasBeenBooked',
    checked: 'WhetherEinvoiceHasBeenChecked',
  },
});

/** A VAT invoice with a code and a number. */
const inv = (invoice: Invoice, schema: string): Vocabulary => {
  const { code, number, seller, issueDate } = invoice;
  return {
    prefix: 'inv',
    schema,
    texts: [
      ['UniqueCodeOfInvoice', code === null || number === null ? null : `${code}${number}`],
      ['CodeOfInvoice', code],
      ['NumberOfInvoice', number],
      ['NameOfSeller', seller.name],
      ['TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller', seller.taxId],
      ['DateOfIssue', issueDate],
    ],
    amounts: sumsOf(invoice, {
      net: 'TotalAmountExcludingTax',
      tax: 'TotalTaxAmount',
      gross: 'TaxIncludedAmountInFigures',
    }),
    marks: {
      red: 'WhetherInvoiceIsRedInvoice',
      booked: 'WhetherInvoiceHasBeenBooked',
      checked: 'WhetherInvoiceHasBeenChecked',
    },
  };
};

/** A railway e-ticket: its fare is the total with tax. */
const rai = (invoice: Invoice): Vocabulary => ({
  prefix: 'rai',
  schema: 'rai_receiver',
  texts: [
    ['ElectronicInvoiceRailwayETicketNumber', invoice.number],
    ['DateOfIssue', invoice.issueDate],
  ],
  amounts: sumsOf(invoice, { net: 'TotalAmountExcludingTax', tax: 'TaxAmount', gross: 'Fare' }),
  marks: null,
});

/** The receipt of an air e-ticket: fare and fuel surcharge are the amount before tax. */
const atr = (invoice: Invoice, ticket: Ticket | null): Vocabulary => ({
  prefix: 'atr',
  schema: 'atr_receiver',
  texts: [
    ['ElectronicInvoiceAirTransportReceiptNumber', invoice.number],
    ['ETicketNumber', ticket?.number ?? null],
    ['IssueDate', invoice.issueDate],
  ],
  amounts: [
    ['Fare', money(ticket?.fare ?? null)],
    ['FuelSurcharge', money(ticket?.fuelSurcharge ?? null)],
    ['VatTaxAmount', tax(invoice.taxTotal)],
    ['CivilAviationDevelopmentFund', money(ticket?.fund ?? null)],
    ['OtherTaxes', money(ticket?.otherTaxes ?? null)],
    ['TotalAmount', money(invoice.grossTotal)],
  ],
  marks: null,
});

/** The standard's type of each kind. It has none for paper, for vehicles, and for coach, ship and taxi tickets. */
const typeOfKind: Readonly<Record<string, (invoice: Invoice, ticket: Ticket | null) => Vocabulary>> = {
  '31': (invoice) => einv(invoice, 'einv_spcl_receiver'),
  '32': (invoice) => einv(invoice, 'einv_ord_receiver'),
  '08': (invoice) => inv(invoice, 'inv_spcl_receiver'),
  '10': (invoice) => inv(invoice, 'inv_ord_receiver'),
  '14': (invoice) => inv(invoice, 'inv_ord_receiver'),
  [railKind]: rai,
  [airKind]: atr,
};

/** Whether a ticket is an electronic one: a paper ticket has no number of an invoice. */
const isElectronicTicket = ({ invoice, reader }: TypedInvoice): boolean =>
  isDigitalNumber(invoice.number) || isDigitalReader(reader);

type TypedInvoice = Pick<ArchivedInvoice, 'invoice' | 'ticket' | 'reader'>;

/** The vocabulary of an invoice's receiver instance; null if the standard has no type for it. */
const vocabularyOf = (archived: TypedInvoice): Vocabulary | null => {
  const { invoice, ticket } = archived;
  const { kind } = invoice;
  const type = ticketTypeOf(ticket, invoice);
  const ofTicket = { rail: railKind, air: airKind, coach: null, ship: null, taxi: null } as const;
  // A fully digital invoice of a carrier is an invoice first.
  const typed = type === null || kind === '31' || kind === '32' ? kind : ofTicket[type];
  if (typed === null) return null;
  if ((typed === railKind || typed === airKind) && !isElectronicTicket(archived)) return null;
  return typeOfKind[typed]?.(invoice, ticket) ?? null;
};

/** Date of the taxonomy in the Ministry of Finance's data standard for electronic vouchers (财会〔2025〕9号). */
const taxonomyDay = '2023-12-31';

const isTrue = (value: boolean): string => (value ? 'true' : 'false');

type Fact = (name: string, value: string | null) => string;
type Facts = { readonly fact: Fact; readonly amount: Fact };

/** Writes facts of a vocabulary; a value that is not known is left out. */
const factsOf = (prefix: string, indent: string): Facts => {
  const write =
    (attributes: string): Fact =>
    (name, value) =>
      value === null
        ? ''
        : `${indent}<${prefix}:${name} contextRef="now"${attributes}>${xmlText(value)}</${prefix}:${name}>\n`;
  return { fact: write(''), amount: write(' unitRef="CNY" decimals="2"') };
};

const bookedFacts = ({ booking, entries }: ArchivedInvoice, prefix: string): string => {
  if (booking === null) return '';
  const { fact } = factsOf(prefix, '    ');
  const inEntry = factsOf(prefix, '      ');
  const [first] = entries;
  const tuples = entries.map(({ account, debit, credit }) => {
    const [general = '', ...subsidiary] = account.name.split(/[_-]/u);
    return [
      `    <${prefix}:InformationOfDebitAndCreditEntryTuple>\n`,
      inEntry.fact('DebitOrCredit', debit === 0 ? '贷方' : '借方'),
      inEntry.fact('NameOfGeneralLedgerSubject', general || account.code),
      inEntry.fact('NameOfSubsidiaryLedgerSubject', subsidiary.join('_') || null),
      inEntry.amount('RecordedAmount', decimalOf(debit === 0 ? credit : debit)),
      `    </${prefix}:InformationOfDebitAndCreditEntryTuple>\n`,
    ].join('');
  });
  return [
    `  <${prefix}:InformationOfAccountingDocumentsTuple>\n`,
    fact('NumberOfAccountingDocuments', voucherName(booking)),
    fact('PostingDate', booking.date),
    fact('AccountingPeriod', booking.period),
    fact('SummaryOfAccountingDocuments', first?.summary ?? null),
    ...tuples,
    `  </${prefix}:InformationOfAccountingDocumentsTuple>\n`,
  ].join('');
};

const markFacts = (
  { invoice, booking, verification }: ArchivedInvoice,
  marks: Vocabulary['marks'],
  fact: Fact,
): string =>
  marks === null
    ? ''
    : [
        fact(marks.red, isTrue((centsOf(invoice.grossTotal) ?? 0) < 0)),
        fact(marks.booked, isTrue(booking !== null)),
        fact(marks.checked, isTrue(verification?.result === 'consistent')),
      ].join('');

/** An XBRL instance, and the entry point of the taxonomy that it follows. */
export type ReceiverInstance = { readonly schema: string; readonly xml: string };

/**
 * The XBRL instance that the receiver of an invoice writes: its identification, its sums and its booking. It
 * contains no goods; unknown values are left out. Null if the standard has no type for the invoice.
 */
export const receiverInstance = (
  archived: ArchivedInvoice,
  entity: Company | null,
): ReceiverInstance | null => {
  const vocabulary = vocabularyOf(archived);
  return vocabulary && { schema: vocabulary.schema, xml: writtenIn(vocabulary, archived, entity) };
};

const writtenIn = (
  { prefix, schema, texts, amounts, marks }: Vocabulary,
  archived: ArchivedInvoice,
  entity: Company | null,
): string => {
  const { invoice } = archived;
  const { fact, amount } = factsOf(prefix, '  ');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"',
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
    ` xmlns:${prefix}="http://xbrl.mof.gov.cn/taxonomy/${taxonomyDay}/${prefix}">\n`,
    `  <link:schemaRef xlink:type="simple" xlink:href="http://xbrl.mof.gov.cn/taxonomy/${taxonomyDay}/${prefix}/${schema}_${taxonomyDay}.xsd"/>\n`,
    '  <xbrli:context id="now">\n    <xbrli:entity><xbrli:identifier scheme="http://www.mof.gov.cn">',
    `${xmlText(entity?.taxId || invoice.buyer.taxId || '-')}</xbrli:identifier></xbrli:entity>\n`,
    `    <xbrli:period>${invoice.issueDate === null ? '<xbrli:forever/>' : `<xbrli:instant>${invoice.issueDate}</xbrli:instant>`}</xbrli:period>\n  </xbrli:context>\n`,
    '  <xbrli:unit id="CNY"><xbrli:measure>iso4217:CNY</xbrli:measure></xbrli:unit>\n',
    ...texts.map(([name, value]) => fact(name, value)),
    ...amounts.map(([name, value]) => amount(name, value)),
    markFacts(archived, marks, fact),
    fact('UnifiedSocialCreditCodeOfAccountingEntity', entity?.taxId || null),
    fact('NameOfAccountingEntity', entity?.name || null),
    bookedFacts(archived, prefix),
    '</xbrli:xbrl>\n',
  ].join('');
};
