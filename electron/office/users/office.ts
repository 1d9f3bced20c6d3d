import { failed, success, type Result } from '../../../shared/result.ts';
import { officeCommandFailures, weakPassword } from '../../../shared/texts/office-failures.ts';
import { type SignedIn, createAccounts, createLibraryTables } from './accounts.ts';
import type { OfficeRequest, OfficeHandlers, People } from './office-request.ts';
import { type RosterFailure, createRoster } from './roster.ts';
import { type AuditAction, createAuditLog, type AuditLog } from './audit-log.ts';
import { weaknessOf } from '../../../shared/office/password.ts';
import { settingsChangeSchema, type SettingsChange } from '../../../shared/contract/settings.ts';
import {
  type PeopleDatabase,
  alone,
  createOwnTables,
  createPeopleSchema,
  openPeopleDatabase,
} from './database.ts';
import type { PostgresPool } from 'kysely';
import type { z } from 'zod';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import {
  mayDo,
  officeCommands,
  type NewLink,
  type OfficeCommandName,
  type OfficeOutput,
} from '../../../shared/contract/office.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import type { PageClaims } from '../../store/port.ts';
import { enterCommands } from './enter.ts';
import { createLinks } from './links.ts';
import { createThrottle } from './throttle.ts';

type Administering =
  | 'people'
  | 'invite'
  | 'setRole'
  | 'switchAccount'
  | 'endSessions'
  | 'passwordLink'
  | 'trail';

const commandFailureOf = (failure: RosterFailure) =>
  failure === 'unknown' ? officeCommandFailures.unknownPerson : officeCommandFailures.lastAdministrator;

/** Administrators' commands on the users of an office. */
const administerCommands = ({ links, roster, auditLog }: People): OfficeHandlers<Administering, SignedIn> => {
  const note = (
    { signedIn: { person }, client: { address } }: OfficeRequest<SignedIn>,
    action: AuditAction,
    about: string,
  ) => auditLog.add({ person, address, action, about });
  const emailOf = async (person: string): Promise<string | null> =>
    (await roster.find(person))?.email ?? null;
  return {
    people: async () => success({ people: [...(await roster.people())] }),
    invite: async ({ email, role }, request) => {
      if (await roster.findByEmail(email)) return failed(officeCommandFailures.taken);
      const made = await links.make({ kind: 'invitation', role, email, person: null });
      await note(request, 'invited', `${email} ${role}`);
      return success(made);
    },
    setRole: async ({ person, role }, request) => {
      const changed = await roster.setRole(person, role);
      if (!changed.ok) return failed(commandFailureOf(changed.failure));
      await note(request, 'role-changed', `${await emailOf(person)} ${role}`);
      return success({});
    },
    switchAccount: async ({ person, on }, request) => {
      const changed = await roster.switchAccount(person, on);
      if (!changed.ok) return failed(commandFailureOf(changed.failure));
      await note(request, 'account-switched', `${await emailOf(person)} ${on ? 'on' : 'off'}`);
      return success({});
    },
    endSessions: async ({ person }, request) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownPerson);
      await roster.endSessions(person, null);
      await note(request, 'sessions-ended', email);
      return success({});
    },
    passwordLink: async ({ person }, request) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownPerson);
      const made = await links.make({ kind: 'password', role: 'reviewer', email: null, person });
      await note(request, 'password-link-made', email);
      return success(made);
    },
    trail: async ({ from, to }, request) => {
      await note(request, 'trail-exported', `${from} ${to}`);
      return success({ name: `vouch-trail-${from}-${to}.csv`, csv: await auditLog.csv(from, to) });
    },
  };
};

type Own =
  | 'signOut'
  | 'changePassword'
  | 'sessions'
  | 'endSession'
  | 'claim'
  | 'claimFirst'
  | 'giveBack'
  | 'claims';

