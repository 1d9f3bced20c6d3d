import { failed, success, type Result } from '../../../shared/result.ts';
import { tokenFailures } from '../../../shared/texts/desk.ts';
import {
  officeCommandFailures,
  throttledUntil,
  weakPassword,
} from '../../../shared/texts/office-failures.ts';
import { createAccounts, type Client } from './accounts.ts';
import { createBeginning } from './beginning.ts';
import { createDevices } from './devices.ts';
import { createSessions, endSessions, type SignedIn } from './sessions.ts';
import type { OfficeHandler, OfficeHandlers, OfficeRequest, Users } from './office-request.ts';
import { createUserStore, type FourEyes, type NoUserFor } from './user-store.ts';
import { administerCommands } from './administer.ts';
import { consoleAuthor, createAuditLog, type AuditLog } from './audit-log.ts';
import { keepSealing, lastSeal } from './audit-seals.ts';
import { weaknessOf } from '../../../shared/office/password.ts';
import { settingsChangeSchema, type SettingsChange } from '../../../shared/contract/settings.ts';
import { type UserDatabase, openUserDatabase, transactOver } from './database.ts';
import { prepareUsers } from './prepare-users.ts';
import { sql, type PostgresPool } from 'kysely';
import type { z } from 'zod';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import {
  officeCommands,
  type NewLink,
  type OfficeState,
  type OfficeCommandName,
} from '../../../shared/contract/office.ts';
import { mayDo } from '../../../shared/contract/roles.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import type { PageClaims } from '../../store/port.ts';
import { insertToken } from '../store/request-tokens.ts';
import { enterCommands } from './enter.ts';
import { createLinks, secretDigest } from './links.ts';
import { createPersonalTokens, revokeTokens } from './personal-tokens.ts';
import { createThrottle } from './throttle.ts';

type Own =
  | 'names'
  | 'use'
  | 'signOut'
  | 'changePassword'
  | 'sessions'
  | 'endSession'
  | 'tokens'
  | 'makeToken'
  | 'revokeToken'
  | 'claim'
  | 'claimFirst'
  | 'giveBack'
  | 'claims';

/** Users' commands on their own sign-in, and on the pages that they have open. */
const ownCommands = ({
  accounts,
  claims,
  devices,
  personalTokens,
  sessions,
  userStore,
  throttle,
  auditLog,
  transact,
}: Users): OfficeHandlers<Own, SignedIn> => ({
  names: async ({ ids }) =>
    success({ people: [...(await userStore.names(ids))].map(([id, name]) => ({ id, name })) }),
  use: async (_, { key }) => {
    if (key !== null) await sessions.use(key);
    return success({});
  },
  claim: async ({ page }, { signedIn: { user } }) => success({ isOwn: await claims.take(user.id, page) }),
  claimFirst: async ({ pages }, { signedIn: { user } }) =>
    success({ page: await claims.takeFirst(user.id, pages) }),
  giveBack: async (_, { signedIn: { user } }) => {
    await claims.giveBack(user.id);
    return success({});
  },
  claims: async () => {
    const all = await claims.all();
    const names = await userStore.names(all.map(({ person }) => person));
    return success({
      claims: all.flatMap(({ page, person }) => {
        const name = names.get(person);
        return name === undefined ? [] : [{ page, person, name }];
      }),
    });
  },
  signOut: async (_, { signedIn: { user }, key, setSession }, note) => {
    await transact(async (unit) => {
      if (key !== null) await sessions.signOut(unit, key);
      await note(unit, 'signed-out', '');
    });
    setSession(null);
    await claims.giveBack(user.id);
    return success({});
  },
  changePassword: async ({ now, next }, request, note) => {
    const { signedIn, client, device, setDevice } = request;
    const { user, session } = signedIn;
    const { address } = client;
    const weakness = weaknessOf(next, user);
    if (weakness) return failed(weakPassword[weakness]);
    // Nobody may guess the password at an unattended window.
    const attempt = { email: user.email, address, device: `session ${session}` };
    const isRight = async () =>
      (await accounts.isPasswordOf(user.id, now)) ? success(null) : failed('wrong');
    const right = await throttle.guard(attempt, isRight, () =>
      auditLog.add({ user, address, action: 'sign-in-throttled', about: user.email }),
    );
    if (!right.ok)
      return failed(
        typeof right.failure === 'object'
          ? throttledUntil(right.failure.until, new Date())
          : officeCommandFailures.wrongPassword,
      );
    const hash = await accounts.hash(next);
    const browser = await transact(async (unit) => {
      await accounts.setPassword(unit, user.id, hash);
      await revokeTokens(unit, user.id);
      await devices.forget(unit, user.id);
      const kept = await devices.note(unit, user.id, device);
      await endSessions(unit, { user: user.id, but: session });
      await note(unit, 'password-changed', '');
      return kept;
    });
    setDevice(browser);
    return success({});
  },
  sessions: async (_, { signedIn: { user, session } }) =>
    success({ sessions: [...(await userStore.sessions(user.id, session))] }),
  endSession: ({ id }, { signedIn: { user } }, note) =>
    transact(async (unit) => {
      const ended = await endSessions(unit, { user: user.id, session: id });
      if (ended === 0) return failed(officeCommandFailures.unknownSession);
      await note(unit, 'session-ended', '');
      return success({});
    }),
  tokens: async (_, { signedIn: { user } }) => success({ tokens: [...(await personalTokens.of(user.id))] }),
  makeToken: ({ name, days }, { signedIn: { user } }, note) =>
    transact(async (unit) => {
      const made = await personalTokens.make(unit, user.id, name, days);
      if (!made.ok)
        return failed(made.failure === 'many' ? tokenFailures.manyTokens : officeCommandFailures.accountOff);
      await note(unit, 'token-made', `${name} ${made.value.until}`);
      return made;
    }),
  revokeToken: ({ id }, { signedIn: { user } }, note) =>
    transact(async (unit) => {
      const name = await personalTokens.revoke(unit, user.id, id);
      if (name === null) return failed(tokenFailures.unknownToken);
      await note(unit, 'token-revoked', name);
      return success({});
    }),
});

