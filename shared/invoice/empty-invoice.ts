import { unknownKind } from './kind.ts';
import type { Invoice, InvoiceLine, Party } from './model.ts';

export const emptyLine: InvoiceLine = {
  name: null,
  specification: null,
  unit: null,
  quantity: null,
  unitPrice: null,
  amount: null,
  taxRate: null,
  tax: null,
};

export const emptyParty: Party = { name: null, taxId: null, addressPhone: null, bankAccount: null };

export const emptyInvoice: Invoice = {
  kind: unknownKind,
  code: null,
  number: null,
  issueDate: null,
  checkCode: null,
  cipherArea: null,
  remark: null,
  drawer: null,
  payee: null,
  reviewer: null,
  machineNumber: null,
  reverses: null,
  buyer: emptyParty,
  seller: emptyParty,
  lines: [],
  total: null,
  taxTotal: null,
  grossTotal: null,
  grossTotalWords: null,
};
