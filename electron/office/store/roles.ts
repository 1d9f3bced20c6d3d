import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import type { DatabaseAddress } from './address.ts';
import { connectDatabase } from './connection.ts';
import { officeFailure } from './failures.ts';
import { officeSchemas, rightsOf, type DatabaseRole } from './rights.ts';
import type { Tables } from './tables.ts';

/** A role and the address with which its processes connect. */
export type RoleAddress = {
  readonly role: DatabaseRole;
  readonly address: DatabaseAddress;
  /** Whether the address lets nobody in yet: the role is missing, or has another password. */
  readonly needsPassword: boolean;
};

/** Why a user of the database can't have a role: it may do more than that. */
export type RoleFailure = { readonly role: DatabaseRole; readonly user: string };

/** An arbitrary number that differs from the other locks of this database. */
const rolesLock = 7_602_523;

const iterations = 4_096;

/**
 * Whether a password has no character that clients of PostgreSQL map to others before they log in (RFC 4013): it would
 * depend on the client whether the password fits.
 */
export const isPlainPassword = (password: string): boolean =>
  password === password.normalize('NFKC') &&
  !/(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}|\u{1806}/u.test(password);

/**
 * What PostgreSQL stores instead of a password (RFC 5802): so the password itself is in no statement, and in no log of
 * the server.
 * @param password one that `isPlainPassword`
 */
const verifierOf = (password: string): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
};

const ownerRow = z.object({ database: z.string(), name: z.string(), owns: z.boolean() });

type Owner = z.infer<typeof ownerRow>;

/** The user of the owner's connection, and whether the database is theirs. */
const ownerOf = async (db: Kysely<Tables>): Promise<Owner> => {
  const { rows } = await sql`
    SELECT current_database() AS database, current_user AS name, pg_has_role(current_user, datdba, 'USAGE') AS owns
    FROM pg_database WHERE datname = current_database()`.execute(db);
  return ownerRow.parse(rows[0]);
};

/** Whether an address is that of the database's owner: asked before anything is created with it. */
export const requireOwner = async (address: DatabaseAddress): Promise<Result<null, OfficeFailure>> => {
  const { db, close } = connectDatabase(address, 0, 1);
  try {
    const { owns } = await ownerOf(db);
    return owns ? success(null) : failed({ reason: 'not-owner', detail: address.shown });
  } catch (error) {
    return failed(officeFailure(error, address.shown));
  } finally {
    await close();
  }
};

const userRow = z.object({ is_strong: z.boolean() });

/** Whether a user may do more than a role should; null if there is no such user. */
const isTooStrong = async (trx: Transaction<Tables>, user: string): Promise<boolean | null> => {
  const { rows } = await sql`
    SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
      OR EXISTS (SELECT 1 FROM pg_auth_members WHERE member = pg_roles.oid)
      OR EXISTS (SELECT 1 FROM pg_database WHERE datname = current_database() AND datdba = pg_roles.oid)
      OR EXISTS (SELECT 1 FROM pg_namespace WHERE nspowner = pg_roles.oid)
      OR EXISTS (SELECT 1 FROM pg_class WHERE relowner = pg_roles.oid)
      OR EXISTS (SELECT 1 FROM pg_proc WHERE proowner = pg_roles.oid) AS is_strong
    FROM pg_roles WHERE rolname = ${user}`.execute(trx);
  return rows[0] === undefined ? null : userRow.parse(rows[0]).is_strong;
};

const makeUser = async (
  trx: Transaction<Tables>,
  { address: { user, password }, needsPassword }: RoleAddress,
  exists: boolean,
): Promise<void> => {
  if (exists && !needsPassword) return;
  const secret = password === undefined ? sql`` : sql` PASSWORD ${sql.lit(verifierOf(password))}`;
  await sql`${sql.raw(exists ? 'ALTER' : 'CREATE')} ROLE ${sql.id(user)} LOGIN${secret}`.execute(trx);
};

const granteeRow = z.object({ grantee: z.string() });

