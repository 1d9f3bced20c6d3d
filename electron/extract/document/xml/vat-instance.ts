import { bookingSideFinding } from '../../../../shared/invoice/digital-findings.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { kindOfInvoice } from '../../../../shared/invoice/kind.ts';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';
import { readGoods, type LineNames } from './read-lines.ts';
import { readParty, type PartyNames } from './read-party.ts';
import { createValueReader, leavesNamed } from './value-reader.ts';
import { leafText } from './xml-tree.ts';
import type { Facts } from './facts.ts';

const partyNames = (word: 'purchaser' | 'seller'): PartyNames => ({
  name: [`nameof${word}`],
  taxId: [
    `taxpayeridentificationnumberunifiedsocialcreditcodeof${word}`,
    `unifiedsocialcreditcodeof${word}`,
    `taxpayeridentificationnumberof${word}`,
  ],
  addressPhone: [`addressphonenumberof${word}`],
  bankAccount: [`depositbankandaccountnumberof${word}`],
});

const lineNames: LineNames = {
  name: ['nameoftaxablegoodsorservices', 'nameofgoodsorservices'],
  specification: [
    'specificationandmodelofgoodsorservices',
    'specificationofgoodsorservices',
    'specificationandmodel',
    'specification',
  ],
  unit: ['unitofgoodsorservices', 'unitofmeasurementofgoodsorservices', 'unitofmeasurement', 'unit'],
  quantity: ['quantityofgoodsorservices', 'quantity'],
  unitPrice: ['unitpriceofgoodsorservices', 'unitprice'],
  amount: ['amountexcludingtax', 'amount'],
  taxRate: ['taxrate'],
  tax: ['taxamount'],
};

const isGoods = (key: string): boolean => key.startsWith('informationoftaxablegoods');

export const readVatInstance = ({ leaves, tuples }: Facts): InvoiceExtraction => {
  const reader = createValueReader();
  const read = (path: string, ...names: readonly string[]): string | null => reader.read(path, leaves, names);
  const code = read('code', 'codeofinvoice');
  const number = read('number', 'numberofinvoice');
  const remark = read('remark', 'remarks', 'remark');
  const [title] = [...leavesNamed(leaves, 'typeofinvoice'), ...leavesNamed(leaves, 'typeofvoucher')];
  return {
    reader: 'xml',
    invoice: {
      ...emptyInvoice,
      kind: kindOfInvoice({ code, number, title: title ? leafText(title) : null }, null),
      code,
      number,
      issueDate: read('issueDate', 'dateofissue'),
      checkCode: read('checkCode', 'identifyingcode'),
      cipherArea: read('cipherArea', 'taxcontrolcode', 'cipherarea'),
      machineNumber: read('machineNumber', 'numberofinvoicemachine'),
      remark,
      reverses: read('reverses', 'numberoforiginalinvoice') ?? (remark === null ? null : reversedIn(remark)),
      drawer: read('drawer', 'issuer'),
      payee: read('payee', 'payee'),
      reviewer: read('reviewer', 'reviewer'),
      buyer: readParty(reader, 'buyer', leaves, partyNames('purchaser')),
      seller: readParty(reader, 'seller', leaves, partyNames('seller')),
      lines: readGoods(
        reader,
        tuples.filter(({ key }) => isGoods(key)),
        lineNames,
      ),
      total: read('total', 'totalamountexcludingtax'),
      taxTotal: read('taxTotal', 'totaltaxamount'),
      grossTotal: read('grossTotal', 'taxincludedamountinfigures'),
      grossTotalWords: read('grossTotalWords', 'taxincludedamountinwords'),
    },
    ticket: null,
    ...reader.result(),
    qr: null,
  };
};

/**
 * Reads the receiver's record of a fully digital invoice (`einv`): its figures as booked, without goods and
 * without the buyer's data.
 */
export const readBookingRecord = ({ leaves }: Facts): InvoiceExtraction => {
  const reader = createValueReader();
  const read = (path: string, ...names: readonly string[]): string | null => reader.read(path, leaves, names);
  const number = read('number', 'invoicenumber');
  const invoice = {
    ...emptyInvoice,
    kind: kindOfInvoice({ code: null, number, title: null }, null),
    number,
    issueDate: read('issueDate', 'requesttime', 'issuetime', 'dateofissue'),
    buyer: {
      ...emptyInvoice.buyer,
      name: read('buyer.name', 'buyername', 'nameofaccountingentity'),
      taxId: read('buyer.taxId', 'buyeridnum', 'unifiedsocialcreditcodeofaccountingentity'),
    },
    seller: {
      ...emptyInvoice.seller,
      name: read('seller.name', 'sellername'),
      taxId: read('seller.taxId', 'selleridnum'),
    },
    total: read('total', 'totalamwithouttax'),
    taxTotal: read('taxTotal', 'totaltaxam'),
    grossTotal: read('grossTotal', 'totaltaxincludedamount'),
  };
  reader.finding(bookingSideFinding);
  return { reader: 'xml', invoice, ticket: null, ...reader.result(), qr: null };
};
