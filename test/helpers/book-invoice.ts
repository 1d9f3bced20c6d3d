import type { Invoice, InvoiceLine, Party } from '../../shared/invoice/model.ts';

export const party = (name: string | null, taxId: string | null = null): Party => ({
  name,
  taxId,
  addressPhone: null,
  bankAccount: null,
});

export const bookLine = (over: Partial<InvoiceLine> = {}): InvoiceLine => ({
  name: '*餐饮服务*餐费',
  specification: null,
  unit: null,
  quantity: '1',
  unitPrice: '300.00',
  amount: '300.00',
  taxRate: '6%',
  tax: '18.00',
  ...over,
});

/** A fully digital special invoice with one line. */
export const bookInvoice = (over: Partial<Invoice> = {}): Invoice => ({
  kind: '31',
  code: null,
  number: '24312000000012345678',
  issueDate: '2024-05-28',
  checkCode: null,
  cipherArea: null,
  buyer: party('北京买方有限公司', '91110000000000001A'),
  seller: party('上海卖方有限公司', '91310000000000002B'),
  lines: [bookLine()],
  total: '300.00',
  taxTotal: '18.00',
  grossTotal: '318.00',
  grossTotalWords: null,
  remark: null,
  drawer: null,
  payee: null,
  reviewer: null,
  machineNumber: null,
  reverses: null,
  ...over,
});
