import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { taxCents } from '../../../../shared/invoice/checks/tax-cents.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import type { Origin } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';

const differsFinding = (path: string, stated: string, printed: string): ReaderFinding => ({
  id: 'rendition-text-differs',
  fields: [path],
  message: readerFindingTexts.pdfData(stated, printed),
});

/** Figures and numbers must be equal in both; names and remarks may be wrapped or cut on the page. */
const compared = new Set(['code', 'number', 'issueDate', 'total', 'taxTotal', 'grossTotal']);

/**
 * The embedded data with the positions of equal values on the page. A different value on the page is a finding,
 * because one of the two was changed.
 */
export const withPlaces = (
  stated: InvoiceExtraction,
  printed: readonly InvoiceExtraction[],
): InvoiceExtraction => {
  const shown = printed.find(({ invoice }) => invoice.number === stated.invoice.number) ?? printed[0];
  if (!shown) return stated;
  const origins: Record<string, Origin> = { ...stated.origins };
  const findings = [...stated.findings];
  for (const path of fieldPathsOf(stated.invoice)) {
    const [value, other] = [valueAt(stated.invoice, path), valueAt(shown.invoice, path)];
    const [own, place] = [origins[path], shown.origins[path]];
    if (value === null || other === null) continue;
    const isSame = value === other || (path === 'taxTotal' && taxCents(value) === taxCents(other));
    if (isSame && own && place)
      origins[path] = { ...own, quad: place.quad, ...(place.page === undefined ? {} : { page: place.page }) };
    else if (!isSame && compared.has(path)) findings.push(differsFinding(path, value, other));
  }
  return { ...stated, origins, findings, ...(shown.pages ? { pages: shown.pages } : {}) };
};
