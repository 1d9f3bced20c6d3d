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
import { failed, type Result } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { officeCommandFailures } from '../../../shared/texts/office-command-failures.ts';
import type { PageClaims } from '../../store/port.ts';
import { createAccounts, createLibraryTables, type SignedIn } from './accounts.ts';
import { administerCommands } from './administer.ts';
import type { Asker, People } from './asker.ts';
import { alone, createOwnTables, createPeopleSchema, openPeopleDatabase } from './database.ts';
import { enterCommands } from './enter.ts';
import { createLinks } from './links.ts';
import { ownCommands } from './own.ts';
import { createPreferences, type Preferences } from './preferences.ts';
import { createRoster } from './roster.ts';
import { createThrottle } from './throttle.ts';
import { createTrail, type Trail } from './trail.ts';

/** The users of an office and their rights. */
export type Office = {
  /** Runs a command of shared/contract/office.ts; its input is unknown until parsed. */
  readonly answer: (
    name: OfficeCommandName,
    input: unknown,
    asker: Asker<SignedIn | null>,
  ) => Promise<Result<unknown, CommandFailure>>;
  /** Null for an invalid key. `notes` counts the check as a use, which extends the session. */
  readonly sessionOf: (key: string, notes: boolean) => Promise<SignedIn | null>;
  /**
   * A link for the first administrator; null if the office has an administrator. Earlier links stay valid
   * until then.
   */
  readonly firstLink: () => Promise<NewLink | null>;
  readonly trail: Trail;
  readonly preferences: Preferences;
  /** The author of review events; null if unknown. */
  readonly nameOf: (person: string) => Promise<string | null>;
};

type Parsed<Name extends OfficeCommandName> = z.output<(typeof officeCommands)[Name]['input']>;
/** The same schemas, indexed by any command name. */
const inputs: { readonly [Name in OfficeCommandName]: { readonly input: z.ZodType<Parsed<Name>> } } =
  officeCommands;

type Handlers<Me extends SignedIn | null> = {
  readonly [Name in OfficeCommandName]?: (
    input: Parsed<Name>,
    asker: Asker<Me>,
  ) => Promise<Result<OfficeOutput<Name>, CommandFailure>>;
};

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties a handler to its input
const answerBy = async <Name extends OfficeCommandName, Me extends SignedIn | null>(
  handlers: Handlers<Me>,
  name: Name,
  input: unknown,
  asker: Asker<Me>,
): Promise<Result<unknown, CommandFailure>> => {
  const handler = handlers[name];
  if (!handler) throw new Error(`No handler for ${name}.`);
  const parsed = inputs[name].input.safeParse(input);
  return parsed.success ? await handler(parsed.data, asker) : failed(hostFailures.badRequest);
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
    trail: createTrail(database),
  };
  const { accounts, links, roster, trail } = people;
  const forAll: Handlers<SignedIn | null> = enterCommands(people);
  const forPeople: Handlers<SignedIn> = { ...ownCommands(people), ...administerCommands(people) };
  return {
    answer: async (name, input, asker) => {
      const wanted = officeCommands[name].for;
      if (wanted === 'all') return await answerBy(forAll, name, input, asker);
      const { me } = asker;
      if (!me) return failed(officeCommandFailures.signInNeeded);
      if (mayDo(me.person.role, wanted)) return await answerBy(forPeople, name, input, { ...asker, me });
      const { address } = asker.visitor;
      await trail.add({ person: me.person, address, action: 'not-allowed', about: name });
      return failed(officeCommandFailures.notAllowed);
    },
    sessionOf: accounts.sessionOf,
    firstLink: async () => {
      if (await roster.hasAdministrator()) return null;
      return await links.make({ kind: 'first', role: 'administrator', email: null, person: null });
    },
    trail,
    preferences: createPreferences(database),
    nameOf: async (person) => (await roster.find(person))?.name ?? null,
  };
};
