import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runTrail } from '../../../electron/office/cli/trail.ts';
import { backendFor } from '../../../electron/office/server/office-backend.ts';
import { Client } from '../../../electron/office/store/client.ts';
import { openPostgresStore } from '../../../electron/office/store/open-store.ts';
import { openPageQueue } from '../../../electron/office/store/page-queue.ts';
import { databaseRoles, officeSchemas, rightsOf } from '../../../electron/office/store/rights.ts';
import { signOfLife } from '../../../electron/office/store/workers.ts';
import { sealEntries } from '../../../electron/office/users/audit-seals.ts';
import { openUserDatabase } from '../../../electron/office/users/database.ts';
import { openUsers } from '../../../electron/office/users/office.ts';
import { createLocalClaims } from '../../../electron/store/records/claim.ts';
import { success } from '../../../shared/result.ts';
import { recordingBackend } from '../../helpers/app-fixtures/recording-backend.ts';
import {
  openOfficeAt,
  officeWithRoles,
  prepareOffice,
  prepareVariables,
  roleUrls,
  usersPool,
  type RoleUrls,
} from '../../helpers/office.ts';
import { openOfficeServer } from '../../helpers/office-server.ts';
import { firstAdministrator, good, invitedReviewer, signIn } from '../../helpers/office-users.ts';
import { addressOf, noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { addOne, correct } from '../../helpers/stored-pages.ts';

const withClient = async <Value>(
  url: string,
  work: (client: InstanceType<typeof Client>) => Promise<Value>,
) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** What the database itself says of each statement: the code of its refusal, or null. */
const refusalsOf = (url: string, statements: readonly string[]): Promise<readonly (string | null)[]> =>
  withClient(url, async (client) => {
    const codes: (string | null)[] = [];
    for (const statement of statements)
      codes.push(
        await client.query(statement).then(
          () => null,
          (error: unknown) => String(Reflect.get(Object(error), 'code')),
        ),
      );
    return codes;
  });
const refusalOf = async (url: string, statement: string): Promise<string | null | undefined> =>
  (await refusalsOf(url, [statement]))[0];

const unexpected = (error: unknown): never => expect.unreachable(String(error));

const insufficientPrivilege = '42501';

const openedAt = async (url: string) => {
  const address = addressOf(url);
  const opened = await openPostgresStore(address, { patienceMs: 0 });
  if (opened.ok) await opened.value.store.close();
  return opened.ok ? 'opened' : opened.failure.reason;
};

/** Statements that the database must refuse, by who sends them. */
const refused = {
  server: [
    `UPDATE vouch_people.trail SET name = 'nobody'`,
    `DELETE FROM vouch_people.trail`,
    `TRUNCATE vouch_people.trail`,
    `INSERT INTO vouch_people.trail (at, name, address, action, about) VALUES ('2020-01-01', '', '', '', '')`,
    `UPDATE vouch_people.trail_seal SET digest = ''`,
    `DELETE FROM vouch_people.trail_seal`,
    `INSERT INTO vouch_people.trail_unsealed VALUES (1)`,
    `ALTER TABLE vouch_people.trail DISABLE TRIGGER trail_kept`,
    `DROP TRIGGER trail_kept ON vouch_people.trail`,
    `CREATE OR REPLACE FUNCTION vouch_people.trail_kept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    `SET session_replication_role = replica`,
    `DELETE FROM vouch_people."user"`,
    `UPDATE vouch_people.prepared SET digest = ''`,
    `UPDATE vouch.review_events SET author = 'nobody'`,
    `DELETE FROM vouch.review_events`,
    `UPDATE vouch.office SET version = 1`,
    `INSERT INTO vouch.moves VALUES ('', '')`,
    `CREATE TABLE vouch.more (one integer)`,
    `CREATE TABLE public.more (one integer)`,
    `CREATE TABLE vouch_queue.more (one integer)`,
    `CREATE TEMPORARY TABLE more (one integer)`,
    `CREATE SCHEMA more`,
    `ALTER TABLE vouch.pages ADD COLUMN more text`,
    `DROP TABLE vouch.claims`,
    `DROP SCHEMA vouch_queue CASCADE`,
    `CREATE ROLE more`,
    `COPY (SELECT 1) TO '/tmp/vouch-more'`,
  ],
  worker: [
    `SELECT * FROM vouch_people.session`,
    `SELECT password FROM vouch_people.account`,
    `SELECT * FROM vouch_people."user"`,
    `SELECT * FROM vouch_people.link`,
    `SELECT * FROM vouch_people.trail`,
    `INSERT INTO vouch_people.trail (name, address, action, about) VALUES ('', '', '', '')`,
    `INSERT INTO vouch.review_events (page, version, kind, body, author, at) VALUES (1, 0, 'confirm', '{}', 'li', '')`,
    `UPDATE vouch.settings SET value = ''`,
    `DELETE FROM vouch.documents`,
    `DELETE FROM vouch.pages`,
    `UPDATE vouch.vouchers SET number = 1`,
    `SELECT * FROM vouch.download_parts`,
    `UPDATE vouch.office SET id = ''`,
    `CREATE TABLE vouch.more (one integer)`,
    `ALTER TABLE vouch.pages ADD COLUMN more text`,
    `DROP TABLE vouch.results`,
  ],
  reader: [
    `SELECT * FROM vouch_people.session`,
    `SELECT * FROM vouch_people.account`,
    `SELECT * FROM vouch_people.device`,
    `SELECT digest FROM vouch_people.link`,
    `SELECT * FROM vouch_people."user"`,
    `SELECT * FROM vouch.downloads`,
    `SELECT * FROM vouch_queue.job`,
    `SELECT * FROM vouch.pages FOR UPDATE`,
    `SELECT * FROM vouch.enter_line('line', 'reader', 1)`,
    `UPDATE vouch_people.trail SET name = 'nobody'`,
    `CREATE TABLE vouch.more (one integer)`,
  ],
} as const;

describe.skipIf(noPostgres !== null)('the roles of an office in its database', () => {
  let postgres: SharedServer;
  let urls: RoleUrls;

  beforeAll(async () => {
    postgres = await sharedPostgres();
    urls = await officeWithRoles(await postgres.database());
  });

  test('do their work: a user signs in and corrects, a worker takes the page, and the reader checks the log', async () => {
    const pool = usersPool(urls.server);
    const opened = await openOfficeServer(pool);
    onTestFinished(async () => {
      await opened.close();
      await pool.end();
    });
    const chief = await firstAdministrator(opened);
    await invitedReviewer(chief, opened);
    const { port } = opened.server;
    const in1 = await signIn(port, 'wang@office.example', good);
    expect(in1).toMatchObject({ ok: true });
    expect(await signIn(port, 'wang@office.example', 'wrong')).toMatchObject({ ok: false });
    const { person } = in1.value;
    if (!person) throw new Error('Nobody signed in');

    const atServer = await openOfficeAt(urls.server);
    const queue = await openPageQueue(atServer, { supervises: false, onBug: unexpected });
    const { store } = atServer;
    const id = await addOne(store);
    const backend = backendFor(
      {
        ...recordingBackend(),
        invoke: async (_name, _input, caller = { by: '' }) =>
          success(await store.transact((unit) => unit.append(id, 0, caller.by, [correct('44444444')]))),
      },
      opened.office,
      { user: person, session: 's' },
      { address: '10.0.0.1', program: '' },
    );
    expect(
      await backend.invoke('pages.correct', {
        id,
        field: 'number',
        value: '44444444',
        was: null,
        version: 0,
      }),
    ).toMatchObject({ ok: true });
    await store.transact((unit) => queue.send(unit, [id]));
    await queue.close();

    const atWorker = await openOfficeAt(urls.worker);
    expect([atServer.isOwner, atWorker.isOwner]).toEqual([false, false]);
    const jobs = await openPageQueue(atWorker, { supervises: true, onBug: unexpected });
    await signOfLife(atWorker, 'a worker', false);
    const [job] = await jobs.take(1);
    if (!job) throw new Error('No job');
    expect(job.page).toBe(id);
    await atWorker.store.transact((unit) => unit.setState([id], 'cancelled'));
    await jobs.touch([job.id]);
    await jobs.sendForgotten();
    await jobs.sendAffordable();
    await jobs.done(job);
    expect(await jobs.waiting()).toBe(0);
    await jobs.close();

    await sealEntries(openUserDatabase(pool));
    const said: string[] = [];
    const streams = { note: (line: string) => void said.push(line) };
    const code = await runTrail(
      { kind: 'trail', since: null, language: 'en' },
      { environment: { VOUCH_DATABASE_URL: urls.reader }, streams },
    );
    expect({ code, said }).toMatchObject({ code: 0, said: [expect.stringContaining('complete')] });
    const seen = await withClient(urls.reader, (client) =>
      client.query(`SELECT vouch_people."user".name, field, now FROM vouch_people.trail
        JOIN vouch_people."user" ON "user".id = person WHERE field <> ''`),
    );
    expect(seen.rows).toEqual([{ name: 'Wang Wei', field: 'number', now: '44444444' }]);
    // A purge takes what belongs to the page, which the role itself may not delete.
    await store.transact((unit) => unit.removePages([id]));
    expect(await store.events(id)).toEqual([]);
  });

  test.each(databaseRoles)('the %s is refused by the database itself', async (role) => {
    const statements: readonly string[] = refused[role];
    const codes = await refusalsOf(urls[role], statements);
    expect(statements.filter((_, at) => codes[at] !== insufficientPrivilege)).toEqual([]);
  });

  test('the reader writes no table at all', async () => {
    const { rows } = await withClient(urls.reader, (client) =>
      client.query(
        `SELECT oid::regclass::text AS name FROM pg_class
         WHERE relnamespace = ANY($1::text[]::regnamespace[]) AND relkind IN ('r', 'p')
           AND (has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
             OR has_any_column_privilege(oid, 'INSERT, UPDATE'))`,
        [officeSchemas],
      ),
    );
    expect(rows).toEqual([]);
  });

  test('have declared rights to each table of the office, and no other user has any', async () => {
    const { rows } = await withClient(urls.owner, (client) =>
      client.query<{ name: string; open: boolean }>(
        `SELECT nspname || '.' || relname AS name, has_table_privilege('public', pg_class.oid, 'SELECT') AS open
         FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = ANY($1::text[]) AND relkind IN ('r', 'p')
           -- The days of its parent, which nobody fills.
           AND relname !~ '^queue_stats_'`,
        [officeSchemas],
      ),
    );
    const declared = rightsOf('server').map(({ schema, table }) => `${schema}.${table}`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(declared.toSorted());
    expect(rows.filter(({ open }) => open)).toEqual([]);
    const other = new URL(urls.owner);
    await refusalOf(urls.owner, `CREATE ROLE passer_by LOGIN PASSWORD 'passer by'`);
    [other.username, other.password] = ['passer_by', 'passer by'];
    await expect(refusalOf(other.href, 'SELECT 1')).rejects.toMatchObject({ code: insufficientPrivilege });
  });
});

describe.skipIf(noPostgres !== null)('vouch office prepare', () => {
  let urls: RoleUrls;
  let all: ReturnType<typeof prepareVariables>;
  beforeAll(async () => {
    urls = roleUrls(await (await sharedPostgres()).database());
    all = prepareVariables(urls);
  });

  /** What is said of a change that is refused. */
  const refusal = async (change: Record<string, string>) => {
    const { code, detail } = await prepareOffice({ ...all, ...change });
    expect(code).toBe(2);
    return detail;
  };

  test('can run several times at once and again, changes passwords, and takes rights back', async () => {
    const both = await Promise.all([prepareOffice(all), prepareOffice(all)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both[0]?.detail).not.toContain('password');
    expect(await Promise.all([urls.server, urls.worker, urls.owner].map(openedAt))).toEqual([
      'opened',
      'opened',
      'opened',
    ]);
    const changed = new URL(urls.server);
    changed.password = 'another password';
    const { VOUCH_READER_DATABASE_URL: _, ...without } = all;
    expect(await prepareOffice({ ...without, VOUCH_SERVER_DATABASE_URL: changed.href })).toMatchObject({
      code: 0,
    });
    expect(await openedAt(changed.href)).toBe('opened');
    expect(await openedAt(urls.server)).toBe('login');
    await expect(refusalOf(urls.reader, 'SELECT 1')).rejects.toMatchObject({ code: insufficientPrivilege });
  });

  test('takes back rights to the database itself', async () => {
    const stranger = new URL(urls.owner);
    [stranger.username, stranger.password] = ['granted_database', 'granted'];
    const name = stranger.pathname.slice(1);
    await refusalOf(urls.owner, `CREATE ROLE granted_database LOGIN PASSWORD 'granted'`);
    const grant = `GRANT ALL ON DATABASE "${name}" TO granted_database WITH GRANT OPTION`;
    expect(await refusalOf(urls.owner, grant)).toBeNull();
    expect(await refusalOf(stranger.href, 'CREATE SCHEMA granted')).toBeNull();
    expect(await refusalOf(stranger.href, 'DROP SCHEMA granted')).toBeNull();
    await refusalOf(urls.owner, 'CREATE ROLE granted_onward');
    expect(await refusalOf(stranger.href, `GRANT CREATE ON DATABASE "${name}" TO granted_onward`)).toBeNull();
    expect(await prepareOffice(all)).toMatchObject({ code: 0 });
    await expect(refusalOf(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: insufficientPrivilege });
    const { rows } = await withClient(urls.owner, (client) =>
      client.query(
        `SELECT rolname FROM pg_roles WHERE rolname LIKE 'granted\\_%' AND has_database_privilege(oid, $1, 'CREATE')`,
        [name],
      ),
    );
    expect(rows).toEqual([]);
  });

  test('creates nothing with the address of somebody who does not own the database', async () => {
    const owner = await (await sharedPostgres()).database();
    const other = new URL(owner);
    [other.username, other.password] = ['not_owner', 'not owner'];
    await refusalOf(owner, `CREATE ROLE not_owner LOGIN PASSWORD 'not owner'`);
    const grant = `GRANT CREATE, CONNECT ON DATABASE "${other.pathname.slice(1)}" TO not_owner`;
    expect(await refusalOf(owner, grant)).toBeNull();
    const asked = await prepareOffice(prepareVariables({ ...roleUrls(owner), owner: other.href }));
    expect(asked).toMatchObject({ code: 2, detail: expect.stringContaining('VOUCH_OWNER_DATABASE_URL') });
    const { rows } = await withClient(owner, (client) =>
      client.query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'vouch%'`),
    );
    expect(rows).toEqual([]);
  });

  test.each(['ｐａｓｓ', 'no\u{A0}break', 'soft\u{AD}hyphen', 'e\u{301}'])(
    'refuses a password that clients map before they log in: %j',
    async (password) => {
      const changed = new URL(urls.server);
      changed.password = encodeURIComponent(password);
      expect(await refusal({ VOUCH_SERVER_DATABASE_URL: changed.href })).toMatch(
        /^VOUCH_SERVER_DATABASE_URL: the password has a character/u,
      );
    },
  );

  test('refuses addresses that are missing, of another database, of one user, or of one that may do more', async () => {
    expect(await refusal({ VOUCH_OWNER_DATABASE_URL: '' })).toMatch(/^VOUCH_OWNER_DATABASE_URL is missing/u);
    expect(await refusal({ VOUCH_WORKER_DATABASE_URL: ' ' })).toMatch(
      /^VOUCH_WORKER_DATABASE_URL is missing/u,
    );
    expect(await refusal({ VOUCH_WORKER_DATABASE_URL: `${urls.worker}_2` })).toMatch(/different databases/u);
    expect(await refusal({ VOUCH_WORKER_DATABASE_URL: urls.server })).toMatch(/the same user/u);
    expect(await refusal({ VOUCH_SERVER_DATABASE_URL: urls.owner })).toMatch(/the same user/u);
    expect(await refusal({ VOUCH_SERVER_DATABASE_URL: 'mysql://secret-word@host/office' })).toMatch(
      /^VOUCH_SERVER_DATABASE_URL: (?!.*secret-word)/u,
    );
    const strong = new URL(urls.worker);
    strong.username = 'strong';
    const unmade = new URL(urls.server);
    unmade.username = 'unmade';
    await refusalOf(urls.owner, `CREATE ROLE ${strong.username} LOGIN CREATEDB`);
    const given = { VOUCH_SERVER_DATABASE_URL: unmade.href, VOUCH_WORKER_DATABASE_URL: strong.href };
    expect(await refusal(given)).toMatch(/may do more than its database role/u);
    // No user was made, and none lost anything.
    expect(await Promise.all([unmade.href, urls.worker].map(openedAt))).toEqual(['login', 'opened']);
  });

  test('is asked for when the tables are not those of this version', async () => {
    expect(await prepareOffice(all)).toMatchObject({ code: 0 });
    const change = async (statement: string) => {
      expect(await refusalOf(urls.owner, statement)).toBeNull();
      return openedAt(urls.server);
    };
    expect(await change('UPDATE vouch_queue.version SET version = version - 1')).toBe('not-prepared');
    expect(await change('UPDATE vouch_queue.version SET version = version + 1')).toBe('opened');
    expect(await change('UPDATE vouch.office SET version = version - 1')).toBe('not-prepared');
    expect(await change('UPDATE vouch.office SET version = version + 2')).toBe('newer');
    await change(`UPDATE vouch_people.prepared SET digest = ''`);
    const pool = usersPool(urls.server, 2);
    onTestFinished(() => pool.end());
    const claims = createLocalClaims(() => new Date());
    await expect(openUsers(pool, claims)).rejects.toThrow('another version');
    // A worker's address opens no users.
    const ofWorker = usersPool(urls.worker, 2);
    onTestFinished(() => ofWorker.end());
    await expect(openUsers(ofWorker, claims)).rejects.toMatchObject({ code: insufficientPrivilege });
  });
});
