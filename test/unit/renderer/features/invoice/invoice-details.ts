import type { InvoiceDetail } from '../../../../../renderer/features/invoice/field-model.ts';
import { emptyInvoice, emptyLine } from '../../../../../shared/invoice/empty-invoice.ts';
import { boxQuad } from './quads.ts';

/** A small invoice with a number, a total, one line, and a missing check code. */
export const invoiceDetail = (changes: Partial<InvoiceDetail> = {}): InvoiceDetail => ({
  ticket: null,
  journeys: [],
  special: [],
  value: {
    ...emptyInvoice,
    kind: '04',
    number: '12345678',
    issueDate: '2024-05-28',
    lines: [
      {
        ...emptyLine,
        name: '计算机',
        unitPrice: '300.00',
        amount: '300.00',
        taxRate: '6%',
        tax: '18.00',
      },
    ],
    total: '300.00',
    taxTotal: '18.00',
    grossTotal: '318.00',
  },
  origins: {
    number: { raw: '№12345678', score: 0.99, quad: boxQuad(100, 10, 60, 12), steps: [] },
    total: {
      raw: '¥300.00',
      score: 0.98,
      quad: boxQuad(300, 200, 50, 12),
      steps: [{ id: 'currency-sign-removed' }],
    },
    'lines.0.amount': { raw: '300.00', score: 0.97, quad: boxQuad(300, 100, 40, 12), steps: [] },
  },
  regions: [],
  checks: [],
  corrections: [],
  conflicts: [],
  linesConflict: null,
  linesEdited: false,
  pages: [],
  linePages: [],
  ...changes,
});
