import { randomBytes } from 'node:crypto';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { getAuthTables } from 'better-auth/db';
import { getMigrations } from 'better-auth/db/migration';
import { admin, bearer } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { passwordLength, type User } from '../../../shared/contract/office.ts';
import { roleSchema, type Role } from '../../../shared/contract/roles.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { UserDatabase } from './database.ts';
import { secretDigest, newSecret } from './links.ts';

/**
 * Users, passwords and sessions, stored by better-auth. Its own HTTP interface is not served: the commands in
 * shared/contract/office.ts call it from here.
 */

/** Passes the digest of a new session's key to the place where the library creates the session. */
const digestHeader = 'x-vouch-digest';
const addressHeader = 'x-vouch-address';

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
          /** The database has only the digest of a session's key: its contents can't be used to open a session. */
          before: (session, context) => {
            const token = context?.headers?.get(digestHeader);
            if (!token) throw new Error('A session needs a key.');
            return Promise.resolve({ data: { ...session, token } });
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
  readonly password: string;
  readonly role: Role;
};

export type Accounts = {
  /** The key of a new session and its user. Fails if the user is unknown or the password is wrong. */
  readonly signIn: (
    email: string,
    password: string,
    client: Client,
  ) => Promise<Result<{ readonly key: string; readonly user: User }, 'wrong' | 'off'>>;
  readonly make: (account: NewAccount) => Promise<Result<User, 'taken'>>;
  readonly isPasswordOf: (user: string, password: string) => Promise<boolean>;
  readonly setPassword: (user: string, password: string) => Promise<void>;
};

export const createAccounts = (database: UserDatabase): Accounts => {
  const library = openLibrary(database);
  const passwordOf = async (user: string) =>
    (await library.$context).internalAdapter
      .findAccounts(user)
      .then((accounts) => accounts.find(({ providerId }) => providerId === 'credential'));
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
    make: async ({ email, name, password, role }) => {
      try {
        const { user } = await library.api.createUser({ body: { email, name, password, role } });
        return success(userOf(user));
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 400) return failed('taken');
        throw error;
      }
    },
    isPasswordOf: async (user, password) => {
      const hash = (await passwordOf(user))?.password;
      if (!hash) return false;
      return (await library.$context).password.verify({ hash, password });
    },
    setPassword: async (user, password) => {
      const { internalAdapter, password: hashing } = await library.$context;
      await internalAdapter.updatePassword(user, await hashing.hash(password));
    },
  };
};
