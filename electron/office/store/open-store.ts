import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { type PageId, pageIdSchema } from '../../../shared/contract/page.ts';
import type { PageClaims, ReadStore, Store } from '../../store/port.ts';
import { isInBin } from '../../store/records/page-row.ts';
import { claimSeconds } from '../../store/records/claim.ts';
import { type Connection, connectDatabase, type Patience } from './connection.ts';
import { type ChangeNotices, openNotices } from './notices.ts';
import type { Tables } from './tables.ts';
import { randomUUID } from 'node:crypto';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import type { DatabaseAddress } from './address.ts';
import { ensureSchema, ownsSchema, type OfficeRecord } from './create-schema.ts';
import { NotPrepared, officeFailure } from './failures.ts';
import { isQueuePrepared } from './queue-schema.ts';
import { ledgerSchema } from './schema.ts';
import { createUnits, questionsOver } from './units.ts';
import { isAway } from './failures.ts';

const channel = 'vouch_claims';
/** An arbitrary number that differs from the other locks of this database. */
const nextLock = 7_602_517;
const pageRow = z.object({ page: z.int() });
const claimRow = z.object({ page: z.int(), person: z.string() });

/** Claims as rows that all servers of an office share. */
const createClaims = (
  { db, patiently }: Pick<Connection, 'db' | 'patiently'>,
  notices: Pick<ChangeNotices, 'on'>,
  now: () => Date,
): PageClaims => {
  const tell = sql`SELECT pg_notify(${channel}, '')`;
  const take = async (trx: Kysely<Tables>, person: string, page: PageId): Promise<boolean> => {
    const [at, until] = [0, claimSeconds].map((seconds) =>
      new Date(now().getTime() + seconds * 1_000).toISOString(),
    );
    const left = await sql`DELETE FROM claims WHERE person = ${person} AND page <> ${page}`.execute(trx);
    const kept = await sql`UPDATE claims SET until = ${until}
      WHERE page = ${page} AND person = ${person}`.execute(trx);
    const isKept = Number(kept.numAffectedRows) > 0;
    // If two users request a page at once, only one gets its row.
    const taken = isKept
      ? null
      : await sql`INSERT INTO claims (page, person, until) VALUES (${page}, ${person}, ${until})
          ON CONFLICT (page) DO UPDATE SET person = excluded.person, until = excluded.until
          WHERE claims.until <= ${at}`.execute(trx);
    const isTaken = Number(taken?.numAffectedRows ?? 0) > 0;
    if (Number(left.numAffectedRows) > 0 || isTaken) await tell.execute(trx);
    return isKept || isTaken;
  };

  const firstFree = async (
    trx: Kysely<Tables>,
    person: string,
    pages: readonly PageId[],
  ): Promise<PageId | null> => {
    const { rows } = await sql`
      SELECT wanted.page FROM unnest(${[...pages]}::bigint[]) WITH ORDINALITY AS wanted (page, place)
      WHERE NOT EXISTS (SELECT 1 FROM claims WHERE claims.page = wanted.page AND claims.person <> ${person}
          AND claims.until > ${now().toISOString()})
        AND NOT EXISTS (SELECT 1 FROM results WHERE results.page = wanted.page AND results.review <> 'open')
        AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.id = wanted.page AND ${sql.raw(isInBin)})
      ORDER BY wanted.place LIMIT 1`.execute(trx);
    return rows[0] === undefined ? null : pageRow.parse(rows[0]).page;
  };

  return {
    take: (person, page) => patiently(() => db.transaction().execute((trx) => take(trx, person, page))),
    takeFirst: (person, pages) =>
      patiently(() =>
        db.transaction().execute(async (trx) => {
          // Requests run one after the other, so that the second one sees which page the first one took.
          await sql`SELECT pg_advisory_xact_lock(${nextLock}::bigint)`.execute(trx);
          for (let left = pages; ;) {
            const page = await firstFree(trx, person, left);
            if (page === null || (await take(trx, person, page))) return page;
            // Another user has just opened it from the list.
            left = left.slice(left.indexOf(page) + 1);
          }
        }),
      ),
    giveBack: async (person) => {
      const left = await patiently(() => sql`DELETE FROM claims WHERE person = ${person}`.execute(db));
      if (Number(left.numAffectedRows) > 0) await patiently(() => tell.execute(db));
    },
    all: async () => {
      const { rows } = await patiently(() =>
        sql`SELECT page, person FROM claims WHERE until > ${now().toISOString()} ORDER BY page`.execute(db),
      );
      return rows.map((row) => claimRow.parse(row));
    },
    listen: (onChange) => notices.on(channel, onChange, onChange),
  };
};

/**
 * The database's time on every computer: a computer with a wrong clock would break the leases of the others.
 */
type OfficeClock = {
  readonly now: () => Date;
  /** Measures the offset of this computer's clock from the database's. */
  readonly sync: () => Promise<void>;
};

const row = z.object({ at: z.coerce.number() });

