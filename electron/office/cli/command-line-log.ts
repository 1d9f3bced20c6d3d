import { hostname, userInfo } from 'node:os';
import { sql } from 'kysely';
import type { PageId } from '../../../shared/contract/page.ts';
import type { OfficeAction } from '../../../shared/texts/audit-names.ts';
import type { Store } from '../../store/port.ts';
import { noEntryYet } from '../server/office-backend.ts';
import { commandUses, tellPages } from '../store/command-use.ts';
import type { Connection } from '../store/connection.ts';
import { usersSchema } from '../store/schema.ts';
import { consoleAuthor } from '../users/audit-log.ts';

/** Whoever has the database's address may name any user and computer: these only help to find who ran it. */
const whereRun = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run with a user that has no name.
    return hostname();
  }
};

const entry = (action: OfficeAction, about: string) => ({ user: consoleAuthor, address: '', action, about });

/** The audit log of a command line that has the database's address, whose author is the console. */
export type CommandLineLog = {
  /** Units of work that have entries in their transactions. */
  readonly transact: Store['transact'];
  /** Call it before data of these pages is written to these places. */
  readonly output: (places: readonly string[], pages: readonly PageId[]) => Promise<void>;
};

/** @returns null if the office has no users yet, and so no audit log */
export const openCommandLineLog = async (
  { db, patiently }: Pick<Connection, 'db' | 'patiently'>,
  { transact }: Pick<Store, 'transact'>,
): Promise<CommandLineLog | null> => {
  const { rows } = await sql`SELECT 1 FROM pg_catalog.pg_tables
    WHERE schemaname = ${usersSchema} AND tablename = 'trail'`.execute(db);
  if (rows.length === 0) return null;
  const from = whereRun();
  const use = { ...entry('command-line-read', from), ...noEntryYet(), of: 'changed', token: null } as const;
  return {
    transact: (work) => commandUses.run(use, () => transact(work)),
    output: (places, pages) =>
      patiently(() => tellPages(db, entry('command-line-output', [...places, from].join('; ')), pages)),
  };
};
