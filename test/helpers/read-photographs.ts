import { isDeepStrictEqual } from 'node:util';
import { readInvoice } from '../../shared/invoice/read-invoice.ts';
import { readInvoiceText } from '../../shared/services/read-vat-invoice.ts';
import { photographInvoice, type PhotographOptions } from './invoice-photographs.ts';

type PhotographTally = {
  exact: number;
  /** Inexact, and marked as uncertain. */
  marked: number;
  /** Seeds of inexact ones without a mark: there must be none. */
  readonly wrong: number[];
};

const readOne = (seed: number, options: PhotographOptions): 'exact' | 'marked' | 'wrong' => {
  const { lines, text } = photographInvoice(seed, options);
  const extraction = readInvoiceText(text);
  if (!extraction.ok) throw new Error(`Seed ${seed} gives no extraction`);
  const { invoice, findings } = readInvoice(extraction.value, null);
  if (isDeepStrictEqual(invoice.lines, lines)) return 'exact';
  return findings.some(({ id }) => id === 'rows-settled') ? 'marked' : 'wrong';
};

/** Reads generated photographs, one per seed, and compares the line items with the truth. */
export const readPhotographs = (count: number, options: PhotographOptions): PhotographTally => {
  const tally: PhotographTally = { exact: 0, marked: 0, wrong: [] };
  for (let seed = 0; seed < count; seed += 1) {
    const outcome = readOne(seed, options);
    if (outcome === 'wrong') tally.wrong.push(seed);
    else tally[outcome] += 1;
  }
  return tally;
};

/** Conditions of the photographs, and the minimum share of exact results for each. */
export const photographKinds = {
  'laid flat': { least: 0.995, options: { skew: 6, jitter: 0.03, missing: 0, perspective: 0 } },
  'with cells missing': { least: 0.995, options: { skew: 6, jitter: 0.08, missing: 0.08, perspective: 0 } },
  'at a slant': { least: 0.995, options: { skew: 6, jitter: 0.05, missing: 0.08, perspective: 0.06 } },
  'badly lit, a quarter of the cells missing': {
    least: 0.85,
    options: { skew: 6, jitter: 0.15, missing: 0.25, perspective: 0.03 },
  },
} as const satisfies Record<string, { least: number; options: PhotographOptions }>;
