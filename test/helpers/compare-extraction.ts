import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../shared/invoice/fields.ts';
import type { Invoice } from '../../shared/invoice/model.ts';

type ReadComparison = {
  /** `path: truth -> read`. */
  readonly differing: readonly string[];
  /** Whether the reader reported an open finding. */
  readonly hasFindings: boolean;
};

/** Compares an extraction with what was printed. */
export const compareRead = (truth: Invoice, read: readonly InvoiceExtraction[]): ReadComparison => {
  const [one, ...others] = read;
  if (!one || others.length > 0)
    return { differing: [`${read.length} invoices`], hasFindings: read.length === 0 };
  const paths = new Set([...fieldPathsOf(truth), ...fieldPathsOf(one.invoice)]);
  const differing = [...paths].flatMap((path) => {
    const [expected, actual] = [valueAt(truth, path), valueAt(one.invoice, path)];
    return expected === actual ? [] : [`${path}: ${expected ?? 'nothing'} -> ${actual ?? 'nothing'}`];
  });
  return { differing, hasFindings: one.findings.length > 0 };
};
