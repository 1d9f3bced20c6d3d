import { z } from 'zod';
import { shanghaiMs } from '../../../shared/local-day.ts';
import type { OverBudget } from '../records/call.ts';
import type { PageRow } from '../records/page.ts';
import { first, lock, type SqlSteps } from './steps.ts';

/** How many paid calls may begin in a day: those of all users, and those of each. Null is no limit. */
export type CallBudget = { readonly office: number | null; readonly person: number | null };

/** Reads the budget that applies in the unit of work. */
export type ReadBudget = () => SqlSteps<CallBudget>;

const dayMs = 86_400_000;
/** The instant at which the day of `now` began in Shanghai, as the ledger stores instants. */
export const dayBegan = (now: Date): string => {
  const local = now.getTime() + shanghaiMs;
  return new Date(local - (local % dayMs) - shanghaiMs).toISOString();
};

/** An arbitrary number that never changes and differs from the other locks. */
const budgetLock = 7_602_515;

/** Every attempt is a row. One that never left the computer is deleted, so it does not count. */
const madeByAll = 'SELECT count(*) AS made FROM calls WHERE sandbox = 0 AND started_at >= $1';
const madeByOne = `${madeByAll} AND author = (SELECT author FROM pages WHERE id = $2)`;
const madeRow = z.object({ made: z.int() });

/**
 * Until the unit of work ends, no other one can count calls, so the next one counts the call that this one inserts. The
 * instant of that call must be taken after this, so that it lies in the day that was counted.
 */
export function* lockBudget({ office, person }: CallBudget): SqlSteps<void> {
  if (office !== null || person !== null) yield* lock('SELECT pg_advisory_xact_lock($1::bigint)', budgetLock);
}

/**
 * Whether the page may not call today. The budget must be locked.
 * @param at the instant at which the call would begin
 */
export function* overBudgetOf(
  page: number,
  { office, person }: CallBudget,
  at: Date,
): SqlSteps<OverBudget | null> {
  const day = dayBegan(at);
  if (office !== null && madeRow.parse(yield* first(madeByAll, day)).made >= office) return 'office-budget';
  if (person !== null && madeRow.parse(yield* first(madeByOne, day, page)).made >= person)
    return 'person-budget';
  return null;
}

/** The same as `waitsForBudget`, in SQL. */
export const isOverBudget = `pages.state = 'waiting' AND pages.failure IS NOT NULL`;

/** Whether a page waits for another day or a higher budget. Only then does a waiting page have a failure. */
export const waitsForBudget = ({ state, failure }: Pick<PageRow, 'state' | 'failure'>): boolean =>
  state === 'waiting' && failure !== null;