/** Settings of a user, on every computer where the user signs in. */
type Preferences = {
  readonly of: (user: string) => Promise<SettingsChange>;
  /** @param token of the request; what it has stored before stays as it is now */
  readonly change: (user: string, change: SettingsChange, token: string | null) => Promise<SettingsChange>;
};

const parseMembers = (members: string | undefined): SettingsChange => {
  const read = settingsChangeSchema.safeParse(JSON.parse(members ?? '{}'));
  return read.success ? read.data : {};
};

const readPreferences = async (
  db: Pick<UserDatabase, 'selectFrom'>,
  user: string,
): Promise<SettingsChange> => {
  const row = await db
    .selectFrom('preference')
    .select('members')
    .where('person', '=', user)
    .executeTakeFirst();
  return parseMembers(row?.members);
};

const createPreferences = (database: UserDatabase): Preferences => {
  return {
    of: (user) => readPreferences(database, user),
    change: (user, change, token) =>
      database.transaction().execute(async (trx) => {
        if (token !== null && !(await insertToken(trx, token))) return await readPreferences(trx, user);
        // All settings are one row, which may not be there yet: of two changes at once, the later reads the earlier.
        await sql`select pg_advisory_xact_lock(hashtextextended(${user}, 5))`.execute(trx);
        const changed = { ...(await readPreferences(trx, user)), ...change };
        const members = JSON.stringify(changed);
        await trx
          .insertInto('preference')
          .values({ person: user, members })
          .onConflict((conflict) => conflict.column('person').doUpdateSet({ members }))
          .execute();
        return changed;
      }),
  };
};

/** The users of an office and their rights. */
export type Office = {
  /** Runs a command of shared/contract/office.ts; its input is unknown until parsed. */
  readonly answer: (
    name: OfficeCommandName,
    input: unknown,
    request: OfficeRequest<SignedIn | null>,
  ) => Promise<Result<unknown, CommandFailure>>;
  /**
   * The user of a personal token; null for an invalid one, which counts as a failed sign-in from this address.
   */
  readonly tokenUser: (token: string, client: Client) => Promise<SignedIn | null>;
  /** Null for an invalid key. */
  readonly sessionOf: (key: string) => Promise<SignedIn | null>;
  /**
   * A link for the first administrator; null if the office has an administrator. Earlier links stay valid
   * until then.
   */
  readonly firstLink: () => Promise<NewLink | null>;
  /**
   * A way in for whoever runs the server: a link that makes an administrator, or that sets the password of a user.
   * @param named the user's email address or name; null for a new administrator
   */
  readonly consoleLink: (named: string | null) => Promise<Result<NewLink, NoUserFor>>;
  readonly auditLog: AuditLog;
  /** The newest digest of the audit log; null if it has no entry yet. */
  readonly auditDigest: () => Promise<string | null>;
  /** See `keepSealing` of the audit log. */
  readonly keepSealing: (sealing: Parameters<typeof keepSealing>[1]) => () => Promise<void>;
  readonly preferences: Preferences;
  /** The author of review events; null if unknown. */
  readonly nameOf: (user: string) => Promise<string | null>;
};

type Parsed<Name extends OfficeCommandName> = z.output<(typeof officeCommands)[Name]['input']>;
/** The same schemas, indexed by any command name. */
const inputs: { readonly [Name in OfficeCommandName]: { readonly input: z.ZodType<Parsed<Name>> } } =
  officeCommands;

type Handlers<Who extends SignedIn | null> = Partial<OfficeHandlers<OfficeCommandName, Who>>;

