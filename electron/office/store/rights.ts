import { ledgerSchema, queueSchema, usersSchema } from './schema.ts';

/** The roles of an office in its database besides the owner: what a process may do if its address is stolen. */
export const databaseRoles = ['server', 'worker', 'reader'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/** `append`: read and add. `change`: also change. `all`: also delete. A list is of privileges, as PostgreSQL words them. */
type Right = 'none' | 'read' | 'append' | 'change' | 'all' | readonly string[];

/** The rights of server, worker and reader. */
type Rights = readonly [server: Right, worker: Right, reader: Right];

const hidden: Rights = ['none', 'none', 'none'];
/** A page is removed with all that belongs to it: PostgreSQL deletes that with the rights of the owner. */
const ledger: Readonly<Record<string, Rights>> = {
  office: [['SELECT', 'UPDATE (pictures, account)'], ['SELECT', 'UPDATE (pictures, account)'], 'read'],
  // The answers that are kept with them contain values that were typed, and names of users.
  units: ['all', ['SELECT (token, at)', 'INSERT', 'DELETE'], 'none'],
  documents: ['all', 'read', 'read'],
  renditions: ['change', 'read', 'read'],
  other_names: ['append', 'read', 'read'],
  pictures: ['all', ['SELECT', 'UPDATE (qr_read, qr)'], 'read'],
  picture_bytes: ['all', 'read', 'read'],
  // A worker adds a page for each further invoice on a picture.
  pages: ['all', 'change', 'read'],
  calls: ['all', 'all', 'read'],
  responses: ['append', 'append', 'read'],
  extractions: ['change', 'change', 'read'],
  review_events: ['append', 'read', 'read'],
  results: ['all', 'all', 'read'],
  search: ['change', 'change', 'read'],
  exports: [['SELECT', 'INSERT', 'DELETE'], 'read', 'read'],
  export_pages: ['append', 'read', 'read'],
  book_files: ['change', 'read', 'read'],
  vouchers: ['all', 'read', 'read'],
  voucher_pages: [['SELECT', 'INSERT', 'DELETE'], 'read', 'read'],
  drops: ['all', 'none', 'none'],
  drop_files: ['all', 'none', 'none'],
  // An office watches no folder.
  watched_folders: ['read', 'none', 'none'],
  watched_files: ['read', 'none', 'none'],
  mails: ['change', 'none', 'none'],
  // Only the owner moves a local ledger here.
  moves: hidden,
  lines: ['change', 'change', 'read'],
  passes: ['all', 'all', 'read'],
  workers: ['all', 'all', 'read'],
  settings: ['all', 'read', 'read'],
  claims: ['all', 'none', 'none'],
  downloads: ['all', 'none', 'none'],
  download_parts: ['append', 'none', 'none'],
  kept_mails: ['all', 'none', 'none'],
  kept_mail_parts: [['SELECT', 'INSERT', 'DELETE'], 'none', 'none'],
};

const queue: Readonly<Record<string, Rights>> = {
  version: [['SELECT', 'UPDATE'], ['SELECT', 'UPDATE'], 'none'],
  queue: [['SELECT', 'UPDATE'], ['SELECT', 'UPDATE'], 'none'],
  job: ['all', 'all', 'none'],
  job_common: ['all', 'all', 'none'],
  job_dependency: ['all', 'all', 'none'],
  warning: ['all', 'all', 'none'],
  schedule: ['read', 'read', 'none'],
  subscription: ['read', 'read', 'none'],
  bam: ['read', 'read', 'none'],
  queue_stats: ['read', 'read', 'none'],
};

/** Only servers open sessions and check passwords. The reader sees who did what, but nothing that lets anybody in. */
const users: Readonly<Record<string, Rights>> = {
  user: ['change', 'none', ['SELECT (id, name, email, role, banned, "createdAt")']],
  account: ['change', 'none', 'none'],
  session: ['all', 'none', 'none'],
  verification: ['all', 'none', 'none'],
  link: [['SELECT', 'INSERT', 'DELETE'], 'none', 'none'],
  sign_in_attempt: ['all', 'none', 'none'],
  device: ['all', 'none', 'none'],
  ended_session: [['SELECT', 'INSERT', 'DELETE'], 'none', 'none'],
  personal_token: ['all', 'none', 'none'],
  beginning: ['all', 'none', 'none'],
  preference: ['change', 'none', 'none'],
  // Nobody but the database decides when an entry was made, and in which order.
  trail: [
    ['SELECT', 'INSERT (person, name, address, action, about, page, invoice, field, was, now)'],
    'none',
    'read',
  ],
  trail_seal: ['append', 'none', 'read'],
  trail_unsealed: [['SELECT', 'DELETE'], 'none', 'read'],
  prepared: ['read', 'none', 'none'],
};

const schemas: Readonly<Record<string, Readonly<Record<string, Rights>>>> = {
  [ledgerSchema]: ledger,
  [queueSchema]: queue,
  [usersSchema]: users,
};

export const officeSchemas: readonly string[] = Object.keys(schemas);

const privileges: Readonly<Record<Exclude<Right, readonly string[]>, readonly string[]>> = {
  none: [],
  read: ['SELECT'],
  append: ['SELECT', 'INSERT'],
  change: ['SELECT', 'INSERT', 'UPDATE'],
  all: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
};

const isList = (right: Right): right is readonly string[] => typeof right !== 'string';

export type TableRight = {
  readonly schema: string;
  readonly table: string;
  /** Empty if the role has none. */
  readonly privileges: readonly string[];
};

/** What a role may do with each table. A table that is not listed is closed to it. */
export const rightsOf = (role: DatabaseRole): readonly TableRight[] => {
  const place = databaseRoles.indexOf(role);
  return Object.entries(schemas).flatMap(([schema, tables]) =>
    Object.entries(tables).map(([table, rights]) => {
      const right = rights[place] ?? 'none';
      return { schema, table, privileges: isList(right) ? right : privileges[right] };
    }),
  );
};
