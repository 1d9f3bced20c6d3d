import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { kindOfInvoice } from '../../../../shared/invoice/kind.ts';
import { parseQr } from '../../../../shared/invoice/qr.ts';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';
import { readGoods, type LineNames } from './read-lines.ts';
import { readParty, type PartyNames } from './read-party.ts';
import { createValueReader, leavesNamed, leavesOf } from './value-reader.ts';
import { descendants, leafText, type XmlElement } from './xml-tree.ts';

const lineKey = 'goodsinfo';

const partyNames = (role: 'buyer' | 'seller'): PartyNames => ({
  name: [`${role}name`],
  taxId: [`${role}taxid`],
  addressPhone: [`${role}addrtel`],
  bankAccount: [`${role}financialaccount`],
});

const lineNames: LineNames = {
  name: ['item'],
  specification: ['specification'],
  unit: ['measurementdimension'],
  quantity: ['quantity'],
  unitPrice: ['price'],
  amount: ['amount'],
  taxRate: ['taxscheme'],
  tax: ['taxamount'],
};

/** Reads the `eInvoice` of a VAT e-invoice (2019 to 2023), attached to its OFD as `original_invoice.xml`. */
export const readLegacyInvoice = (element: XmlElement): InvoiceExtraction => {
  const reader = createValueReader();
  const leaves = leavesOf(element, ({ key }) => key === lineKey);
  const read = (path: string, ...names: readonly string[]): string | null => reader.read(path, leaves, names);
  const [graph] = leavesNamed(leaves, 'graphcode');
  const qr = graph ? leafText(graph) : null;
  const code = read('code', 'invoicecode');
  const number = read('number', 'invoiceno');
  const remark = read('remark', 'note');
  const lines = [...descendants(element, ({ key }) => key !== lineKey)].filter(({ key }) => key === lineKey);
  const reverses = remark === null ? null : reversedIn(remark);
  const { remark: origin } = reader.result().origins;
  if (reverses !== null && origin) reader.note('reverses', { ...origin, raw: reverses });
  return {
    reader: 'xml',
    invoice: {
      ...emptyInvoice,
      kind: kindOfInvoice({ code, number, title: null }, qr === null ? null : parseQr(qr)),
      code,
      number,
      issueDate: read('issueDate', 'issuedate'),
      checkCode: read('checkCode', 'invoicecheckcode'),
      cipherArea: read('cipherArea', 'taxcontrolcode'),
      machineNumber: read('machineNumber', 'machineno'),
      remark,
      reverses,
      drawer: read('drawer', 'invoiceclerk'),
      payee: read('payee', 'payee'),
      reviewer: read('reviewer', 'checker'),
      buyer: readParty(reader, 'buyer', leaves, partyNames('buyer')),
      seller: readParty(reader, 'seller', leaves, partyNames('seller')),
      lines: readGoods(reader, lines, lineNames),
      total: read('total', 'taxexclusivetotalamount'),
      taxTotal: read('taxTotal', 'taxtotalamount'),
      grossTotal: read('grossTotal', 'taxinclusivetotalamount'),
    },
    ticket: null,
    ...reader.result(),
    qr: null,
    codeInFile: qr,
  };
};
