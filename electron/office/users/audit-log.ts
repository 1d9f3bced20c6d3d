import { sql } from 'kysely';
import { csvRecord } from '../../export/csv.ts';
import type { UserDatabase } from './database.ts';

/**
 * The audit log: sign-ins, refusals, changes of users, and commands that write. It contains page ids only, and no
 * data from invoices.
 */
export type AuditAction =
  | 'signed-in'
  | 'sign-in-refused'
  | 'sign-in-throttled'
  | 'signed-out'
  | 'link-refused'
  | 'account-made'
  | 'password-changed'
  | 'session-ended'
  | 'sessions-ended'
  | 'invited'
  | 'password-link-made'
  | 'role-changed'
  | 'account-switched'
  | 'lock-lifted'
  | 'administrator-link-made'
  | 'trail-exported'
  | 'not-allowed'
  | `command ${string}`;

/** The author of what was done at the server's command line. */
export const consoleAuthor = { id: null, name: 'console' } as const;

type AuditEntry = {
  /** Null if nobody was signed in. */
  readonly user: { readonly id: string | null; readonly name: string } | null;
  readonly address: string;
  readonly action: AuditAction;
  /** The subject: a user's address, or page ids. */
  readonly about: string;
};

export type AuditLog = {
  readonly add: (entry: AuditEntry) => Promise<void>;
  /** The entries of some days as CSV with a header, oldest first; days are ISO 8601 dates in UTC, both included. */
  readonly csv: (from: string, to: string) => Promise<string>;
};

const longestAbout = 2000;
const columns = ['at', 'person', 'name', 'address', 'action', 'about'] as const;

/** Number of entries that are read at once. */
const piece = 5_000;

export const createAuditLog = (database: UserDatabase): AuditLog => {
  const entries = (from: string, to: string, after: number) =>
    database
      .selectFrom('trail')
      .selectAll()
      .where(sql<boolean>`at >= ${from}::date::timestamp at time zone 'UTC'`)
      .where(sql<boolean>`at < (${to}::date + 1)::timestamp at time zone 'UTC'`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(piece)
      .execute();
  return {
    add: async ({ user, address, action, about }) => {
      await database
        .insertInto('trail')
        .values({
          person: user?.id ?? null,
          name: user?.name ?? '',
          address,
          action,
          about: about.slice(0, longestAbout),
        })
        .execute();
    },
    csv: async (from, to) => {
      const parts = [`\u{feff}${csvRecord(columns)}`];
      let last = 0;
      for (;;) {
        const rows = await entries(from, to, last);
        for (const { at, person, name, address, action, about } of rows)
          parts.push(csvRecord([at.toISOString(), person ?? '', name, address, action, about]));
        last = rows.at(-1)?.id ?? last;
        if (rows.length < piece) return parts.join('');
      }
    },
  };
};
