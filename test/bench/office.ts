import { startOfficeRun } from '../helpers/office-run.ts';
import { largeLedger } from './office/ledger.ts';
import { timed } from './office/measure.ts';
import type { BenchRow } from './row.ts';

/** Invoices in the large ledger; the figure of the design is a million. */
const invoices = Number(process.env.VOUCH_BENCH_INVOICES ?? 1_000_000);

/** Pages a second of a number of workers, from the first page to the last. */
const pace = async (
  answerMs: number,
  workers: number,
  concurrency: number,
  pages: number,
): Promise<number> => {
  const run = await startOfficeRun(answerMs);
  const running = await Promise.all(Array.from({ length: workers }, () => run.startWorker(concurrency)));
  try {
    // Warm-up: connections, code and the first query plans.
    await run.handIn(workers * concurrency);
    await run.settled();
    const ms = await timed(async () => {
      await run.handIn(pages);
      await run.settled();
    });
    if (run.repeated() > 0) throw new Error('A page was paid twice');
    return pages / (ms / 1_000);
  } finally {
    await Promise.all(running.map((worker) => worker.end('SIGTERM')));
    await run.close();
  }
};

const scaling = async (
  name: string,
  answerMs: number,
  [workers, concurrency]: readonly [number, number],
  wanted: number,
  pages: number,
): Promise<BenchRow> => {
  const one = await pace(answerMs, 1, 1, pages);
  const many = await pace(answerMs, workers, concurrency, pages * workers * concurrency);
  return {
    name,
    measured: `${many.toFixed(1)} pages/s (${(many / one).toFixed(2)} times)`,
    floor: `${one.toFixed(1)} pages/s`,
    ratio: wanted / (many / one),
    limit: 1,
  };
};

export const run = async (): Promise<BenchRow[]> => [
  await scaling('4 workers against 1, answers after 200 ms', 200, [4, 1], 3.6, 30),
  await scaling('16 calls at once of 4 workers against 1, answers after 1 s', 1_000, [4, 4], 12, 8),
  ...(await largeLedger(invoices)),
];
