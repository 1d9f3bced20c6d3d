import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import { settingsSchema } from '../../../shared/contract/settings.ts';
import { isNotInBin } from '../../store/records/page-row.ts';
import { dayBegan, isOverBudget, type CallBudget } from '../../store/sql/call-budget.ts';
import { all, type SqlSteps } from '../../store/sql/steps.ts';
import { keyOf } from '../office-settings.ts';
import type { Tables } from './tables.ts';

const officeKey = keyOf('officeBudget');
const personKey = keyOf('personBudget');
const selectBudget = `SELECT key, value FROM settings WHERE key IN ('${officeKey}', '${personKey}')`;

const json = z.string().transform((value, context): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'No JSON' });
    return z.NEVER;
  }
});
/** No call is paid for by mistake: with a value that can't be read, none begins. */
const limit = json.pipe(settingsSchema.shape.officeBudget).catch(0);
const rowSchema = z.object({ key: z.string(), value: limit });

const budgetIn = (rows: readonly unknown[]): CallBudget => {
  const known = new Map(rows.map((row) => rowSchema.parse(row)).map(({ key, value }) => [key, value]));
  return { office: known.get(officeKey) ?? null, person: known.get(personKey) ?? null };
};

/** The budget that administrators have set, as the unit of work sees it. */
export function* officeBudget(): SqlSteps<CallBudget> {
  return budgetIn(yield* all(selectBudget));
}

const madeRow = z.object({ made: z.int() });
const idRow = z.object({ id: z.int() });

const readBudget = async (db: Kysely<Tables>): Promise<CallBudget> =>
  budgetIn((await sql.raw(selectBudget).execute(db)).rows);

/** How many paid calls have begun today. */
export const callsToday = async (db: Kysely<Tables>, now: Date): Promise<number> => {
  const { rows } = await sql`SELECT count(*) AS made FROM calls
    WHERE sandbox = 0 AND started_at >= ${dayBegan(now)}`.execute(db);
  return madeRow.parse(rows[0]).made;
};

const leftOf = async (db: Kysely<Tables>, { office }: CallBudget, now: Date): Promise<number | null> =>
  office === null ? null : Math.max(0, office - (await callsToday(db, now)));

/** How many paid calls may still begin today; null without a limit. */
export const budgetLeft = async (db: Kysely<Tables>, now: Date): Promise<number | null> =>
  leftOf(db, await readBudget(db), now);

/**
 * Releases the pages that waited for the budget, the oldest first and of each user as many as may still call today. The
 * budget is reserved only when a call begins, so a page that comes too late waits again.
 * @returns at most this many pages, which need a job now
 */
export const releaseAffordable = async (
  db: Kysely<Tables>,
  now: Date,
  atMost: number,
): Promise<readonly PageId[]> => {
  const budget = await readBudget(db);
  const { person } = budget;
  const most = Math.min(atMost, (await leftOf(db, budget, now)) ?? atMost);
  if (most < 1) return [];
  const { rows } = await sql`
    WITH used AS (
      SELECT author, count(*) AS made FROM calls WHERE sandbox = 0 AND started_at >= ${dayBegan(now)} GROUP BY author),
    waiting AS (
      SELECT pages.id, pages.author, coalesce(used.made, 0) AS made,
        row_number() OVER (PARTITION BY pages.author ORDER BY pages.id) AS place
      FROM pages LEFT JOIN used ON used.author = pages.author
      WHERE ${sql.raw(isOverBudget)} AND ${sql.raw(isNotInBin)}),
      affordable AS (
      SELECT id FROM waiting
      WHERE author IS NULL OR ${person}::bigint IS NULL OR place <= ${person}::bigint - made
      ORDER BY id LIMIT ${most}),
      -- A page that another unit of work holds is left for the next time.
      taken AS MATERIALIZED (
      SELECT id FROM pages WHERE id IN (SELECT id FROM affordable) AND ${sql.raw(isOverBudget)}
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE pages SET failure = NULL
    WHERE id IN (SELECT id FROM taken) AND ${sql.raw(isOverBudget)}
    RETURNING id`.execute(db);
  return rows.map((row) => idRow.parse(row).id);
};
