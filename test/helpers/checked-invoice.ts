import { checkInvoice, type CheckContext } from '../../shared/invoice/check-invoice.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine, Origin, Origins } from '../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../shared/invoice/read-invoice.ts';

export const line = (over: Partial<InvoiceLine> = {}): InvoiceLine => ({
  ...emptyLine,
  name: '*家具*椅',
  unitPrice: '100.00',
  amount: '200.00',
  taxRate: '13%',
  tax: '26.00',
  ...over,
});

export const sound: Invoice = {
  ...emptyInvoice,
  kind: '10',
  code: '050001700111',
  number: '99999951',
  issueDate: '2020-10-10',
  checkCode: '14754822929856772523',
  cipherArea: null,
  buyer: { name: '青禾（虚构）有限公司', taxId: '91350100M000100Y43', addressPhone: null, bankAccount: null },
  seller: {
    name: '远山（虚构）有限公司',
    taxId: '91310110666007217T',
    addressPhone: null,
    bankAccount: null,
  },
  lines: [line(), line({ unitPrice: null, amount: '-20.00', tax: '-2.60' })],
  total: '180.00',
  taxTotal: '23.40',
  grossTotal: '203.40',
  grossTotalWords: '贰佰零叁圆肆角整',
};

export const quiet: CheckContext = {
  today: '2026-01-01',
  confidenceLimit: 0.9,
  ownCompanies: [],
  qr: null,
  others: [],
};

type Given = {
  readonly origins?: Origins;
  readonly findings?: readonly ReaderFinding[];
  readonly context?: Partial<CheckContext>;
};

export const check = (
  over: Partial<Invoice> = {},
  { origins = {}, findings = [], context = {} }: Given = {},
) => checkInvoice({ invoice: { ...sound, ...over }, origins, findings }, { ...quiet, ...context });

export const named = (id: string, over: Partial<Invoice> = {}, given: Given = {}) =>
  check(over, given).filter((one) => one.id === id);
export const levels = (id: string, over: Partial<Invoice> = {}, given: Given = {}) =>
  named(id, over, given).map(({ level }) => level);
export const failedIds = (over: Partial<Invoice> = {}, given: Given = {}) =>
  check(over, given)
    .filter(({ level }) => level !== 'ok')
    .map(({ id }) => id);

export const origin = (raw: string, score: number | null = 0.98): Origin => ({
  raw,
  score,
  quad: null,
  steps: [],
});