/** Users' commands on their own sign-in, and on the pages that they have open. */
const ownCommands = ({
  accounts,
  claims,
  roster,
  throttle,
  auditLog,
}: People): OfficeHandlers<Own, SignedIn> => ({
  claim: async ({ page }, { signedIn: { person } }) => success({ isOwn: await claims.take(person.id, page) }),
  claimFirst: async ({ pages }, { signedIn: { person } }) =>
    success({ page: await claims.takeFirst(person.id, pages) }),
  giveBack: async (_, { signedIn: { person } }) => {
    await claims.giveBack(person.id);
    return success({});
  },
  claims: async () => {
    const all = await claims.all();
    const names = await roster.names(all.map(({ person }) => person));
    return success({
      claims: all.flatMap(({ page, person }) => {
        const name = names.get(person);
        return name === undefined ? [] : [{ page, person, name }];
      }),
    });
  },
  signOut: async (_, { signedIn: { person }, key, setSession, client: { address } }) => {
    await claims.giveBack(person.id);
    if (key !== null) await accounts.signOut(key);
    setSession(null);
    await auditLog.add({ person, address, action: 'signed-out', about: '' });
    return success({});
  },
  changePassword: async ({ now, next }, { signedIn: { person, session }, client: { address } }) => {
    const weakness = weaknessOf(next, person);
    if (weakness) return failed(weakPassword[weakness]);
    // Nobody may guess the password at an unattended window.
    const attempt = { email: person.email, address };
    if ((await throttle.begin(attempt)) !== 'yes') return failed(officeCommandFailures.throttled);
    if (!(await accounts.isPasswordOf(person.id, now))) return failed(officeCommandFailures.wrongPassword);
    await throttle.succeed(attempt);
    await accounts.setPassword(person.id, next);
    await roster.endSessions(person.id, session);
    await auditLog.add({ person, address, action: 'password-changed', about: '' });
    return success({});
  },
  sessions: async (_, { signedIn: { person, session } }) =>
    success({ sessions: [...(await roster.sessions(person.id, session))] }),
  endSession: async ({ id }, { signedIn: { person }, client: { address } }) => {
    if (!(await roster.endSession(person.id, id))) return failed(officeCommandFailures.unknownSession);
    await auditLog.add({ person, address, action: 'session-ended', about: '' });
    return success({});
  },
});

/** Settings of a user, on every computer where the user signs in. */
type Preferences = {
  readonly of: (person: string) => Promise<SettingsChange>;
  readonly change: (person: string, change: SettingsChange) => Promise<SettingsChange>;
};

const parseMembers = (members: string | undefined): SettingsChange => {
  const read = settingsChangeSchema.safeParse(JSON.parse(members ?? '{}'));
  return read.success ? read.data : {};
};

const createPreferences = (database: PeopleDatabase): Preferences => {
  const of: Preferences['of'] = async (person) => {
    const row = await database
      .selectFrom('preference')
      .select('members')
      .where('person', '=', person)
      .executeTakeFirst();
    return parseMembers(row?.members);
  };
  return {
    of,
    change: async (person, change) => {
      const changed = { ...(await of(person)), ...change };
      const members = JSON.stringify(changed);
      await database
        .insertInto('preference')
        .values({ person, members })
        .onConflict((conflict) => conflict.column('person').doUpdateSet({ members }))
        .execute();
      return changed;
    },
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
  /** Null for an invalid key. `notes` counts the check as a use, which extends the session. */
  readonly sessionOf: (key: string, notes: boolean) => Promise<SignedIn | null>;
  /**
   * A link for the first administrator; null if the office has an administrator. Earlier links stay valid
   * until then.
   */
  readonly firstLink: () => Promise<NewLink | null>;
  readonly auditLog: AuditLog;
  readonly preferences: Preferences;
  /** The author of review events; null if unknown. */
  readonly nameOf: (person: string) => Promise<string | null>;
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

/**
 * Opens the users of an office, and creates missing tables.
 * @param pool a pool with `peopleSchema` first in its search path
 */
export const openPeople = async (pool: PostgresPool, claims: PageClaims): Promise<Office> => {
  const database = openPeopleDatabase(pool);
  await alone(database, async () => {
    await createPeopleSchema(database);
    await createOwnTables(database);
    await createLibraryTables(database);
  });
  const people: People = {
    accounts: createAccounts(database),
    claims,
    links: createLinks(database),
    roster: createRoster(database),
    throttle: createThrottle(database),
    auditLog: createAuditLog(database),
  };
  const { accounts, links, roster, auditLog } = people;
  const forAll: Handlers<SignedIn | null> = enterCommands(people);
  const forPeople: Handlers<SignedIn> = { ...ownCommands(people), ...administerCommands(people) };
  return {
    answer: async (name, input, request) => {
      const wanted = officeCommands[name].for;
      if (wanted === 'all') return await answerBy(forAll, name, input, request);
      const { signedIn } = request;
      if (!signedIn) return failed(officeCommandFailures.signInNeeded);
      if (mayDo(signedIn.person.role, wanted))
        return await answerBy(forPeople, name, input, { ...request, signedIn });
      const { address } = request.client;
      await auditLog.add({ person: signedIn.person, address, action: 'not-allowed', about: name });
      return failed(officeCommandFailures.notAllowed);
    },
    sessionOf: accounts.sessionOf,
    firstLink: async () => {
      if (await roster.hasAdministrator()) return null;
      return await links.make({ kind: 'first', role: 'administrator', email: null, person: null });
    },
    auditLog,
    preferences: createPreferences(database),
    nameOf: async (person) => (await roster.find(person))?.name ?? null,
  };
};