const openOfficeClock = async ({ db }: Connection): Promise<OfficeClock> => {
  // The database's clock minus the monotonic time since this process began, in milliseconds.
  let aheadMs = 0;
  const sync = async (): Promise<void> => {
    const askedMs = performance.now();
    const answer = await sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at`.execute(db);
    aheadMs = row.parse(answer.rows[0]).at - (askedMs + performance.now()) / 2;
  };
  await sync();
  return { now: () => new Date(aheadMs + performance.now()), sync };
};

/** How often a process measures the database's clock, in milliseconds. */
const clockEveryMs = 5_000;

/**
 * Keeps a process on the database's clock: a virtual machine that was suspended or moved has another time afterwards.
 * Returns a function that ends this.
 * @param onBug receives all errors but those of an unreachable database
 */
export const followClock = (
  { clock }: Pick<OfficeStore, 'clock'>,
  onBug: (error: unknown) => void,
  everyMs = clockEveryMs,
): (() => void) => {
  const report = (error: unknown): void => {
    if (!isAway(error)) onBug(error);
  };
  const timer = setInterval(() => void clock.sync().catch(report), everyMs).unref();
  return () => clearInterval(timer);
};

/** An office's ledger, and what else its processes share. */
export type OfficeStore = {
  readonly store: Store;
  readonly office: OfficeRecord;
  /** Whether the user of this address may change the tables, and so everything. */
  readonly isOwner: boolean;
  readonly connection: Connection;
  readonly notices: ChangeNotices;
  /** The address without the password. */
  readonly shown: string;
  /** The database's clock, which compares leases of several computers. */
  readonly clock: OfficeClock;
};

export type OpenOptions = {
  /** Replaces the database's clock in tests. */
  readonly now?: () => Date;
  /** How long a query or a write waits for an unreachable database. */
  readonly patienceMs?: Patience;
  readonly connections?: number;
  /** For tests: how long a query may stay unanswered before it is checked, in milliseconds. */
  readonly silenceMs?: number;
  /** For tests: how long opening a connection may take, in milliseconds. */
  readonly connectMs?: number;
};

const pagesChannel = 'vouch_pages';
const messageSchema = z.object({ from: z.string(), pages: z.array(pageIdSchema) });
/** A notification has at most 8,000 bytes. */
const pagesPerMessage = 300;
const usualPatienceMs = 10 * 60_000;

const chunks = (pages: readonly PageId[]): readonly (readonly PageId[])[] =>
  Array.from({ length: Math.ceil(pages.length / pagesPerMessage) }, (_, index) =>
    pages.slice(index * pagesPerMessage, (index + 1) * pagesPerMessage),
  );

type Listener = {
  readonly onChange: (pages: readonly PageId[], by: 'this' | 'other') => void;
  readonly onGap: () => void;
};

/** Queries are retried while the database is unreachable, up to the time limit. */
const patientQuestions = (questions: ReadStore, { patiently }: Connection): ReadStore => {
  const patient = Object.entries(questions).map(
    ([name, ask]: [string, (...input: never[]) => Promise<unknown>]) => [
      name,
      (...input: never[]) => patiently(() => ask(...input)),
    ],
  );
  return Object.assign({}, questions, Object.fromEntries(patient));
};

const storeOver = (connection: Connection, notices: ChangeNotices, now: () => Date): Store => {
  const self = randomUUID();
  const listeners = new Set<Listener>();
  const units = createUnits({
    connection,
    now,
    announce: async (db, pages) => {
      for (const some of chunks(pages)) {
        const message = JSON.stringify({ from: self, pages: some });
        await sql`SELECT pg_notify(${pagesChannel}, ${message})`.execute(db);
      }
    },
    onCommitted: (pages) => {
      for (const { onChange } of listeners) onChange(pages, 'this');
    },
  });
  let ending: (() => void) | null = null;
  const hear = (payload: string): void => {
    const { from, pages } = messageSchema.parse(JSON.parse(payload));
    // This process reports its own changes at the commit.
    if (from !== self) for (const { onChange } of listeners) onChange(pages, 'other');
  };
  const missed = (): void => {
    for (const { onGap } of listeners) onGap();
  };
  return {
    ...patientQuestions(questionsOver({ db: connection.db, now, locks: false }), connection),
    claims: createClaims(connection, notices, now),
    transact: units.transact,
    listen: (onChange, onGap = () => {}) => {
      const listener = { onChange, onGap };
      listeners.add(listener);
      ending ??= notices.on(pagesChannel, hear, missed);
      return () => {
        listeners.delete(listener);
      };
    },
    readOnly: false,
    // COMMIT waits for the disk of the server (synchronous_commit).
    durable: units.settled,
    close: async () => {
      await units.settled();
      ending?.();
      await notices.close();
      await connection.close();
    },
  };
};

/**
 * Opens an office; the owner of the database creates its schema if it has none. Does not wait for an unreachable
 * database, so that a wrong address is reported at once.
 */
export const openPostgresStore = async (
  address: DatabaseAddress,
  { now, patienceMs = usualPatienceMs, connections, silenceMs, connectMs }: OpenOptions = {},
): Promise<Result<OfficeStore, OfficeFailure>> => {
  const connection = connectDatabase(address, patienceMs, connections, ledgerSchema, silenceMs, connectMs);
  try {
    const clock = await openOfficeClock(connection);
    const at = now ?? clock.now;
    const office = await ensureSchema(connection, at);
    if (!office.ok) {
      await connection.close();
      return office;
    }
    const isOwner = await ownsSchema(connection.db, ledgerSchema);
    if (!isOwner && !(await isQueuePrepared(connection.pool))) throw new NotPrepared('No queue');
    const notices = openNotices(connection, silenceMs);
    return success({
      store: storeOver(connection, notices, at),
      office: office.value,
      isOwner,
      connection,
      notices,
      shown: address.shown,
      clock,
    });
  } catch (error) {
    await connection.close();
    return failed(officeFailure(error, address.shown));
  }
};
