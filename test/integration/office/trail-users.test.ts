import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUsers, type Office } from '../../../electron/office/users/office.ts';
import type { SignedIn } from '../../../electron/office/users/sessions.ts';
import { createLocalClaims } from '../../../electron/store/records/claim.ts';
import { officeCommands, type OfficeCommandName } from '../../../shared/contract/office.ts';
import { vouch } from '../../helpers/command-line.ts';
import { bought } from '../../helpers/own-invoices.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { writeEInvoice } from '../../samples/digital/write-einvoice.ts';
import { usersPool } from '../../helpers/office.ts';
import { good } from '../../helpers/office-users.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';

const client = { address: '127.0.0.1', program: 'test' };
const linkOf = (made: unknown): string => (made as { link: string }).link;
const other = 'quiet orchard lamp eleven';
const li = { email: 'li@office.example', name: 'Li Hua', password: good };
const zhao = { email: 'zhao@office.example', name: 'Zhao Min', password: good };

/** What a command may change, without attempts and sessions that nobody can use. */
const tables = {
  user: 'true',
  account: 'true',
  session: '"expiresAt" > now()',
  link: 'true',
  device: 'true',
  ended_session: 'true',
  personal_token: 'true',
  beginning: 'true',
  sign_in_attempt: 'not pending',
};

