import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../shared/invoice/fields.ts';
import type { Invoice } from '../../shared/invoice/model.ts';

export type ReadComparison = {
  /** `path: truth -> read`. */
  readonly differing: readonly string[];
  /** Whether the reader reported an open finding. */
  readonly isMarked: boolean;
};

/** Compares an extraction with what was printed. */
export const compareRead = (truth: Invoice, read: readonly InvoiceExtraction[]): ReadComparison => {
  const [one, ...others] = read;
  if (!one || others.length > 0)
    return { differing: [`${read.length} invoices`], isMarked: read.length === 0 };
  const paths = new Set([...fieldPathsOf(truth), ...fieldPathsOf(one.invoice)]);
  const differing = [...paths].flatMap((path) => {
    const [wanted, got] = [valueAt(truth, path), valueAt(one.invoice, path)];
    return wanted === got ? [] : [`${path}: ${wanted ?? 'nothing'} -> ${got ?? 'nothing'}`];
  });
  return { differing, isMarked: one.findings.length > 0 };
};
