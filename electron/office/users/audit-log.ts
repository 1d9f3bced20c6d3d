import { sql, type QueryExecutorProvider } from 'kysely';
import type { z } from 'zod';
import type { officeCommands, OfficeOutput } from '../../../shared/contract/office.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import type { OfficeAction } from '../../../shared/texts/audit-names.ts';
import type { ValueChange } from '../../app/handlers.ts';
import { csvRecord } from '../../export/csv.ts';
import { tellPages, tellSetting } from '../store/command-use.ts';
import type { UserDatabase } from './database.ts';

/**
 * The audit log: sign-ins, refusals, changes of users and settings, and what commands say in their declarations: each
 * invoice by its number, and each changed value before and after.
 */
type AuditAction = OfficeAction | `command ${string}`;

/** The author of what was done at the server's command line. */
export const consoleAuthor = { id: null, name: 'console' } as const;

type NewEntry = {
  /** Null if nobody was signed in. */
  readonly user: { readonly id: string | null; readonly name: string } | null;
  readonly address: string;
  readonly action: AuditAction;
  /** The subject: a user's address, or what a command's declaration repeats of its input. */
  readonly about: string;
  /** Has an entry for each of them. */
  readonly pages?: readonly PageId[];
  /** What an entry about no page changes. */
  readonly change?: ValueChange;
};

type AuditQuestion = z.output<(typeof officeCommands)['trailEntries']['input']>;

export type AuditLog = {
  /** @param unit the transaction of what it is about; on its own, unless given */
  readonly add: (entry: NewEntry, unit?: QueryExecutorProvider) => Promise<void>;
  /**
   * The name of the user who was the last to use one of these commands with success on these pages; null if it was this
   * user, if nobody has used one, or if the command `unless` was used later.
   */
  readonly lastUser: (
    commands: { readonly used: readonly string[]; readonly unless: string },
    pages: readonly PageId[],
    but: string,
  ) => Promise<string | null>;
  /** The name of the last other user who has taken the role of an administrator, within a minute; null for nobody. */
  readonly lastAdministering: (but: string) => Promise<string | null>;
  /**
   * The picture of a page goes to a user's window in full size, also in advance; has one entry while the user goes back
   * and forth.
   */
  readonly pictureShown: (entry: Pick<NewEntry, 'user' | 'address'>, page: PageId) => Promise<void>;
  /** See `trailEntries` of the contract. */
  readonly find: (question: AuditQuestion) => Promise<OfficeOutput<'trailEntries'>>;
  /**
   * The entries of some days as CSV with a header, oldest first; days are ISO 8601 dates in Shanghai, both included. Null
   * if it is too long for one file.
   */
  readonly csv: (from: string, to: string) => Promise<string | null>;
};

const administrator: Role = 'administrator';

const longestAbout = 2000;
const columns = [
  'at',
  'person',
  'name',
  'address',
  'action',
  'about',
  'page',
  'invoice',
  'field',
  'was',
  'now',
  'digest',
] as const;

/** For how long a picture that is shown again has no further entry, in milliseconds, and for how many. */
const shownForMs = 10 * 60_000;
const mostShown = 10_000;

/** Number of entries that a window gets at once. */
const mostFound = 100;

/** Number of entries that are read at once. */
const piece = 5_000;

/** Characters of a CSV file: the whole of it is in memory, more than once. */
const longestCsv = 100_000_000;

const within = (
  from: string,
  to: string,
) => sql<boolean>`at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
  AND at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;

export const createAuditLog = (database: UserDatabase, mostCharacters = longestCsv): AuditLog => {
  const entries = (from: string, to: string, after: number) =>
    database
      .selectFrom('trail')
      .leftJoin('trail_seal', 'trail_seal.entry', 'trail.id')
      .selectAll('trail')
      .select('trail_seal.digest')
      .where(within(from, to))
      .where('trail.id', '>', after)
      .orderBy('trail.id')
      .limit(piece)
      .execute();
  const shownAt = new Map<string, number>();
  const add: AuditLog['add'] = async ({ user, about, pages = [], change, ...rest }, unit = database) => {
    const entry = { ...rest, user: user ?? { id: null, name: '' }, about: about.slice(0, longestAbout) };
    await (change ? tellSetting(unit, entry, change) : tellPages(unit, entry, pages));
  };
  const newest = (actions: readonly AuditAction[]) =>
    database
      .selectFrom('trail')
      .select(['name', 'person', 'action'])
      .where('action', 'in', actions)
      .orderBy('id', 'desc')
      .limit(1);
  return {
    add,
    lastUser: async ({ used, unless }, pages, but) => {
      const last = await newest([...used, unless].map((name) => `command ${name}` as const))
        .where(sql<boolean>`page = ANY(${[...pages]}::bigint[])`)
        // A refused use says why, before the members of its input.
        .where(sql<boolean>`about ~ '^([a-zA-Z]+: |$)'`)
        .executeTakeFirst();
      return !last || last.person === but || last.action === `command ${unless}` ? null : last.name;
    },
    lastAdministering: async (but) => {
      const found = await newest(['role-changed', 'account-switched'])
        .where('person', '!=', but)
        .where('was', '=', administrator)
        .where(sql<boolean>`now IS DISTINCT FROM ${administrator}`)
        .where(sql<boolean>`at > clock_timestamp() - interval '1 minute'`)
        .executeTakeFirst();
      return found?.name ?? null;
    },
    pictureShown: async (entry, page) => {
      const key = `${entry.user?.id} ${page}`;
      const nowMs = performance.now();
      if (nowMs - (shownAt.get(key) ?? -Infinity) < shownForMs) return;
      await add({ ...entry, action: 'picture-shown', about: '', pages: [page] });
      if (shownAt.size >= mostShown) shownAt.clear();
      shownAt.set(key, nowMs);
    },
    find: async ({ from, to, person, text, before }) => {
      const all = database
        .selectFrom('trail')
        .select(['id', 'at', 'name', 'address', 'action', 'about', 'invoice', 'field', 'was', 'now'])
        .where(within(from, to))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(mostFound + 1);
      const ofPerson = person === null ? all : all.where('person', '=', person);
      const older =
        before === null
          ? ofPerson
          : ofPerson.where(sql<boolean>`(at, id) < (SELECT at, id FROM trail WHERE id = ${before})`);
      const members = sql`lower(concat_ws(' ', name, address, action, about, invoice, field, was, now))`;
      const rows = await (
        text === '' ? older : older.where(sql<boolean>`strpos(${members}, lower(${text})) > 0`)
      ).execute();
      const found = rows
        .slice(0, mostFound)
        .map(({ at, ...row }) => Object.assign(row, { at: at.toISOString() }));
      return { entries: found, hasMore: rows.length > mostFound };
    },
    csv: async (from, to) => {
      const parts = [`\u{feff}${csvRecord(columns)}`];
      let [last, length] = [0, 0];
      for (;;) {
        const rows = await entries(from, to, last);
        for (const { at, page, ...row } of rows) {
          const values = { ...row, at: at.toISOString(), page: page === null ? '' : String(page) };
          const record = csvRecord(columns.map((column) => values[column] ?? ''));
          length += record.length;
          if (length > mostCharacters) return null;
          parts.push(record);
        }
        last = rows.at(-1)?.id ?? last;
        if (rows.length < piece) return parts.join('');
      }
    },
  };
};
