import { readerFindingTexts } from '../../texts/reader-findings.ts';
import { emptyInvoice } from '../empty-invoice.ts';
import type { InvoiceExtraction } from '../extraction.ts';
import type { CheckSubject } from './outcome.ts';

const id = 'blank-page';

/** What is read from a page without ink. */
export const blankExtraction: InvoiceExtraction = {
  reader: 'local',
  invoice: emptyInvoice,
  ticket: null,
  origins: {},
  findings: [{ id, fields: [], message: readerFindingTexts.blankPage }],
  qr: null,
};

/** Whether the findings of a page say that it is blank: it is no invoice. */
export const isSaidBlank = (findings: readonly { readonly id: string }[]): boolean =>
  findings.some((finding) => finding.id === id);

/** Whether a page was read as blank, and the user has typed no value. */
export const isBlank = ({ invoice, findings }: CheckSubject): boolean =>
  isSaidBlank(findings) && JSON.stringify(invoice) === JSON.stringify(emptyInvoice);