/**
 * Everybody but the owner who was granted something in the office or its database, with roles of an earlier run and the
 * public.
 */
const grantees = async (trx: Transaction<Tables>): Promise<readonly string[]> => {
  const { rows } = await sql`
    WITH places AS (SELECT oid, nspowner, nspacl FROM pg_namespace WHERE nspname = ANY(${[...officeSchemas]}::text[])),
    granted AS (
      SELECT nspowner AS owner, (aclexplode(nspacl)).grantee FROM places
      UNION SELECT relowner, (aclexplode(relacl)).grantee FROM pg_class JOIN places ON places.oid = relnamespace
      UNION SELECT relowner, (aclexplode(attacl)).grantee FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid JOIN places ON places.oid = relnamespace
      UNION SELECT datdba, (aclexplode(datacl)).grantee FROM pg_database WHERE datname = current_database())
    SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS grantee
    FROM granted WHERE grantee <> owner`.execute(trx);
  return rows.map((row) => granteeRow.parse(row).grantee);
};

const revokeAll = async (trx: Transaction<Tables>, database: string): Promise<void> => {
  for (const grantee of await grantees(trx)) {
    const from = sql.raw(grantee);
    for (const schema of officeSchemas) {
      await sql`REVOKE ALL ON ALL TABLES IN SCHEMA ${sql.id(schema)} FROM ${from}`.execute(trx);
      await sql`REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${sql.id(schema)} FROM ${from}`.execute(trx);
      await sql`REVOKE ALL ON SCHEMA ${sql.id(schema)} FROM ${from}`.execute(trx);
    }
    // Also from those to whom the grantee has passed it on.
    await sql`REVOKE ALL ON DATABASE ${sql.id(database)} FROM ${from} CASCADE`.execute(trx);
  }
  // By default, every user of the server may connect and create temporary tables; in databases of earlier versions of
  // PostgreSQL, also other tables.
  await sql`REVOKE ALL ON DATABASE ${sql.id(database)} FROM PUBLIC`.execute(trx);
  const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'public'`.execute(trx);
  if (rows.length > 0) await sql`REVOKE CREATE ON SCHEMA public FROM PUBLIC`.execute(trx);
};

const grant = async (
  trx: Transaction<Tables>,
  { role, address: { user } }: RoleAddress,
  database: string,
): Promise<void> => {
  await sql`GRANT CONNECT ON DATABASE ${sql.id(database)} TO ${sql.id(user)}`.execute(trx);
  const rights = rightsOf(role).filter(({ privileges }) => privileges.length > 0);
  for (const schema of new Set(rights.map((right) => right.schema)))
    await sql`GRANT USAGE ON SCHEMA ${sql.id(schema)} TO ${sql.id(user)}`.execute(trx);
  for (const { schema, table, privileges } of rights) {
    const given = sql.raw(privileges.join(', '));
    await sql`GRANT ${given} ON ${sql.id(schema, table)} TO ${sql.id(user)}`.execute(trx);
  }
};

/**
 * Creates the users of the roles, and gives them the rights of `rights.ts`: nobody else but the owner keeps any. All of
 * it, or nothing.
 */
export const grantRoles = (
  db: Kysely<Tables>,
  roles: readonly RoleAddress[],
): Promise<Result<null, RoleFailure>> =>
  db.transaction().execute(async (trx): Promise<Result<null, RoleFailure>> => {
    await sql`SELECT pg_advisory_xact_lock(${rolesLock}::bigint)`.execute(trx);
    const { database } = await ownerOf(trx);
    const found = new Map<RoleAddress, boolean | null>();
    // Before the first change.
    for (const one of roles) {
      const isStrong = await isTooStrong(trx, one.address.user);
      if (isStrong === true) return failed({ role: one.role, user: one.address.user });
      found.set(one, isStrong);
    }
    await revokeAll(trx, database);
    for (const [one, isStrong] of found) {
      await makeUser(trx, one, isStrong !== null);
      await grant(trx, one, database);
    }
    return success(null);
  });
