import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import type { PageText } from '../page-text/glyphs.ts';
import { readPageText } from '../page-text/read-page-text.ts';
import type { SeenText } from './page-text.ts';

const hiddenFinding = (path: string, hidden: string | null, shown: string | null): ReaderFinding => ({
  id: 'text-not-visible',
  fields: [path],
  message: readerFindingTexts.notVisible(hidden, shown),
});

const withHidden = ({ width, height, runs, hidden }: SeenText): PageText => ({
  width,
  height,
  runs: [...runs, ...hidden],
});

/** The value that hidden text states, if it is another one than the page shows. */
const differencesOf = (
  shown: InvoiceExtraction,
  all: InvoiceExtraction | undefined,
): readonly ReaderFinding[] => {
  if (!all) return [hiddenFinding('number', null, shown.invoice.number)];
  const paths = new Set([...fieldPathsOf(all.invoice), ...fieldPathsOf(shown.invoice)]);
  return [...paths].flatMap((path) => {
    const [hidden, seen] = [valueAt(all.invoice, path), valueAt(shown.invoice, path)];
    return hidden === seen || path === 'kind' ? [] : [hiddenFinding(path, hidden, seen)];
  });
};

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
    return { ...shown, findings: [...shown.findings, ...differencesOf(shown, same)] };
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
