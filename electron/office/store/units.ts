import { demoFlag, isNotInBin, isOwnInvoice, pageRowReader } from '../../store/records/page-row.ts';
import type { ReadStore, Store, WriteStore } from '../../store/port.ts';
import { batchesOf, documentRow } from '../../store/records/batches.ts';
import { all, type StepsOf } from '../../store/sql/steps.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type ControlledTransaction } from 'kysely';
import type { PageId } from '../../../shared/contract/page.ts';
import { openUnit, type OpenUnit } from '../../store/open-unit.ts';
import { mailReads, mailWrites } from '../../store/sql/mails.ts';
import { watchedFileReads, watchedFileWrites } from '../../store/sql/watched-files.ts';
import { dropReads, dropWrites } from '../../store/sql/drops.ts';
import { bookFileReads, bookFileWrites } from '../../store/sql/book-files.ts';
import { callReads, callRecordReads, callWrites } from '../../store/sql/calls.ts';
import {
  documentReads,
  documentWrites,
  exportReads,
  exportWrites,
  extractionReads,
  extractionWrites,
} from '../../store/sql/documents.ts';
import { figureWrites, lookalikeReads, pairReads } from '../../store/sql/figures.ts';
import { pageReads, type FewPages } from '../../store/sql/page-reads.ts';
import { pageRemoval } from '../../store/sql/page-removal.ts';
import { pageWrites } from '../../store/sql/page-writes.ts';
import { reviewReads, reviewWrites } from '../../store/sql/reviews.ts';
import { officeBudget } from './call-budget.ts';
import { openUseLog, runningUse, takeToken } from './command-use.ts';
import type { Connection } from './connection.ts';
import { isConflict } from './failures.ts';
import { historyQuestions } from './history.ts';
import { leaseWrites } from './leases.ts';
import { insertToken, keepAnswer, keptAnswer, StoredBefore } from './request-tokens.ts';
import { postgresMethods, type Reach } from './run-steps.ts';
import type { Tables } from './tables.ts';

/** OFFSET 0 makes PostgreSQL check page by page: it would otherwise read all pages in the order of their ids. */
const counts = `near.review <> 'aside' AND EXISTS (SELECT 1 FROM pages
  WHERE pages.id = near.page AND pages.id <> asked.page AND ${demoFlag} = asked.demo
    AND pages.state = 'recognized' AND pages.service = 'vat-invoice' AND ${isOwnInvoice} AND ${isNotInBin} OFFSET 0)`;

/** No limit if it is negative. */
const most = 'nullif($1::bigint, -1)';

const withNumber = (condition: string, limit: string): string => `
  (SELECT near.page FROM results AS near
   WHERE near.number = asked.number AND ${condition} AND ${counts} ORDER BY near.page LIMIT ${limit})`;

/**
 * For `lookalikeReads`. Thousands of invoices may have the same number: those with the same code come first; the others
 * are read only if there are few.
 */
const nearInPostgres = `asked CROSS JOIN LATERAL (
    WITH same AS MATERIALIZED (
        ${withNumber('near.code = asked.code', most)}
        UNION ALL ${withNumber('asked.code IS NULL AND near.code IS NULL', most)}),
      other AS MATERIALIZED
        ${withNumber('near.code IS DISTINCT FROM asked.code', `(${most} - (SELECT count(*) FROM same))`)}
    SELECT page FROM same UNION SELECT page FROM other
    UNION
    (SELECT near.page FROM results AS near
     WHERE near.gross_total = asked.gross_total AND near.issue_date = asked.issue_date AND ${counts}
     ORDER BY (near.seller IS NOT DISTINCT FROM asked.seller
       OR coalesce(near.seller_tax_id = asked.seller_tax_id, false)) DESC, near.page LIMIT ${most})
  ) AS found
  JOIN results ON results.page = found.page
  JOIN pages ON pages.id = results.page
  JOIN documents ON documents.id = pages.document`;

const selectDocuments = `
  SELECT documents.added_at AS "addedAt", documents.name, min(pages.service) AS service, min(pages.id) AS page
  FROM (SELECT * FROM documents ORDER BY id DESC LIMIT 20000) AS documents
    JOIN pages ON pages.document = documents.id AND ${isNotInBin}
  GROUP BY documents.id, documents.added_at, documents.name ORDER BY documents.id DESC`;

