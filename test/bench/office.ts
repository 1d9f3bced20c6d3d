import { largeLedger } from './office/ledger.ts';
import { withinLimit, scaling } from './office/scaling.ts';
import { reviewing } from './office/review.ts';
import { uploading } from './office/uploads.ts';
import type { BenchRow } from './row.ts';

/** Invoices in the large ledger; the figure of the design is a million. */
const invoices = Number(process.env.VOUCH_BENCH_INVOICES ?? 1_000_000);

/** A folder that keeps the ledger: filling it takes minutes, so the next run measures at once. */
const kept = process.env.VOUCH_BENCH_LEDGER || null;

/** The parts, each of which can be run alone: `npm run bench -- office scaling`. */
const parts: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  scaling,
  limit: withinLimit,
  review: reviewing,
  uploads: uploading,
  ledger: () => largeLedger(invoices, kept),
};

export const run = async (wanted: readonly string[] = []): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await part()));
  return rows;
};
