import { correctInvoice } from '../../../../shared/invoice/correct-invoice.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import type { PageText } from './glyphs.ts';
import { readPageText } from './read-page-text.ts';

const hiddenFinding = (path: string, hidden: string | null, shown: string | null): ReaderFinding => ({
  id: 'text-not-visible',
  fields: [path],
  message: readerFindingTexts.notVisible(hidden, shown),
});

/**
 * A finding for each value that would be another one if text counted that the page does not show.
 * @param shown what the visible text states
 * @param all what the text states with the hidden one
 */
export const hiddenDifferences = (shown: Invoice, all: Invoice): readonly ReaderFinding[] => {
  const paths = new Set([...fieldPathsOf(all), ...fieldPathsOf(shown)]);
  return [...paths].flatMap((path) => {
    const [hidden, seen] = [valueAt(all, path), valueAt(shown, path)];
    return hidden === seen || path === 'kind' ? [] : [hiddenFinding(path, hidden, seen)];
  });
};

/**
 * Data without the values that the page hides and shows nowhere else.
 * @param hidden the findings about hidden text
 * @param shown what the visible text states
 */
export const withoutHidden = (stated: Invoice, hidden: readonly ReaderFinding[], shown: Invoice): Invoice => {
  const hasSameLines = stated.lines.length === shown.lines.length;
  const unseen = hidden
    .flatMap(({ fields }) => fields)
    .filter((path) => valueAt(shown, path) === null && (hasSameLines || !path.startsWith('lines.')));
  return correctInvoice(
    stated,
    unseen.map((field) => ({ kind: 'correct', field, value: null })),
  );
};

/** The text of a page, and the text that it does not show. */
type ShownText = PageText & { readonly hidden: PageText['runs'] };

const withHidden = ({ width, height, runs, hidden }: ShownText): PageText => ({
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
  pages: readonly ShownText[],
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
