import { readerFindingTexts } from '../../texts/reader-findings.ts';
import { isInvoiceShown } from '../counted-once.ts';
import { emptyInvoice } from '../empty-invoice.ts';
import type { InvoiceExtraction, ReaderId } from '../extraction.ts';
import { paperKeys, type Paper, type PaperKey } from '../paper.ts';
import { paperDoubtText, paperFindingText } from '../../texts/papers.ts';
import type { Invoice } from '../model.ts';
import { outcome, type InvoiceCheck } from './outcome.ts';

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

/** The path of a value of a paper: it has an origin, but no value in the invoice. */
const paperPath = (key: PaperKey): string => `paper.${key}`;

/**
 * What is read from a paper that is no VAT invoice: no value of an invoice, and a finding that says what it is.
 * @param scores of its values, 0 to 1, if they were read from a picture
 */
export const paperExtraction = (
  reader: ReaderId,
  paper: Paper,
  scores: Readonly<Partial<Record<PaperKey, number>>> = {},
): InvoiceExtraction => ({
  reader,
  invoice: emptyInvoice,
  ticket: null,
  origins: Object.fromEntries(
    paperKeys.flatMap((key) => {
      const [raw, score] = [paper[key], scores[key]];
      return raw === null || score === undefined
        ? []
        : [[paperPath(key), { raw, score, quad: null, steps: [] }]];
    }),
  ),
  findings: [{ id: paperId, fields: [], message: paperFindingText(paper), level: 'info' }],
  qr: null,
  paper,
});

/** Reports values of a paper with a confidence below the user's limit. */
export const checkPaperConfidence: InvoiceCheck = ({ origins }, { confidenceLimit }) => {
  const low = paperKeys.flatMap((key) => {
    const origin = origins[paperPath(key)];
    return origin && (origin.score ?? 1) < confidenceLimit ? [origin.raw] : [];
  });
  return low.length === 0 ? [] : [outcome('paper-confidence', 'warn', [], paperDoubtText(low))];
};

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