/** SQLite fetches these rows one by one. */
const batchReads = {
  *batches(limit) {
    const documents = (yield* all(selectDocuments)).map((row) => documentRow.parse(row));
    return batchesOf(documents, limit);
  },
} satisfies StepsOf<Pick<ReadStore, 'batches'>>;

const few: FewPages = { open: 'pages', unreviewed: 'results JOIN pages ON pages.id = results.page' };
const listed = 'SELECT * FROM unnest($2::bigint[]) WITH ORDINALITY AS listed (asked, place)';
const readPageRow = pageRowReader(() => {});
const alikeReads = lookalikeReads(nearInPostgres);

export const questionsOver = (reach: Reach): ReadStore => {
  const own = pageReads(reach.now, readPageRow, few);
  return {
    ...postgresMethods(reach)({
      ...own,
      ...callReads,
      ...callRecordReads,
      ...reviewReads,
      ...alikeReads,
      ...pairReads,
      ...documentReads,
      ...dropReads,
      ...watchedFileReads,
      ...mailReads,
      ...extractionReads,
      ...exportReads(listed),
      ...bookFileReads,
      ...batchReads,
    }),
    // A list of results does not lock its pages.
    ...historyQuestions(reach, postgresMethods({ ...reach, locks: false })({ pages: own.pages })),
  };
};

const writesOver = (reach: Reach, questions: ReadStore): WriteStore => ({
  ...questions,
  ...postgresMethods(reach)({
    ...pageWrites(reach.now),
    ...pageRemoval(reach.now),
    ...callWrites(reach.now, officeBudget),
    ...reviewWrites(reach.now),
    ...figureWrites,
    ...documentWrites(reach.now),
    ...dropWrites(reach.now),
    ...watchedFileWrites,
    ...mailWrites(reach.now),
    ...extractionWrites(reach.now),
    ...exportWrites(reach.now),
    ...bookFileWrites(reach.now),
  }),
  ...leaseWrites(reach),
});

type Joined = {
  readonly db: ControlledTransaction<Tables>;
  readonly changed: Set<PageId>;
  isUsed: boolean;
};
const joined = new WeakMap<WriteStore, Joined>();

/**
 * The open transaction of a unit of work, for data that must be stored together with the ledger's rows. Its commit
 * waits for the disk.
 */
export const databaseOf = (unit: WriteStore): ControlledTransaction<Tables> => {
  const found = joined.get(unit);
  if (!found) throw new Error('Not a unit of work of PostgreSQL');
  found.isUsed = true;
  return found.db;
};

/** Announces pages that were changed in the transaction itself, like those that the unit of work changes. */
export const announceChanged = (unit: WriteStore, pages: readonly PageId[]): void => {
  for (const page of pages) joined.get(unit)?.changed.add(page);
};

type Method = (...input: readonly unknown[]) => Promise<unknown>;
const isMethod = (value: unknown): value is Method => typeof value === 'function';

type UnitToken = {
  readonly token: string;
  /** Whether a repetition of the request has it, too; otherwise only the attempts of one unit do. */
  readonly isOfRequest: boolean;
};

/**
 * The number of units of one process that run at once. Units wait for the disk and for locks; run one after the
 * other, each would wait for all earlier ones. The pool has more connections than this, so queries never wait for
 * units.
 */
const unitsAtOnce = 5;

/** Runs at most so many at once; the others wait in the order in which they came. */
const createSlots = (max: number) => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (taken < max) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
};

/** How often conflicting units run again before the conflict counts as a bug. */
const mostConflicts = 20;

type UnitDependencies = {
  readonly connection: Connection;
  readonly now: () => Date;
  /** Sent in the transaction; other processes receive it after the commit. */
  readonly announce: (db: ControlledTransaction<Tables>, pages: readonly PageId[]) => Promise<void>;
  /** Reported after the commit. */
  readonly onCommitted: (pages: readonly PageId[]) => void;
};

type Attempt<Value> = {
  readonly value: Value;
  readonly pages: readonly PageId[];
  /** After the commit: the use of the command has its entries in the audit log. */
  readonly keep: () => void;
};

