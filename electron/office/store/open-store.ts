import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { pageIdSchema, type PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import type { ReadStore, Store } from '../../store/port.ts';
import type { DatabaseAddress } from './address.ts';
import { createClaims } from './claims.ts';
import { connectDatabase, type Connection, type Patience } from './connection.ts';
import { ensureSchema, type OfficeRecord } from './create-schema.ts';
import { officeFailure } from './failures.ts';
import { openNotices, type ChangeNotices } from './notices.ts';
import { openOfficeClock, type OfficeClock } from './office-clock.ts';
import { ledgerSchema } from './schema.ts';
import { createUnits, questionsOver } from './units.ts';

/** An office's ledger, and what else its processes share. */
export type OfficeStore = {
  readonly store: Store;
  readonly office: OfficeRecord;
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
 * Opens an office, and creates its schema if it has none. Does not wait for an unreachable database, so that
 * a wrong address is reported at once.
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
    const notices = openNotices(connection, silenceMs);
    return success({
      store: storeOver(connection, notices, at),
      office: office.value,
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
