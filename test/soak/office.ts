import { setTimeout as wait } from 'node:timers/promises';
import { startOfficeRun, type OfficeRun } from '../helpers/office-run.ts';
import { noPostgres } from '../helpers/postgres.ts';
import { randomFrom } from '../helpers/random.ts';

/** The result of rounds of kills. */
export type OfficeReport = {
  readonly rounds: number;
  readonly pages: number;
  readonly recognized: number;
  /** Their worker died during the call: they may have been billed, and were not sent again. */
  readonly interrupted: number;
  readonly calls: number;
  /** Pages without an end, or recognized without a reply. */
  readonly lost: number;
  /** Pictures with more than one call. */
  readonly repeated: number;
};

const workers = 3;
const pagesInRound = 6;
const answerMs = 150;

type Worker = Awaited<ReturnType<OfficeRun['startWorker']>>;

const withoutAnswer = async ({ store }: OfficeRun): Promise<number> => {
  let missing = 0;
  for (const { callId } of await store.pagesInState('recognized'))
    if (callId === null || (await store.reply(callId)) === null) missing += 1;
  return missing;
};

/** Kills a random worker, or PostgreSQL, at a random moment, a number of times. */
export const officeRounds = async (rounds: number, seed = 1): Promise<OfficeReport> => {
  const random = randomFrom(seed);
  const run = await startOfficeRun(answerMs);
  const running: Worker[] = [];
  const ids: number[] = [];
  try {
    for (let worker = 0; worker < workers; worker += 1) running.push(await run.startWorker(2));
    for (let round = 0; round < rounds; round += 1) {
      ids.push(...(await run.handIn(pagesInRound)));
      await wait(random.whole(0, 500));
      if (random.chance(0.3)) {
        await run.server.crash();
        await wait(random.whole(0, 1_000));
        await run.server.restart();
        continue;
      }
      const victim = running.shift();
      await victim?.end(random.chance(0.7) ? 'SIGKILL' : 'SIGTERM');
      running.push(await run.startWorker(2));
    }
    await run.settled();
    const pages = await run.store.pages(ids);
    const inState = (state: string) => pages.filter((page) => page.state === state).length;
    const [recognized, interrupted] = [inState('recognized'), inState('interrupted')];
    return {
      rounds,
      pages: ids.length,
      recognized,
      interrupted,
      calls: run.calls(),
      lost: ids.length - recognized - interrupted + (await withoutAnswer(run)),
      repeated: run.repeated(),
    };
  } finally {
    for (const worker of running) await worker.end('SIGKILL');
    await run.close();
  }
};

export const run = async (rounds = 100): Promise<boolean> => {
  if (noPostgres !== null) return false;
  const report = await officeRounds(rounds);
  console.log(report);
  return report.lost === 0 && report.repeated === 0;
};
