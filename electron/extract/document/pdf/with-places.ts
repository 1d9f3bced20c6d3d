import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { taxCents } from '../../../../shared/invoice/checks/tax-cents.ts';
import { fieldPathsOf, valueAt } from '../../../../shared/invoice/fields.ts';
import type { Origin } from '../../../../shared/invoice/model.ts';
import type { Doubt } from '../../../../shared/invoice/read-lines.ts';
import { doubtTexts } from '../../../../shared/texts/doubts.ts';

const differsDoubt = (path: string, stated: string, printed: string): Doubt => ({
  id: 'rendition-text-differs',
  fields: [path],
  message: doubtTexts.pdfData(stated, printed),
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
  const doubts = [...stated.doubts];
  for (const path of fieldPathsOf(stated.invoice)) {
    const [value, other] = [valueAt(stated.invoice, path), valueAt(shown.invoice, path)];
    const [own, place] = [origins[path], shown.origins[path]];
    if (value === null || other === null) continue;
    const isSame = value === other || (path === 'taxTotal' && taxCents(value) === taxCents(other));
    if (isSame && own && place)
      origins[path] = { ...own, quad: place.quad, ...(place.page === undefined ? {} : { page: place.page }) };
    else if (!isSame && compared.has(path)) doubts.push(differsDoubt(path, value, other));
  }
  return { ...stated, origins, doubts, ...(shown.pages ? { pages: shown.pages } : {}) };
};
