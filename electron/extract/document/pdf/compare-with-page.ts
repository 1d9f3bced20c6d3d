import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Origin } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import {
  fieldsNotCompared,
  hasSureRows,
  isEqual,
  linesNotCompared,
  nothingCompared,
  ofLine,
  tellsInvoice,
} from '../page-text/compare-data.ts';
import { withoutHidden } from '../page-text/hidden-values.ts';

const differsFinding = (path: FieldPath, stated: string, printed: string): ReaderFinding => ({
  id: 'rendition-text-differs',
  fields: [path],
  message: readerFindingTexts.pdfData(stated, printed),
});

/**
 * The embedded data with the positions of equal values on the page. Every field is compared. A different value on the
 * page is a finding, because one of the two was changed; so is what only one of them states, as not compared. A value that
 * the page hides is none.
 */
export const withPlaces = (
  stated: InvoiceExtraction,
  printed: readonly InvoiceExtraction[],
): InvoiceExtraction => {
  const shown = printed.find(({ invoice }) => invoice.number === stated.invoice.number) ?? printed[0];
  if (!shown) return { ...stated, findings: [...stated.findings, nothingCompared] };
  const [mine, theirs] = [stated.invoice, shown.invoice];
  const hasSameLines = mine.lines.length === theirs.lines.length;
  const origins: Record<string, Origin> = { ...stated.origins };
  const findings: ReaderFinding[] = [];
  const silent: FieldPath[] = [];
  for (const path of fieldPathsOf(mine)) {
    if (!hasSameLines && ofLine.test(path)) continue;
    const [value, other] = [valueAt(mine, path), valueAt(theirs, path)];
    if (value === null || other === null) {
      if (value !== other) silent.push(path);
      continue;
    }
    const [own, place] = [origins[path], shown.origins[path]];
    if (!isEqual(path, value, other)) findings.push(differsFinding(path, value, other));
    else if (own && place)
      origins[path] = { ...own, quad: place.quad, ...(place.page === undefined ? {} : { page: place.page }) };
  }
  if (!hasSameLines)
    findings.push(
      theirs.lines.length > 0 && mine.lines.length > 0 && hasSureRows(shown)
        ? {
            id: 'rendition-text-differs',
            fields: ['lines'],
            message: readerFindingTexts.pdfLines(mine.lines.length, theirs.lines.length),
          }
        : linesNotCompared,
    );
  const hidden = shown.findings.filter(({ id }) => id === 'text-not-visible');
  const isToldOf = tellsInvoice((path) => valueAt(theirs, path)) || hidden.length > 0;
  findings.push(...(isToldOf ? fieldsNotCompared(silent) : [nothingCompared]), ...hidden);
  return {
    ...stated,
    invoice: withoutHidden(mine, hidden, theirs),
    origins,
    findings: [...stated.findings, ...findings],
    ...(shown.pages ? { pages: shown.pages } : {}),
  };
};
