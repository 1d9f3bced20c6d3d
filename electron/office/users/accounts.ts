import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { getAuthTables } from 'better-auth/db';
import { getMigrations } from 'better-auth/db/migration';
import { admin, bearer } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { passwordLength, type User } from '../../../shared/contract/office.ts';
import { roleSchema, type Role } from '../../../shared/contract/roles.ts';
import { nameKey } from '../../../shared/office/user-name.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Unit, UserDatabase } from './database.ts';
import { secretDigest, newSecret } from './links.ts';

/**
 * Users, passwords and sessions, stored by better-auth. Its own HTTP interface is not served: the commands in
 * shared/contract/office.ts call it from here.
 */

/** An arbitrary number that differs from the other locks of this database. */
const namesLock = 7_602_541;

/** More than clocks differ. */
const dayMs = 86_400_000;

/** Passes the digest of a new session's key to the place where the library creates the session. */
const digestHeader = 'x-vouch-digest';
const addressHeader = 'x-vouch-address';

/** What the library calls accounts with a password. */
const providerId = 'credential';

/** The client address of a request, as the server knows it. */
export type Client = { readonly address: string; readonly program: string };

// The library needs roles of its own; `mayDo` decides what each may do.
const control = createAccessControl({ office: ['use'] });
const ownRole = control.newRole({ office: ['use'] });

const optionsOver = (database: UserDatabase) =>
  ({
    // The library requires a base URL; this one is never requested.
    baseURL: 'http://vouch.invalid',
    // Signs values that never leave this process: requests name a session by its digest.
    secret: randomBytes(32).toString('hex'),
    database: { db: database, type: 'postgres', transaction: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most * 4,
    },
    // `sessions.ts` decides when a session ends.
    session: { cookieCache: { enabled: false } },
    advanced: { ipAddress: { ipAddressHeaders: [addressHeader] } },
    plugins: [
      admin({
        defaultRole: 'viewer',
        adminRoles: ['administrator'],
        roles: { viewer: ownRole, preparer: ownRole, approver: ownRole, administrator: ownRole },
      }),
      bearer(),
    ],
    databaseHooks: {
      session: {
        create: {
          /**
           * The database has only the digest of a session's key: its contents can't be used to open a session. It is over
           * until `begin` opens it, in the transaction of its entry in the audit log: the library has one of its own.
           */
          before: (session, context) => {
            const token = context?.headers?.get(digestHeader);
            if (!token) throw new Error('A session needs a key.');
            return Promise.resolve({ data: { ...session, token, expiresAt: new Date(Date.now() - dayMs) } });
          },
        },
      },
    },
  }) satisfies BetterAuthOptions;

const openLibrary = (database: UserDatabase) => betterAuth(optionsOver(database));

/** The definitions of the library's tables. */
export const libraryTables = (database: UserDatabase): object => getAuthTables(optionsOver(database));

/** Creates or migrates the library's tables. */
export const createLibraryTables = async (database: UserDatabase): Promise<void> => {
  const { runMigrations } = await getMigrations(optionsOver(database));
  await runMigrations();
};

const headersOf = ({ address, program }: Client, more: Readonly<Record<string, string>>): Headers =>
  new Headers({ [addressHeader]: address, 'user-agent': program, ...more });

type LibraryUser = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role?: string | null | undefined;
};

/** An unknown role counts as viewer, the role with the fewest rights. */
const userOf = ({ id, name, email, role }: LibraryUser): User => ({
  id,
  name,
  email,
  role: roleSchema.catch('viewer').parse(role),
});

export type NewAccount = {
  readonly email: string;
  readonly name: string;
  /** Of the password. */
  readonly hash: string;
  readonly role: Role;
};

export type Accounts = {
  /**
   * The key of a session, which `begin` of the sessions opens, and its user. Fails if the user is unknown or the password
   * is wrong.
   */
  readonly signIn: (
    email: string,
    password: string,
    client: Client,
  ) => Promise<Result<{ readonly key: string; readonly user: User }, 'wrong' | 'off'>>;
  readonly isPasswordOf: (user: string, password: string) => Promise<boolean>;
  /** Takes long on purpose: call it before the transaction. */
  readonly hash: (password: string) => Promise<string>;
  /** Fails if another user has this address, or a name that looks the same: its unit then stores nothing. */
  readonly make: (unit: Unit, account: NewAccount) => Promise<Result<User, 'taken' | 'nameTaken'>>;
  readonly setPassword: (unit: Unit, user: string, hash: string) => Promise<void>;
};

export const createAccounts = (database: UserDatabase): Accounts => {
  const library = openLibrary(database);
  const passwordOf = async (user: string) =>
    (await library.$context).internalAdapter
      .findAccounts(user)
      .then((accounts) => accounts.find((one) => one.providerId === providerId));
  return {
    signIn: async (email, password, client) => {
      const key = newSecret();
      const headers = headersOf(client, { [digestHeader]: secretDigest(key) });
      try {
        const { user } = await library.api.signInEmail({ body: { email, password }, headers });
        return success({ key, user: userOf(user) });
      } catch (error) {
        if (!(error instanceof APIError)) throw error;
        // The password was right, so this user may learn that an administrator has disabled the user.
        if (error.body?.code === 'BANNED_USER') return failed('off');
        if (error.statusCode < 500) return failed('wrong');
        throw error;
      }
    },
    isPasswordOf: async (user, password) => {
      const hash = (await passwordOf(user))?.password;
      if (!hash) return false;
      return (await library.$context).password.verify({ hash, password });
    },
    hash: async (password) => (await library.$context).password.hash(password),
    // The library can't use a transaction of ours.
    make: async (unit, { email, name, hash, role }) => {
      // Of two users who are made at once, the later one sees the name of the earlier one.
      await sql`select pg_advisory_xact_lock(${namesLock})`.execute(unit);
      const id = randomUUID();
      const dates = { createdAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` };
      const made = await unit
        .insertInto('user')
        .values({ id, name, email, emailVerified: false, role, banned: false, ...dates })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows === 0n) return failed('taken');
      const others = await unit.selectFrom('user').select('name').where('id', '!=', id).execute();
      if (others.some((other) => nameKey(other.name) === nameKey(name))) return failed('nameTaken');
      await unit
        .insertInto('account')
        .values({ id: randomUUID(), accountId: id, providerId, userId: id, password: hash, ...dates })
        .execute();
      return success({ id, name, email, role });
    },
    setPassword: async (unit, user, hash) => {
      await unit
        .updateTable('account')
        .set({ password: hash, updatedAt: sql<Date>`now()` })
        .where('userId', '=', user)
        .where('providerId', '=', providerId)
        .execute();
    },
  };
};
