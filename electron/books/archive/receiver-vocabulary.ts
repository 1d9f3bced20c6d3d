import type { Ticket } from '../../../shared/invoice/extraction.ts';
import { taxCents } from '../../../shared/invoice/checks/tax-cents.ts';
import { isDigitalNumber } from '../../../shared/invoice/codes.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';

/** A name of the data standard, and the invoice's value for it; null values are left out. */
type NamedValue = readonly [name: string, value: string | null];

/** The data standard's names for the parts of an invoice, from the receiver's point of view. */
export type Vocabulary = {
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
const atr = (invoice: Invoice, ticket: Ticket): Vocabulary => ({
  prefix: 'atr',
  schema: 'atr_receiver',
  texts: [
    ['ElectronicInvoiceAirTransportReceiptNumber', invoice.number],
    ['ETicketNumber', ticket.number],
    ['IssueDate', invoice.issueDate],
  ],
  amounts: [
    ['Fare', money(ticket.fare)],
    ['FuelSurcharge', money(ticket.fuelSurcharge)],
    ['VatTaxAmount', tax(invoice.taxTotal)],
    ['CivilAviationDevelopmentFund', money(ticket.fund)],
    ['OtherTaxes', money(ticket.otherTaxes)],
    ['TotalAmount', money(invoice.grossTotal)],
  ],
  marks: null,
});

const specialKinds = new Set(['01', '08', '31']);

/** The vocabulary of an invoice's receiver instance. */
export const vocabularyOf = (invoice: Invoice, ticket: Ticket | null): Vocabulary => {
  if (ticket) return ticket.type === 'rail' ? rai(invoice) : atr(invoice, ticket);
  const form = specialKinds.has(invoice.kind) ? 'spcl' : 'ord';
  return isDigitalNumber(invoice.number)
    ? einv(invoice, `einv_${form}_receiver`)
    : inv(invoice, `inv_${form}_receiver`);
};
