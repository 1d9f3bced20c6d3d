import { setTimeout as wait } from 'node:timers/promises';
import { signInUsers } from '../helpers/office-desk.ts';
import { startOfficeRun, type OfficeRun } from '../helpers/office-run.ts';
import { usersPool } from '../helpers/office.ts';
import { noPostgres } from '../helpers/postgres.ts';
import { randomFrom, type Random } from '../helpers/random.ts';
import { startUsersAtWork } from './office-users.ts';

/** The result of rounds of kills. */
type OfficeReport = {
  readonly rounds: number;
  readonly killed: Readonly<Record<Victim, number>>;
  readonly pages: number;
  readonly recognized: number;
  /** Their worker died during the call: they may have been billed, and were not sent again. */
  readonly interrupted: number;
  readonly calls: number;
  /** Pages without an end, or recognized without a response. */
  readonly lost: number;
  /** Why pages failed. Only a page whose preparation was killed twice may: it waits for a user. */
  readonly failures: readonly string[];
  /** Pictures with more than one call. */
  readonly repeated: number;
  /** Uploads and corrections that a server confirmed. */
  readonly uploaded: number;
  readonly corrected: number;
  /** Confirmed corrections that are not in the ledger, and corrections that are there twice. */
  readonly badEdits: number;
};

type Victim = 'worker' | 'serve' | 'postgres';

const workers = 3;
const servers = 2;
const pagesInRound = 4;
const answerMs = 150;

type Process = { readonly end: (signal: NodeJS.Signals) => Promise<void> };

const withoutAnswer = async ({ store }: OfficeRun): Promise<number> => {
  let missing = 0;
  for (const { callId } of await store.pagesInState('recognized'))
    if (callId === null || (await store.response(callId)) === null) missing += 1;
  return missing;
};

const pickVictim = (random: Random): Victim => {
  const drawn = random.next();
  if (drawn < 0.3) return 'postgres';
  return drawn < 0.6 ? 'serve' : 'worker';
};

/**
 * Kills a random worker, a random server, or PostgreSQL, at a random moment, a number of times.
 * @param awayMs how long PostgreSQL is stopped once
 */
export const officeRounds = async (
  rounds: number,
  { seed = 1, awayMs = 0 }: { readonly seed?: number; readonly awayMs?: number } = {},
): Promise<OfficeReport> => {
  const random = randomFrom(seed);
  const run = await startOfficeRun(answerMs);
  const running: Process[] = [];
  const serving: (Process & { readonly port: number; readonly name: string })[] = [];
  const killed = { worker: 0, serve: 0, postgres: 0 };
  const startServer = async (name: string): Promise<void> => {
    serving.push({ ...(await run.startServe(name)), name });
  };
  try {
    const pool = usersPool(run.url, 2);
    const [cookie = ''] = await signInUsers(pool, 1);
    await pool.end();
    for (let worker = 0; worker < workers; worker += 1) running.push(await run.startWorker(2));
    for (let server = 0; server < servers; server += 1) await startServer(`server-${server}`);
    const users = startUsersAtWork(run, cookie, random, () => random.pick(serving).port);
    for (let round = 0; round < rounds; round += 1) {
      // Half-way, the database is stopped while pages wait and users work.
      const isAwayNow = awayMs > 0 && round === Math.floor(rounds / 2);
      const [, working] = [await run.handIn(pagesInRound), users.workARound()];
      await wait(random.whole(0, 500));
      const victim = isAwayNow ? 'postgres' : pickVictim(random);
      const signal = random.chance(0.7) ? 'SIGKILL' : 'SIGTERM';
      killed[victim] += 1;
      if (victim === 'postgres') {
        await run.server.crash();
        await wait(isAwayNow ? awayMs : random.whole(0, 1_000));
        await run.server.restart();
      } else if (victim === 'serve') {
        const server = serving.shift();
        await server?.end(signal);
        if (server) await startServer(server.name);
      } else {
        await running.shift()?.end(signal);
        running.push(await run.startWorker(2));
      }
      await working;
    }
    await run.settled();
    const counts = await run.store.counts();
    const { recognized = 0, interrupted = 0, failed = 0 } = counts;
    const pages = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      rounds,
      killed,
      pages,
      recognized,
      interrupted,
      calls: run.calls(),
      lost:
        pages - recognized - interrupted - failed + (await withoutAnswer(run)) + (await users.missingPages()),
      failures: (await run.store.pagesInState('failed')).map(({ failure }) => failure?.reason ?? ''),
      repeated: run.repeated(),
      ...(await users.report()),
    };
  } finally {
    for (const one of [...running, ...serving]) await one.end('SIGKILL');
    await run.close();
  }
};

export const run = async (rounds = 100): Promise<boolean> => {
  if (noPostgres !== null) return false;
  const report = await officeRounds(rounds, { awayMs: 60_000 });
  console.log(report);
  const { lost, repeated, badEdits, failures } = report;
  const isExpected = failures.every((reason) => reason === 'died-preparing');
  return lost === 0 && repeated === 0 && badEdits === 0 && isExpected;
};