/**
 * Runs units of work. If the database becomes unreachable, a unit runs again later unless it was committed. A
 * row with a token, the same in every attempt, shows whether it was. If an earlier attempt still runs,
 * inserting that row waits for its end.
 */
export const createUnits = ({ connection, now, announce, onCommitted }: UnitDependencies) => {
  const { db, patiently } = connection;
  /** The unit that the caller runs in. A timer that was started in a unit keeps it after its end. */
  const inside = new AsyncLocalStorage<OpenUnit>();
  const underWay = new Set<Promise<unknown>>();
  const slots = createSlots(unitsAtOnce);

  const tryOnce = async <Value>(
    work: (unit: WriteStore) => Promise<Value>,
    { token, isOfRequest }: UnitToken,
    earlier: Attempt<Value> | null,
    onAlmost: (attempt: Attempt<Value>) => void,
  ): Promise<Attempt<Value>> => {
    const trx = await db.startTransaction().setIsolationLevel('read committed').execute();
    const reach: Reach = { db: trx, now, locks: true };
    const methods = new Map<string, unknown>(Object.entries(writesOver(reach, questionsOver(reach))));
    const log = openUseLog(trx);
    const use = isOfRequest ? runningUse() : null;
    // An earlier attempt may have set it.
    if (use) use.answer = null;
    const open = openUnit(async (name, input) => {
      const method = methods.get(name);
      if (!isMethod(method)) throw new Error(`PostgreSQL has no method ${name}`);
      await log?.before(name, input);
      const value = await method(...input);
      log?.after(name, input, value);
      return value;
    });
    const beside: Joined = { db: trx, changed: new Set(), isUsed: false };
    joined.set(open.unit, beside);
    try {
      const fresh = await insertToken(trx, token);
      if (earlier && !fresh) {
        await trx.rollback().execute();
        return earlier;
      }
      if (!fresh) throw new StoredBefore(await keptAnswer(trx, token));
      const value = await inside.run(open, () => work(open.unit));
      open.end();
      await log?.write();
      const attempt = {
        value,
        pages: [...new Set([...open.pages, ...beside.changed])],
        keep: () => log?.keep(),
      };
      if (attempt.pages.length > 0) {
        await announce(trx, attempt.pages);
        if (use && use.answer !== null) await keepAnswer(trx, token, use.answer);
      }
      // The request stored nothing: a repetition of it decides again. Other units, such as one that reserves, may store
      // what belongs to no page.
      else if (isOfRequest) await sql`DELETE FROM units WHERE token = ${token}::uuid`.execute(trx);
      // Derived data can be computed again, so its commit does not wait for the disk. A job can't: no worker would ever
      // read its page.
      if (!open.mustLast() && !beside.isUsed) await sql`SET LOCAL synchronous_commit = off`.execute(trx);
      onAlmost(attempt);
      await trx.commit().execute();
      return attempt;
    } catch (error) {
      open.end();
      if (!trx.isCommitted && !trx.isRolledBack)
        await trx
          .rollback()
          .execute()
          .catch(() => {});
      throw error;
    }
  };

  const runUnit = async <Value>(work: (unit: WriteStore) => Promise<Value>): Promise<Value> => {
    const ofRequest = takeToken();
    const token = { token: ofRequest ?? randomUUID(), isOfRequest: ofRequest !== null };
    let almost: Attempt<Value> | null = null;
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        const { value, pages, keep } = await patiently(() =>
          tryOnce(work, token, almost, (attempt) => {
            almost = attempt;
          }),
        );
        keep();
        if (pages.length > 0) onCommitted(pages);
        return value;
      } catch (error) {
        if (!isConflict(error) || conflicts === mostConflicts) throw error;
        await sleep(Math.random() * 20 * (conflicts + 1));
      }
    }
  };

  const transact: Store['transact'] = (work) => {
    if (inside.getStore()?.isOpen()) throw new Error('A unit of work can’t be nested in another one');
    const run = slots(() => runUnit(work));
    const ended = run.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
    return run;
  };

  return { transact, settled: async (): Promise<void> => void (await Promise.all(underWay)) };
};
