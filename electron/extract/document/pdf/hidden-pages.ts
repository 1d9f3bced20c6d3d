import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import type { PageText } from '../page-text/glyphs.ts';
import { hiddenDifferences, hiddenFinding } from '../page-text/hidden-values.ts';
import { readPageText } from '../page-text/read-page-text.ts';
import type { SeenText } from './page-text.ts';

const withHidden = ({ width, height, runs, hidden }: SeenText): PageText => ({
  width,
  height,
  runs: [...runs, ...hidden],
});

/**
 * Adds a finding to each value that would be another one if text counted that the page does not show. Hidden text
 * that changes no value is no finding.
 * @param read what the visible text states
 */
export const markHiddenText = (
  read: readonly InvoiceExtraction[],
  pages: readonly SeenText[],
): readonly InvoiceExtraction[] => {
  if (read.length === 0 || pages.every(({ hidden }) => hidden.length === 0)) return read;
  const all = readPageText(pages.map(withHidden));
  return read.map((shown, index) => {
    const same = all.find(({ invoice }) => invoice.number === shown.invoice.number) ?? all[index];
    const differing = same
      ? hiddenDifferences(shown.invoice, same.invoice)
      : [hiddenFinding('number', null, shown.invoice.number)];
    return { ...shown, findings: [...shown.findings, ...differing] };
  });
};

/** Pictures that cover this part of a page may be the page itself. */
const leastPictures = 0.5;

/**
 * Whether a page is a scan: pictures cover it, and its visible text is not about an invoice. A scanner may have added
 * a footer.
 */
export const isScan = ({ runs, pictures }: SeenText): boolean =>
  pictures >= leastPictures && !runs.some(({ text }) => /[税票¥￥]|\d{8}/u.test(text));
