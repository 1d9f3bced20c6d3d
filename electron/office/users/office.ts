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
import { createSessions, type SignedIn } from './sessions.ts';
import type { OfficeRequest, OfficeHandlers, Users } from './office-request.ts';
import { createUserStore, type FourEyes } from './user-store.ts';
import { administerCommands } from './administer.ts';
import { consoleAuthor, createAuditLog, type AuditLog } from './audit-log.ts';
import { keepSealing, lastSeal } from './audit-seals.ts';
import { weaknessOf } from '../../../shared/office/password.ts';
import { settingsChangeSchema, type SettingsChange } from '../../../shared/contract/settings.ts';
import { type UserDatabase, openUserDatabase } from './database.ts';
import { prepareUsers } from './prepare-users.ts';
import { sql, type PostgresPool } from 'kysely';
import type { z } from 'zod';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import {
  officeCommands,
  type NewLink,
  type OfficeState,
  type OfficeCommandName,
  type OfficeOutput,
} from '../../../shared/contract/office.ts';
import { mayDo } from '../../../shared/contract/roles.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import type { PageClaims } from '../../store/port.ts';
import { insertToken } from '../store/request-tokens.ts';
import { enterCommands } from './enter.ts';
import { createLinks, secretDigest } from './links.ts';
import { createPersonalTokens } from './personal-tokens.ts';
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
  signOut: async (_, { signedIn: { user }, key, setSession, client: { address } }) => {
    await claims.giveBack(user.id);
    if (key !== null) await sessions.signOut(key);
    setSession(null);
    await auditLog.add({ user, address, action: 'signed-out', about: '' });
    return success({});
  },
  changePassword: async ({ now, next }, request) => {
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
    await accounts.setPassword(user.id, next);
    await personalTokens.revokeAll(user.id);
    await devices.forget(user.id);
    setDevice(await devices.note(user.id, device));
    await userStore.endSessions(user.id, session);
    await auditLog.add({ user, address, action: 'password-changed', about: '' });
    return success({});
  },
  sessions: async (_, { signedIn: { user, session } }) =>
    success({ sessions: [...(await userStore.sessions(user.id, session))] }),
  endSession: async ({ id }, { signedIn: { user }, client: { address } }) => {
    if (!(await userStore.endSession(user.id, id))) return failed(officeCommandFailures.unknownSession);
    await auditLog.add({ user, address, action: 'session-ended', about: '' });
    return success({});
  },
  tokens: async (_, { signedIn: { user } }) => success({ tokens: [...(await personalTokens.of(user.id))] }),
  makeToken: async ({ name, days }, { signedIn: { user }, client: { address } }) => {
    const made = await personalTokens.make(user.id, name, days);
    if (!made.ok)
      return failed(made.failure === 'many' ? tokenFailures.manyTokens : officeCommandFailures.accountOff);
    await auditLog.add({ user, address, action: 'token-made', about: `${name} ${made.value.until}` });
    return made;
  },
  revokeToken: async ({ id }, { signedIn: { user }, client: { address } }) => {
    const name = await personalTokens.revoke(user.id, id);
    if (name === null) return failed(tokenFailures.unknownToken);
    await auditLog.add({ user, address, action: 'token-revoked', about: name });
    return success({});
  },
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
  readonly consoleLink: (named: string | null) => Promise<Result<NewLink, 'unknown' | 'several' | 'off'>>;
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

type Handlers<Who extends SignedIn | null> = {
  readonly [Name in OfficeCommandName]?: (
    input: Parsed<Name>,
    request: OfficeRequest<Who>,
  ) => Promise<Result<OfficeOutput<Name>, CommandFailure>>;
};

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties a handler to its input
const answerBy = async <Name extends OfficeCommandName, Who extends SignedIn | null>(
  handlers: Handlers<Who>,
  name: Name,
  input: unknown,
  request: OfficeRequest<Who>,
): Promise<Result<unknown, CommandFailure>> => {
  const handler = handlers[name];
  if (!handler) throw new Error(`No handler for ${name}.`);
  const parsed = inputs[name].input.safeParse(input);
  return parsed.success ? await handler(parsed.data, request) : failed(hostFailures.badRequest);
};

const userOfToken = async (
  { personalTokens, throttle, auditLog }: Users,
  token: string,
  { address }: Client,
): Promise<SignedIn | null> => {
  const use = await personalTokens.use(token);
  if (use) {
    const { user, token: about = '' } = use.signedIn;
    if (use.isFirst) await auditLog.add({ user, address, action: 'token-first-used', about });
    return use.signedIn;
  }
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
      if (wanted === 'all') return await answerBy(forAll, name, input, request);
      const { signedIn } = request;
      if (!signedIn) return failed(officeCommandFailures.signInNeeded);
      if (mayDo(signedIn.user.role, wanted))
        return await answerBy(forUsers, name, input, { ...request, signedIn });
      const { address } = request.client;
      await auditLog.add({ user: signedIn.user, address, action: 'not-allowed', about: name });
      return failed(officeCommandFailures.notAllowed);
    },
    tokenUser: (token, client) => userOfToken(users, token, client),
    sessionOf: sessions.of,
    firstLink: async () => {
      if (await userStore.hasAdministrator()) return null;
      return await links.make({ kind: 'first', role: 'administrator', email: null, person: null });
    },
    consoleLink: async (named) => {
      const user = named === null ? null : await userStore.named(named);
      if (user && !user.ok) return user;
      const person = user?.value ?? null;
      const made = await links.make({
        kind: person ? 'password' : 'invitation',
        role: 'administrator',
        email: null,
        person: person?.id ?? null,
      });
      const about = person?.email ?? 'administrator';
      await auditLog.add({ user: consoleAuthor, address: '', action: 'administrator-link-made', about });
      return success(made);
    },
    auditLog,
    auditDigest: async () => (await lastSeal(database)).digest || null,
    keepSealing: (sealing) => keepSealing(database, sealing),
    preferences: createPreferences(database),
    nameOf: async (user) => (await userStore.find(user))?.name ?? null,
  };
};
