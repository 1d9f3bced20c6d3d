import { failed, success, type Result } from '../../../shared/result.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { operationsNotes } from '../../../shared/texts/office-operations.ts';
import { prepareTexts } from '../../../shared/texts/office-prepare.ts';
import type { Environment } from '../../infra/environment.ts';
import type { CommandDependencies } from '../../hosts/terminal/dependencies.ts';
import type { UsageError } from '../../hosts/terminal/read-flags.ts';
import { officeCommandFailure } from '../open-office.ts';
import { whenReachable } from '../operations/when-reachable.ts';
import { parseDatabaseAddress, type DatabaseAddress } from '../store/address.ts';
import { connectDatabase } from '../store/connection.ts';
import { officeFailure } from '../store/failures.ts';
import { openPostgresStore } from '../store/open-store.ts';
import { prepareQueue } from '../store/queue-schema.ts';
import { databaseRoles, type DatabaseRole } from '../store/rights.ts';
import { grantRoles, isPlainPassword, requireOwner, type RoleAddress } from '../store/roles.ts';
import { usersSchema } from '../store/schema.ts';
import { openUserDatabase } from '../users/database.ts';
import { prepareUsers } from '../users/prepare-users.ts';
import type { PrepareCommand } from './arguments.ts';

const ownerVariable = 'VOUCH_OWNER_DATABASE_URL';
const variables: Readonly<Record<DatabaseRole, string>> = {
  server: 'VOUCH_SERVER_DATABASE_URL',
  worker: 'VOUCH_WORKER_DATABASE_URL',
  reader: 'VOUCH_READER_DATABASE_URL',
};
/** An office can do without somebody who only reads. */
const optional: ReadonlySet<DatabaseRole> = new Set(['reader']);

/** A failure, and the variable whose address has it. */
type AddressFailure = { readonly variable: string; readonly failure: OfficeFailure };
type PrepareFailure = UsageError | AddressFailure;

type Addresses = {
  readonly owner: DatabaseAddress;
  readonly roles: readonly Omit<RoleAddress, 'needsPassword'>[];
};

const addressIn = (
  environment: Environment,
  variable: string,
): Result<DatabaseAddress | null, AddressFailure> => {
  const text = environment[variable]?.trim() || null;
  if (text === null) return success(null);
  const address = parseDatabaseAddress(text);
  return address.ok ? address : failed({ variable, failure: address.failure });
};

/** The addresses of the environment: one database, and another user for each role. */
const addressesOf = (environment: Environment): Result<Addresses, PrepareFailure> => {
  const owner = addressIn(environment, ownerVariable);
  if (!owner.ok) return owner;
  if (owner.value === null) return failed(prepareTexts.missing(ownerVariable));
  const roles: Addresses['roles'][number][] = [];
  const names = new Map([[owner.value.user, ownerVariable]]);
  for (const role of databaseRoles) {
    const variable = variables[role];
    const address = addressIn(environment, variable);
    if (!address.ok) return address;
    if (address.value === null && !optional.has(role)) return failed(prepareTexts.missing(variable));
    if (address.value === null) continue;
    const { user, database, password } = address.value;
    if (password !== undefined && !isPlainPassword(password)) return failed(prepareTexts.notPlain(variable));
    if (database !== owner.value.database) return failed(prepareTexts.otherDatabase(variable, ownerVariable));
    const other = names.get(user);
    if (other !== undefined) return failed(prepareTexts.sameUser(variable, other));
    names.set(user, variable);
    roles.push({ role, address: address.value });
  }
  return success({ owner: owner.value, roles });
};

/** Creates or migrates all tables of the office. */
const prepareTables = async (owner: DatabaseAddress): Promise<Result<null, OfficeFailure>> => {
  const asked = await requireOwner(owner);
  if (!asked.ok) return asked;
  const opened = await openPostgresStore(owner, { patienceMs: 0 });
  if (!opened.ok) return opened;
  const { store, connection } = opened.value;
  const users = connectDatabase(owner, 0, 2, usersSchema);
  try {
    await prepareUsers(openUserDatabase(users.pool));
    await prepareQueue(connection.pool);
    return success(null);
  } catch (error) {
    return failed(officeFailure(error, owner.shown));
  } finally {
    await users.close();
    await store.close();
  }
};

/** Why an address lets nobody in; null if it does. */
const wayIn = async (address: DatabaseAddress): Promise<OfficeFailure | null> => {
  const { pool, close } = connectDatabase(address, 0, 1);
  try {
    await pool.query('SELECT 1');
    return null;
  } catch (error) {
    return officeFailure(error, address.shown);
  } finally {
    await close();
  }
};

/** Failures of a user that does not exist yet, has another password, or may not connect to this database yet. */
const untilGranted: ReadonlySet<OfficeFailure['reason']> = new Set(['login', 'no-right']);

/** Which of the users need a password. */
const withPasswords = async (
  roles: Addresses['roles'],
): Promise<Result<readonly RoleAddress[], AddressFailure>> => {
  const all: RoleAddress[] = [];
  for (const one of roles) {
    const failure = await wayIn(one.address);
    if (failure && !untilGranted.has(failure.reason))
      return failed({ variable: variables[one.role], failure });
    all.push({ ...one, needsPassword: failure?.reason === 'login' });
  }
  return success(all);
};

const prepare = async (
  { owner, roles }: Addresses,
  wait: Parameters<typeof whenReachable>[1],
): Promise<Result<null, PrepareFailure>> => {
  const tables = await whenReachable(() => prepareTables(owner), wait);
  if (!tables.ok) return failed({ variable: ownerVariable, failure: tables.failure });
  const all = await withPasswords(roles);
  if (!all.ok) return all;
  const { db, close } = connectDatabase(owner, 0, 1);
  try {
    const granted = await grantRoles(db, all.value);
    if (!granted.ok)
      return failed(prepareTexts.tooStrong(variables[granted.failure.role], granted.failure.user));
  } finally {
    await close();
  }
  // What was granted is tried, by those who have to live with it.
  for (const { role, address } of roles) {
    const failure = await wayIn(address);
    if (failure) return failed({ variable: variables[role], failure });
  }
  return success(null);
};

/** Prepares the database of an office for this version: tables, roles and their rights. */
export const runPrepare = async (
  { language }: PrepareCommand,
  {
    environment,
    signal,
    streams,
  }: Pick<CommandDependencies, 'environment' | 'signal'> & {
    readonly streams: Pick<CommandDependencies['streams'], 'note'>;
  },
): Promise<0 | 2> => {
  const refuse = (failure: PrepareFailure): 2 => {
    streams.note(
      'message' in failure
        ? failure.message[language]
        : `${failure.variable}: ${commandFailureLine(officeCommandFailure(failure.failure), language)}`,
    );
    return 2;
  };
  const addresses = addressesOf(environment);
  if (!addresses.ok) return refuse(addresses.failure);
  const { owner, roles } = addresses.value;
  let done: Result<null, PrepareFailure>;
  try {
    done = await prepare(addresses.value, {
      signal,
      onWait: (failure) =>
        streams.note(operationsNotes[language].waiting(officeCommandFailure(failure).message[language])),
    });
  } catch (error) {
    done = failed({ variable: ownerVariable, failure: officeFailure(error, owner.shown) });
  }
  if (!done.ok) return refuse(done.failure);
  streams.note(prepareTexts.tables(owner.shown).message[language]);
  for (const { role, address } of roles)
    streams.note(prepareTexts.granted[role](address.shown).message[language]);
  return 0;
};
