import { readerFindingTexts } from '../../texts/reader-findings.ts';
import { isInvoiceShown } from '../counted-once.ts';
import { emptyInvoice } from '../empty-invoice.ts';
import type { InvoiceExtraction, ReaderId } from '../extraction.ts';
import type { Paper } from '../paper.ts';
import { paperDoubtText, paperFindingText } from '../../texts/papers.ts';
import type { Invoice } from '../model.ts';

const blankId = 'blank-page';
const paperId = 'no-vat-invoice';

/** What is read from a page without ink. */
export const blankExtraction: InvoiceExtraction = {
  reader: 'local',
  invoice: emptyInvoice,
  ticket: null,
  origins: {},
  findings: [{ id: blankId, fields: [], message: readerFindingTexts.blankPage }],
  qr: null,
};

/**
 * What is read from a paper that is no VAT invoice: no value of an invoice, and a finding that says what it is.
 * @param unsure values that a person must compare with the picture
 */
export const paperExtraction = (
  reader: ReaderId,
  paper: Paper,
  unsure: readonly (keyof Paper)[] = [],
): InvoiceExtraction => ({
  reader,
  invoice: emptyInvoice,
  ticket: null,
  origins: {},
  findings: [
    { id: paperId, fields: [], message: paperFindingText(paper), level: 'info' },
    ...(unsure.length === 0
      ? []
      : [
          {
            id: 'paper-confidence',
            fields: [],
            message: paperDoubtText(unsure.map((key) => paper[key] ?? '')),
          },
        ]),
  ],
  qr: null,
  paper,
});

type Findings = readonly { readonly id: string }[];

/** Whether the findings of a page say that it is blank. */
export const isSaidBlank = (findings: Findings): boolean => findings.some(({ id }) => id === blankId);

/** Whether the findings of a page say that it is no invoice: it is blank, or another paper. */
export const isSaidNoInvoice = (findings: Findings): boolean =>
  findings.some(({ id }) => id === blankId || id === paperId);

/**
 * Whether a page was read as no invoice, and the user has typed no value that makes it one. A page without such values
 * that was not read as another paper lacks them: it counts in no sum, either, but its checks say so.
 */
export const isNoInvoice = ({
  invoice,
  findings,
}: {
  readonly invoice: Invoice;
  readonly findings: Findings;
}): boolean => isSaidNoInvoice(findings) && !isInvoiceShown(invoice);
