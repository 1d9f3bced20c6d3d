import type { Company } from '../../../shared/contract/settings.ts';
import { monthOf } from '../../../shared/books/period.ts';
import { voucherName } from '../../../shared/books/booking.ts';
import { taxCents } from '../../../shared/invoice/checks/tax-cents.ts';
import { isDigitalNumber } from '../../../shared/invoice/codes.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';
import type { ArchivedInvoice } from './archived-invoice.ts';

/** Date of the taxonomy in the Ministry of Finance's data standard for electronic vouchers (财会〔2025〕9号). */
const taxonomyDay = '2023-12-31';

type Vocabulary = {
  readonly prefix: 'einv' | 'inv' | 'rai' | 'atr';
  readonly schema: string;
  readonly number: string;
  readonly code: string | null;
  readonly date: string;
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
  readonly isSpoken: { readonly booked: string; readonly checked: string; readonly red: string } | null;
};

const einv = (schema: string): Vocabulary => ({
  prefix: 'einv',
  schema,
  number: 'InvoiceNumber',
  code: null,
  date: 'RequestTime',
  net: 'TotalAmWithoutTax',
  tax: 'TotalTaxAm',
  gross: 'TotalTax-includedAmount',
  isSpoken: {
    booked: 'WhetherEinvoiceHasBeenBooked',
    checked: 'WhetherEinvoiceHasBeenChecked',
    red: 'WhetherEinvoiceIsRedEinvoice',
  },
});

const inv = (schema: string): Vocabulary => ({
  prefix: 'inv',
  schema,
  number: 'NumberOfInvoice',
  code: 'CodeOfInvoice',
  date: 'DateOfIssue',
  net: 'TotalAmountExcludingTax',
  tax: 'TotalTaxAmount',
  gross: 'TaxIncludedAmountInFigures',
  isSpoken: null,
});

const ticketVocabularies = {
  rail: {
    ...inv('rai_receiver'),
    prefix: 'rai',
    number: 'ElectronicInvoiceRailwayETicketNumber',
    code: null,
    tax: 'TaxAmount',
    gross: 'Fare',
  },
  air: {
    ...inv('atr_receiver'),
    prefix: 'atr',
    number: 'ETicketNumber',
    code: null,
    tax: 'VatTaxAmount',
    gross: 'TotalAmount',
  },
} as const satisfies Record<string, Vocabulary>;

const specialKinds = new Set(['01', '08', '31']);

/** The vocabulary of an invoice's receiver instance, which also names the file. */
export const receiverOf = ({ invoice, ticket }: Pick<ArchivedInvoice, 'invoice' | 'ticket'>): Vocabulary => {
  if (ticket) return ticketVocabularies[ticket.type];
  const form = specialKinds.has(invoice.kind) ? 'spcl' : 'ord';
  return isDigitalNumber(invoice.number) ? einv(`einv_${form}_receiver`) : inv(`inv_${form}_receiver`);
};

/** Escapes a text and drops characters that XML does not allow. */
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const decimal = (cents: number | null): string | null => (cents === null ? null : decimalOf(cents));
const isTrue = (value: boolean): string => (value ? 'true' : 'false');

type Fact = (name: string, value: string | null) => string;

const bookedFacts = (
  { booking, entries }: ArchivedInvoice,
  prefix: string,
  fact: Fact,
  amount: Fact,
): string => {
  if (booking === null) return '';
  const [first] = entries;
  const tuples = entries.map(({ account, debit, credit }) => {
    const [general = '', ...subsidiary] = account.name.split(/[_-]/u);
    return [
      `    <${prefix}:InformationOfDebitAndCreditEntryTuple>`,
      fact('DebitOrCredit', debit === 0 ? '贷方' : '借方'),
      fact('NameOfGeneralLedgerSubject', general || account.code),
      fact('NameOfSubsidiaryLedgerSubject', subsidiary.join('_') || null),
      amount('RecordedAmount', decimalOf(debit === 0 ? credit : debit)),
      `    </${prefix}:InformationOfDebitAndCreditEntryTuple>\n`,
    ].join('\n');
  });
  return [
    `  <${prefix}:InformationOfAccountingDocumentsTuple>\n`,
    fact('NumberOfAccountingDocuments', voucherName(booking)),
    fact('PostingDate', booking.date),
    fact('AccountingPeriod', booking.period || monthOf(booking.date)),
    fact('SummaryOfAccountingDocuments', first?.summary ?? null),
    ...tuples,
    `  </${prefix}:InformationOfAccountingDocumentsTuple>\n`,
  ].join('');
};

/**
 * The XBRL instance that the receiver of an invoice writes: its identification, its sums and its booking. It
 * contains no goods; unknown values are left out.
 */
export const receiverInstance = (archived: ArchivedInvoice, entity: Company | null): string => {
  const { invoice, booking, verification } = archived;
  const { prefix, schema, isSpoken, ...names } = receiverOf(archived);
  const fact: Fact = (name, value) =>
    value === null ? '' : `  <${prefix}:${name} contextRef="now">${escape(value)}</${prefix}:${name}>\n`;
  const amount: Fact = (name, value) =>
    value === null
      ? ''
      : `  <${prefix}:${name} contextRef="now" unitRef="CNY" decimals="2">${escape(value)}</${prefix}:${name}>\n`;
  const gross = centsOf(invoice.grossTotal);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"',
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
    ` xmlns:${prefix}="http://xbrl.mof.gov.cn/taxonomy/${taxonomyDay}/${prefix}">\n`,
    `  <link:schemaRef xlink:type="simple" xlink:href="http://xbrl.mof.gov.cn/taxonomy/${taxonomyDay}/${prefix}/${schema}_${taxonomyDay}.xsd"/>\n`,
    '  <xbrli:context id="now">\n    <xbrli:entity><xbrli:identifier scheme="http://www.mof.gov.cn">',
    `${escape(entity?.taxId || invoice.buyer.taxId || '-')}</xbrli:identifier></xbrli:entity>\n`,
    `    <xbrli:period>${invoice.issueDate === null ? '<xbrli:forever/>' : `<xbrli:instant>${invoice.issueDate}</xbrli:instant>`}</xbrli:period>\n  </xbrli:context>\n`,
    '  <xbrli:unit id="CNY"><xbrli:measure>iso4217:CNY</xbrli:measure></xbrli:unit>\n',
    names.code === null ? '' : fact(names.code, invoice.code),
    fact(names.number, invoice.number),
    prefix === 'einv' ? fact('SellerName', invoice.seller.name) : '',
    prefix === 'einv' ? fact('SellerIdNum', invoice.seller.taxId) : '',
    fact(names.date, invoice.issueDate),
    amount(names.net, decimal(centsOf(invoice.total))),
    amount(names.tax, decimal(taxCents(invoice.taxTotal))),
    amount(names.gross, decimal(gross)),
    isSpoken ? fact(isSpoken.red, isTrue((gross ?? 0) < 0)) : '',
    isSpoken ? fact(isSpoken.booked, isTrue(booking !== null)) : '',
    isSpoken ? fact(isSpoken.checked, isTrue(verification?.result === 'consistent')) : '',
    fact('UnifiedSocialCreditCodeOfAccountingEntity', entity?.taxId || null),
    fact('NameOfAccountingEntity', entity?.name || null),
    bookedFacts(archived, prefix, fact, amount),
    '</xbrli:xbrl>\n',
  ].join('');
};