/** PostgreSQL keeps no such character. */
const hasNul = (input: object): boolean =>
  Object.values(input)
    .flat()
    .some((one) => `${one}`.includes('\0'));

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties a handler to its input
const answerBy = async <Name extends OfficeCommandName, Who extends SignedIn | null>(
  handlers: Handlers<Who>,
  name: Name,
  input: unknown,
  request: OfficeRequest<Who>,
  auditLog: AuditLog,
): Promise<Result<unknown, CommandFailure>> => {
  const handler: OfficeHandler<Name, Who> | undefined = handlers[name];
  if (!handler) throw new Error(`No handler for ${name}.`);
  const parsed = inputs[name].input.safeParse(input);
  // The name of a new user has a failure of its own.
  if (!parsed.success || (name !== 'useLink' && hasNul(parsed.data))) return failed(hostFailures.badRequest);
  let hasEntry = false;
  const answer = await handler(parsed.data, request, async (unit, action, about, more = {}) => {
    const { user = request.signedIn?.user ?? null, ...change } = more;
    await auditLog.add({ user, address: request.client.address, action, about, ...change }, unit);
    hasEntry = true;
  });
  if (answer.ok && !hasEntry && officeCommands[name].audit !== 'nothing')
    throw new Error(`${name} has no entry in the audit log.`);
  return answer;
};

const userOfToken = async (
  { personalTokens, throttle, auditLog }: Users,
  token: string,
  { address }: Client,
): Promise<SignedIn | null> => {
  const signedIn = await personalTokens.use(token, (unit, { user, token: about = '' }) =>
    auditLog.add({ user, address, action: 'token-first-used', about }, unit),
  );
  if (signedIn) return signedIn;
  // A forgotten script counts once for its token; who tries many tokens reaches the address's limit.
  const attempt = { email: `token ${secretDigest(token)}`, address, device: null, isOfToken: true };
  const note = (action: 'token-refused' | 'sign-in-throttled') =>
    auditLog.add({ user: null, address, action, about: action === 'token-refused' ? '' : address });
  const counted = await throttle.guard(
    attempt,
    () => Promise.resolve(failed('wrong')),
    ({ limit }) => (limit === 'address' ? note('sign-in-throttled') : Promise.resolve()),
  );
  if (!counted.ok && counted.failure === 'wrong') await note('token-refused');
  return null;
};

/**
 * Opens the users of an office; the owner of the database creates missing tables.
 * @param pool a pool with `usersSchema` first in its search path
 * @param hasFourEyes the office's setting; default: off, for a process that changes no user's rights
 * @param state how the office runs; default: of a process that answers no command
 * @throws NotPrepared if the tables are not those of this version, and this user may not change them
 */
export const openUsers = async (
  pool: PostgresPool,
  claims: PageClaims,
  hasFourEyes: FourEyes = () => Promise.resolve(false),
  state: () => Promise<OfficeState> = () => Promise.reject(new Error('No state of the office')),
  isDatabaseUp: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Office> => {
  const database = openUserDatabase(pool);
  await prepareUsers(database);
  const userStore = createUserStore(database, hasFourEyes);
  const sessions = createSessions(database);
  const users: Users = {
    transact: transactOver(database),
    accounts: createAccounts(database),
    beginning: createBeginning(database, userStore),
    claims,
    devices: createDevices(database),
    links: createLinks(database),
    personalTokens: createPersonalTokens(database),
    sessions,
    userStore,
    throttle: createThrottle(database),
    auditLog: createAuditLog(database),
    state,
    isDatabaseUp,
  };
  const { links, auditLog } = users;
  const forAll: Handlers<SignedIn | null> = enterCommands(users);
  const forUsers: Handlers<SignedIn> = { ...ownCommands(users), ...administerCommands(users) };
  return {
    answer: async (name, input, request) => {
      const wanted = officeCommands[name].for;
      if (wanted === 'all') return await answerBy(forAll, name, input, request, auditLog);
      const { signedIn } = request;
      if (!signedIn) return failed(officeCommandFailures.signInNeeded);
      if (mayDo(signedIn.user.role, wanted))
        return await answerBy(forUsers, name, input, { ...request, signedIn }, auditLog);
      const { address } = request.client;
      await auditLog.add({ user: signedIn.user, address, action: 'not-allowed', about: name });
      return failed(officeCommandFailures.notAllowed);
    },
    tokenUser: (token, client) => userOfToken(users, token, client),
    sessionOf: sessions.of,
    firstLink: async () => {
      if (await userStore.hasAdministrator()) return null;
      return await links.makeFirst();
    },
    consoleLink: async (named) => {
      const user = named === null ? null : await userStore.administratorNamed(named);
      if (user && !user.ok) return user;
      const person = user?.value ?? null;
      const link = {
        kind: person ? 'password' : 'invitation',
        role: 'administrator',
        email: null,
        person: person?.id ?? null,
      } as const;
      const about = person?.email ?? 'administrator';
      const entry = { user: consoleAuthor, address: '', action: 'administrator-link-made', about } as const;
      const made = await users.transact(async (unit) => {
        await auditLog.add(entry, unit);
        return await links.make(unit, link, null);
      });
      if (!made.ok) throw new Error('Nobody is in the way of the console.');
      return made;
    },
    auditLog,
    auditDigest: async () => (await lastSeal(database)).digest || null,
    keepSealing: (sealing) => keepSealing(database, sealing),
    preferences: createPreferences(database),
    nameOf: async (user) => (await userStore.find(user))?.name ?? null,
  };
};
