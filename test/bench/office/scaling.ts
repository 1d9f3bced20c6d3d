import { startOfficeRun } from '../../helpers/office-run.ts';
import type { BenchRow } from '../row.ts';
import { processorSeconds, processorTimeEach, timed } from './measure.ts';

type Pace = {
  readonly pagesPerSecond: number;
  readonly mostUnderWay: number;
  /** Processor time of workers, decoders, PostgreSQL and the service, for one page. */
  readonly processorTime: string;
};

/**
 * Pages a second of a number of workers with one call each, from the first page to the last.
 * @param limit maximum concurrent calls of all workers; null for the default
 */
const pace = async (
  answerMs: number,
  workers: number,
  pages: number,
  limit: number | null = null,
): Promise<Pace> => {
  const run = await startOfficeRun(answerMs);
  const running: Awaited<ReturnType<typeof run.startWorker>>[] = [];
  try {
    for (let worker = 0; worker < workers; worker += 1) running.push(await run.startWorker(1));
    // Warm-up: connections, code and the first query plans.
    await run.handIn(workers * 4);
    await run.settled();
    if (limit !== null) await run.setLimit(limit);
    run.forgetMost();
    const usedBefore = processorSeconds();
    const ms = await timed(async () => {
      await run.handIn(pages);
      await run.settled();
    });
    const processorTime = processorTimeEach(usedBefore, pages);
    if (run.repeated() > 0) throw new Error('A page was paid twice');
    return { pagesPerSecond: pages / (ms / 1_000), mostUnderWay: run.mostUnderWay(), processorTime };
  } finally {
    await Promise.all(running.map((worker) => worker.end('SIGTERM')));
    await run.close();
  }
};

/** The required ratio divided by the measured one. */
const against = async (
  name: string,
  answerMs: number,
  workers: number,
  wanted: number,
  pages: number,
): Promise<BenchRow> => {
  const one = await pace(answerMs, 1, pages);
  const many = await pace(answerMs, workers, pages * workers);
  const times = many.pagesPerSecond / one.pagesPerSecond;
  return {
    name,
    measured: `${many.pagesPerSecond.toFixed(1)} pages/s (${times.toFixed(2)} times)${many.processorTime}`,
    floor: `${one.pagesPerSecond.toFixed(1)} pages/s${one.processorTime}`,
    ratio: wanted / times,
    limit: 1,
  };
};

export const scaling = async (): Promise<readonly BenchRow[]> => [
  await against('4 workers against 1, answers after 200 ms', 200, 4, 3.6, 50),
  await against('16 workers against 1, answers after 1 s', 1_000, 16, 12, 20),
];

const limit = 3;

export const withinLimit = async (): Promise<readonly BenchRow[]> => {
  const { pagesPerSecond, mostUnderWay } = await pace(200, 6, 60, limit);
  return [
    {
      name: `calls at once of 6 workers whose limit is ${limit}`,
      measured: `${mostUnderWay} (${pagesPerSecond.toFixed(1)} pages/s)`,
      floor: String(limit),
      ratio: mostUnderWay / limit,
      limit: 1,
    },
  ];
};