describe.skipIf(noPostgres !== null)('the audit log of users', () => {
  let url: string;
  let pool: ReturnType<typeof usersPool>;
  let office: Office;
  let key: string | null = null;
  let signedIn: SignedIn | null = null;

  beforeEach(async () => {
    key = null;
    signedIn = null;
    url = await (await sharedPostgres()).database();
    pool = usersPool(url, 5);
    office = await openUsers(
      pool,
      createLocalClaims(() => new Date()),
    );
    return () => pool.end();
  });

  const ask = async (name: OfficeCommandName, input: object): Promise<unknown> => {
    const answer = await office.answer(name, input, {
      client,
      signedIn,
      key,
      device: null,
      setDevice: () => {},
      setSession: (given) => {
        key = given;
      },
    });
    return answer.ok ? answer.value : answer.failure.id;
  };
  const stored = async () => {
    const all = Object.entries(tables).map(async ([table, where]) => {
      const { rows } = await pool.query(
        `SELECT to_jsonb(one) AS row FROM "${table}" one WHERE ${where} ORDER BY 1`,
      );
      return [table, rows] as const;
    });
    return Object.fromEntries(await Promise.all(all));
  };
  const refuseEntries = () =>
    pool.query(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'no entry'; END $$;
      CREATE TRIGGER refuse_entry BEFORE INSERT ON trail FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
  const add = (name: string, email: string, role: string) =>
    pool.query(
      `INSERT INTO "user" (id, name, email, "emailVerified", role, "createdAt", "updatedAt")
       VALUES ($2, $1, $2, false, $3, now(), now())`,
      [name, email, role],
    );
  const acceptEntries = () => pool.query('DROP FUNCTION refuse_entry CASCADE');
  /** Nothing stands of it without its entry; with its entry it is done. */
  const proves = async (
    name: string,
    use: () => Promise<unknown>,
    actions: readonly string[],
  ): Promise<unknown> => {
    await refuseEntries();
    const before = await stored();
    await expect(use(), name).rejects.toThrow('no entry');
    expect(await stored(), name).toEqual(before);
    await acceptEntries();
    const { rows: last } = await pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM trail');
    const done = await use();
    expect(typeof done, `${name}: ${String(done)}`).toBe('object');
    const { rows } = await pool.query<{ action: string }>('SELECT action FROM trail WHERE id > $1', [
      last[0]?.id,
    ]);
    expect(rows.length, name).toBeGreaterThan(0);
    for (const { action } of rows) expect(actions, name).toContain(action);
    return done;
  };
  const found = async (query: string): Promise<string> =>
    (await pool.query<{ id: string }>(query)).rows[0]?.id ?? '';
  const begin = async (): Promise<void> => {
    const first = await office.firstLink();
    await ask('useLink', { link: first?.link, ...li });
    signedIn = await office.sessionOf(key ?? '');
  };

  test('has the entry of each command in the transaction of what it says', async () => {
    const done = new Set<string>();
    const use = async (name: OfficeCommandName, input: object) => {
      const { audit } = officeCommands[name];
      done.add(name);
      return await proves(name, () => ask(name, input), audit === 'nothing' ? [] : audit);
    };
    await use('useLink', { link: (await office.firstLink())?.link, ...li });
    await use('signIn', { email: li.email, password: good });
    signedIn = await office.sessionOf(key ?? '');
    const chief = key;
    const invited = await use('invite', { email: zhao.email, role: 'preparer' });
    await use('useLink', { link: linkOf(invited), ...zhao });
    key = chief;
    const person = await found(`SELECT id FROM "user" WHERE name = 'Zhao Min'`);
    await use('setRole', { person, role: 'viewer' });
    await ask('signIn', { email: zhao.email, password: good });
    key = chief;
    await use('endSessions', { person });
    const link = linkOf(await use('passwordLink', { person }));
    await use('useLink', { link, ...zhao, password: other });
    key = chief;
    const token = (await use('makeToken', { name: 'scanner', days: 3 })) as { token: string };
    await proves('a first use', () => office.tokenUser(token.token, client), ['token-first-used']);
    const idOfToken = await found('SELECT id FROM personal_token');
    await use('revokeTokenOf', { person: signedIn?.user.id, id: idOfToken });
    await ask('makeToken', { name: 'scanner', days: 3 });
    await use('revokeToken', { id: await found('SELECT id FROM personal_token') });
    await use('switchAccount', { person, on: false });
    await pool.query(
      `INSERT INTO sign_in_attempt (account, address, pending) VALUES ('x', '10.0.0.1', false)`,
    );
    await use('liftLock', { person: null, address: '10.0.0.1' });
    const days = { from: '2020-01-01', to: '2099-01-01' };
    await use('trail', days);
    await use('trailEntries', { ...days, person: null, text: '', before: null });
    await proves(
      'the console',
      async () => {
        const made = await office.consoleLink(null);
        return made.ok ? made.value : made.failure;
      },
      ['administrator-link-made'],
    );
    await use('endSession', {
      id: await found(`SELECT id FROM session WHERE "expiresAt" > now()
      AND id <> '${signedIn?.session}'`),
    });
    await use('changePassword', { now: good, next: other });
    await use('signOut', {});
    const declared = Object.entries(officeCommands).filter(([, { audit }]) => audit !== 'nothing');
    expect([...done].toSorted()).toEqual(declared.map(([name]) => name).toSorted());
  });

  test('a refused account leaves its link valid', async () => {
    await begin();
    const made = await office.consoleLink(null);
    const link = made.ok ? made.value.link : '';
    expect(await ask('useLink', { link, ...li })).toBe('account-exists');
    expect(await ask('useLink', { link, ...zhao })).toMatchObject({ person: { role: 'administrator' } });
    expect(await ask('useLink', { link, ...zhao })).toBe('dead-link');
  });

  test('the console leaves one valid link, however often it is asked at once', async () => {
    await begin();
    for (const named of [null, 'Li Hua']) {
      const made = await Promise.all([1, 2, 3, 4].map(() => office.consoleLink(named)));
      const opened = await Promise.all(
        made.map((one) => ask('openLink', { link: one.ok ? one.value.link : '' })),
      );
      expect(opened.filter((one) => one !== 'dead-link')).toHaveLength(1);
    }
  });

  test('the console names an administrator by email before name, and nobody else', async () => {
    await begin();
    await add('li@office.example', 'mallory@office.example', 'viewer');
    await add('Chen Jie', 'chen@office.example', 'preparer');
    expect(await office.consoleLink('LI@office.example')).toMatchObject({ ok: true });
    expect(await office.consoleLink('Li Hua')).toMatchObject({ ok: true });
    expect(await office.consoleLink('Chen Jie')).toMatchObject({ failure: 'no-administrator' });
    expect(await office.consoleLink('chen@office.example')).toMatchObject({ failure: 'no-administrator' });
    expect(await office.consoleLink('Nobody')).toMatchObject({ failure: 'unknown' });
  });

  const entries = async () => {
    const members = 'person, name, action, about, invoice, page IS NULL AS lost';
    return (await pool.query(`SELECT ${members} FROM trail ORDER BY id`)).rows;
  };

  test('says what a command line with the database’s address reads and writes', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'a.xml');
    await writeFile(file, writeEInvoice(bought(1)));
    const run = () =>
      vouch(
        ['invoice', file, '--json', '-', '--csv', join(folder, 'a.csv')],
        { VOUCH_HOME: join(folder, 'home'), VOUCH_DATABASE_URL: url },
        'sources',
      );
    expect(await run()).toMatchObject({ code: 0 });
    const from = expect.stringContaining(hostname());
    const ofPage = { person: null, name: 'console', lost: false, about: from };
    const outputs = expect.stringMatching(/^\/.*a\.csv; -; /u);
    const output = { ...ofPage, action: 'command-line-output', about: outputs, invoice: bought(1).number };
    expect(await entries()).toEqual([{ ...ofPage, action: 'command-line-read', invoice: 'a.xml' }, output]);
    expect(await run()).toMatchObject({ code: 0 });
    expect((await entries()).slice(2)).toEqual([output]);
  });
});
