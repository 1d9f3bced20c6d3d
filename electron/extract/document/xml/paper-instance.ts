import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import type { ValueKind } from '../../../../shared/invoice/fields.ts';
import type { Paper, PaperType } from '../../../../shared/invoice/paper.ts';
import { paperExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import type { Facts } from './facts.ts';
import { createValueReader } from './value-reader.ts';

/** Where an instance of the accounting data standard states the values of a paper. */
type Names = Readonly<Record<Exclude<keyof Paper, 'type'>, readonly string[]>>;

/** Taxonomies of papers that are no invoice. */
const papers: readonly (readonly [family: string, PaperType, Names])[] = [
  [
    'bker',
    'bank-receipt',
    {
      number: ['numberofbankelectronicreceipt', 'businessserialnumber'],
      date: ['dateofbookkeeping', 'issuedate', 'dateofissue'],
      amount: ['transactionamountinfigures', 'transactionamount'],
      payer: ['accountnameofpayer', 'nameofpayer'],
      payee: ['accountnameofpayee', 'nameofpayee'],
    },
  ],
  [
    'efi',
    'fiscal-receipt',
    {
      number: ['einvoiceid', 'einvoicenumber', 'numberofeinvoice'],
      date: ['issuedate', 'dateofissue'],
      amount: ['totalamount', 'totalamountinfigures'],
      payer: ['payerpartyname', 'nameofpayer', 'payername'],
      payee: ['invoicingpartyname', 'nameofinvoicingparty'],
    },
  ],
  // A statement of an account lists what receipts state one by one.
  ['bkrs', 'other', { number: [], date: ['issuedate', 'dateofissue'], amount: [], payer: [], payee: [] }],
];

const kinds = { number: 'code', date: 'date', amount: 'money', payer: 'text', payee: 'text' } as const;

/**
 * Reads an instance for a paper that is no invoice; null for any other.
 * @param has whether the instance has facts of a taxonomy
 */
export const readPaperInstance = (
  { leaves }: Facts,
  has: (family: string) => boolean,
): InvoiceExtraction | null => {
  const found = papers.find(([family]) => has(family));
  if (!found) return null;
  const [, type, names] = found;
  const reader = createValueReader();
  const read = (key: keyof Names): string | null =>
    reader.read(`paper.${key}`, leaves, names[key], kinds[key] satisfies ValueKind);
  const paper: Paper = {
    type,
    number: read('number'),
    date: read('date'),
    amount: read('amount'),
    payer: read('payer'),
    payee: read('payee'),
  };
  return paperExtraction('xml', paper);
};
