import { shanghaiDay } from '../../../shared/local-day.ts';
import { usersSchema } from '../../../electron/office/store/schema.ts';
import { patientPool } from '../../../electron/office/users/database.ts';
import { openUsers } from '../../../electron/office/users/office.ts';
import { connectDatabase } from '../../../electron/office/store/connection.ts';
import { createLocalClaims } from '../../../electron/store/records/claim.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openOfficeServer,
  openBrowser,
  type OpenedOffice,
  type OfficeBrowser,
} from '../../helpers/office-server.ts';
import {
  firstAdministrator,
  good,
  idOf,
  invitedReviewer,
  ownId,
  signIn,
} from '../../helpers/office-users.ts';
import { openOfficeAt, usersPool } from '../../helpers/office.ts';
import { addressOf, noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';

describe.skipIf(noPostgres !== null)('the users of an office', () => {
  let postgres: TestServer;
  let pool: ReturnType<typeof usersPool>;
  let opened: OpenedOffice;
  let second: OpenedOffice;

  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres.close());

  beforeEach(async () => {
    pool = usersPool(await postgres.database());
    [opened, second] = await Promise.all([openOfficeServer(pool), openOfficeServer(pool)]);
    return async () => {
      await opened.close();
      await second.close();
      await pool.end();
    };
  });

  const administrator = () => firstAdministrator(opened);
  const reviewer = (chief: OfficeBrowser, email?: string) => invitedReviewer(chief, second, email);

  test('start with the first administrator, by a link that works once and is never offered again', async () => {
    const first = await opened.office.firstLink();
    const later = await second.office.firstLink();
    const browser = openBrowser(opened.server.port);
    const given = { email: 'li@office.example', name: 'Li Hua', password: good };
    // A second server that starts leaves the first one's link valid.
    for (const one of [first, later])
      expect(await browser.office('openLink', { link: one?.link })).toMatchObject({
        value: { kind: 'first', email: null },
      });
    expect(await browser.office('useLink', { link: first?.link, ...given })).toMatchObject({ ok: true });
    expect(await browser.office('who')).toMatchObject({ value: { person: { name: 'Li Hua' } } });
    expect(
      await openBrowser(opened.server.port).office('useLink', {
        link: later?.link,
        ...given,
        email: 'other@office.example',
      }),
    ).toMatchObject({ failure: { id: 'dead-link' } });
    expect(await opened.office.firstLink()).toBeNull();
    expect(await second.office.firstLink()).toBeNull();
  });

  test('create one user from a link that is used several times at once', async () => {
    const link = (await opened.office.firstLink())?.link;
    const tries = Array.from({ length: 6 }, (_, index) =>
      openBrowser([opened, second][index % 2]?.server.port ?? 0).office('useLink', {
        link,
        email: `p${index}@office.example`,
        name: 'Somebody',
        password: good,
      }),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { rows } = await pool.query('SELECT id FROM "user"');
    expect(rows).toHaveLength(1);
  });

  test('can’t use an expired link', async () => {
    const link = (await opened.office.firstLink())?.link;
    await pool.query(`UPDATE link SET until = now() - interval '1 second'`);
    const browser = openBrowser(opened.server.port);
    for (const name of ['openLink', 'useLink'] as const)
      expect(
        await browser.office(name, {
          link,
          ...(name === 'useLink' ? { email: 'a@office.example', name: 'A', password: good } : {}),
        }),
      ).toMatchObject({ failure: { id: 'dead-link' } });
  });

  test('get the role of their invitation', async () => {
    const chief = await administrator();
    const { value } = await chief.office('invite', { email: 'Wang@Office.example', role: 'approver' });
    const browser = openBrowser(second.server.port);
    expect(await browser.office('openLink', { link: value.link })).toMatchObject({
      value: { kind: 'invitation', email: 'wang@office.example' },
    });
    const used = await browser.office('useLink', {
      link: value.link,
      email: 'mallory@office.example',
      name: 'Wang Wei',
      password: good,
    });
    expect(used).toMatchObject({ value: { person: { email: 'wang@office.example', role: 'approver' } } });
    expect(await chief.office('invite', { email: 'wang@office.example', role: 'approver' })).toMatchObject({
      failure: { id: 'account-exists' },
    });
  });

  test('have no key, link or password in the database, whose content gives no access', async () => {
    const chief = await administrator();
    const { value } = await chief.office('invite', { email: 'wang@office.example', role: 'approver' });
    const key = chief.cookie()?.split('=')[1] ?? '';
    expect(key).toHaveLength(43);
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${usersSchema}'`,
    );
    let text = '';
    for (const { name } of tables)
      text += JSON.stringify((await pool.query(`SELECT * FROM ${usersSchema}."${name}"`)).rows);
    for (const secret of [key, value.link, good]) expect(text).not.toContain(secret);
    const { rows } = await pool.query<{ token: string }>('SELECT token FROM session');
    for (const forged of [
      rows[0]?.token ?? '',
      rows[0]?.token.slice(0, 43) ?? '',
      `${key}x`,
      '',
      key.toUpperCase(),
    ]) {
      const browser = openBrowser(opened.server.port);
      browser.setCookie(`__Host-vouch=${forged}`);
      expect(await browser.office('who')).toMatchObject({ ok: true, value: { person: null } });
      expect((await browser.post('/commands/pages.list', { service: 'vat-invoice' })).status).toBe(401);
    }
    const two = openBrowser(opened.server.port);
    two.setCookie(`__Host-vouch=${key}; __Host-vouch=${key}`);
    expect(await two.office('who')).toMatchObject({ ok: true, value: { person: null } });
  });

  test('have a cookie for this host, https and its own pages only', async () => {
    await administrator();
    const response = await openBrowser(opened.server.port).post('/office/signIn', {
      email: 'li@office.example',
      password: good,
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-vouch=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-vouch-device=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=34560000$/,
      ),
    ]);
    expect(response.body.toString()).not.toMatch(/[\w-]{43}/);
  });

  test('get the same response to a wrong password as to an unknown user', async () => {
    await administrator();
    const { port } = opened.server;
    const wrong = await signIn(port, 'li@office.example', 'not the password at all');
    const unknown = await signIn(port, 'nobody@office.example', 'not the password at all');
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ failure: { id: 'wrong-sign-in' } });
  });

  test('are throttled over all servers after wrong guesses, also with the right password', async () => {
    await administrator();
    const ports = [opened.server.port, second.server.port];
    const outcomes: (string | undefined)[] = [];
    for (let index = 0; index < 8; index += 1) {
      const response = await signIn(
        ports[index % 2] ?? 0,
        'li@office.example',
        `guess number ${index} of many`,
      );
      outcomes.push(response.failure?.id);
    }
    expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'wrong-sign-in'));
    expect(outcomes.slice(5)).toEqual(Array.from({ length: 3 }, () => 'sign-in-throttled'));
    expect(await signIn(ports[0] ?? 0, 'li@office.example', good)).toMatchObject({
      failure: { id: 'sign-in-throttled' },
    });
    await pool.query(`UPDATE sign_in_attempt SET at = at - interval '16 minutes'`);
    expect(await signIn(ports[1] ?? 0, 'li@office.example', good)).toMatchObject({ ok: true });
  });

  test('gain nothing from concurrent guesses', async () => {
    await administrator();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signIn(opened.server.port, 'li@office.example', `guess number ${index} of many`),
      ),
    );
    expect(responses.filter(({ failure }) => failure?.id === 'wrong-sign-in').length).toBeLessThanOrEqual(5);
  });

  test('can’t set a weak password, and keep their link after the attempt', async () => {
    const link = (await opened.office.firstLink())?.link;
    const browser = openBrowser(opened.server.port);
    const given = { link, email: 'li@office.example', name: 'Li Hua' };
    for (const password of ['', 'eleven char', 'li@office.example'])
      expect(await browser.office('useLink', { ...given, password })).toMatchObject({
        failure: { id: 'weak-password' },
      });
    expect(await browser.office('useLink', { ...given, password: good })).toMatchObject({ ok: true });
  });

  test('can’t use administrators’ commands as reviewers; the audit log records the attempt', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const own = await idOf(chief, 'approver');
    const boss = await idOf(chief, 'administrator');
    for (const [name, input] of [
      ['people', {}],
      ['invite', { email: 'x@office.example', role: 'administrator' }],
      ['setRole', { person: own, role: 'administrator' }],
      ['switchAccount', { person: boss, on: false }],
      ['endSessions', { person: boss }],
      ['passwordLink', { person: boss }],
      ['trail', { from: '2020-01-01', to: '2030-01-01' }],
    ] as const)
      expect(await other.office(name, input), name).toMatchObject({ failure: { id: 'not-allowed' } });
    const after = await chief.office('people');
    expect(after.value.people).toHaveLength(2);
    const { csv } = (await chief.office('trail', { from: '2020-01-01', to: '2099-01-01' })).value;
    expect(csv).toMatch(/Wang Wei,127\.0\.0\.1,not-allowed,setRole,/);
  });

  test('see nothing before they sign in', async () => {
    await administrator();
    const browser = openBrowser(opened.server.port);
    for (const name of ['people', 'sessions', 'trail', 'signOut'] as const)
      expect(
        await browser.office(name, name === 'trail' ? { from: '2020-01-01', to: '2030-01-01' } : {}),
      ).toMatchObject({ failure: { id: 'sign-in-needed' } });
  });

  test('lose their sessions when a role is withdrawn', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const id = await idOf(chief, 'approver');
    expect(await chief.office('setRole', { person: id, role: 'administrator' })).toMatchObject({ ok: true });
    expect(await other.office('who')).toMatchObject({ ok: true, value: { person: null } });
  });

  test('are signed out and locked out at once when they are disabled', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const id = await ownId(other);
    expect(await chief.office('switchAccount', { person: id, on: false })).toMatchObject({ ok: true });
    expect(await other.office('who')).toMatchObject({ ok: true, value: { person: null } });
    expect(await signIn(opened.server.port, 'wang@office.example', good)).toMatchObject({
      failure: { id: 'account-off' },
    });
    // Without the password, nobody learns that the user is disabled.
    expect(await signIn(opened.server.port, 'wang@office.example', 'a guess of no value')).toMatchObject({
      failure: { id: 'wrong-sign-in' },
    });
    await chief.office('switchAccount', { person: id, on: true });
    expect(await signIn(opened.server.port, 'wang@office.example', good)).toMatchObject({ ok: true });
  });

  test('always keep their last administrator, also in concurrent requests', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const otherId = await ownId(other);
    const chiefId = await ownId(chief);
    expect(await chief.office('setRole', { person: chiefId, role: 'approver' })).toMatchObject({
      failure: { id: 'last-administrator' },
    });
    await chief.office('setRole', { person: otherId, role: 'administrator' });
    const again = openBrowser(second.server.port);
    await again.office('signIn', { email: 'wang@office.example', password: good });
    await Promise.all([
      chief.office('setRole', { person: otherId, role: 'approver' }),
      again.office('switchAccount', { person: chiefId, on: false }),
    ]);
    const { rows } = await pool.query(
      `SELECT id FROM "user" WHERE role = 'administrator' AND banned IS NOT TRUE`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
  });

  test('can list and end their own sessions, and an administrator those of any user', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const elsewhere = openBrowser(opened.server.port);
    await elsewhere.office('signIn', { email: 'wang@office.example', password: good });
    const { sessions } = (await other.office('sessions')).value;
    expect(sessions).toHaveLength(2);
    const foreign = (await chief.office('sessions')).value.sessions[0]?.id;
    expect(await other.office('endSession', { id: foreign })).toMatchObject({
      failure: { id: 'unknown-session' },
    });
    const notOwn = sessions.find(({ isOwn }) => !isOwn)?.id;
    await other.office('endSession', { id: notOwn });
    expect(await elsewhere.office('who')).toMatchObject({ value: { person: null } });
    const person = await ownId(other);
    await chief.office('endSessions', { person });
    expect(await other.office('who')).toMatchObject({ value: { person: null } });
    expect(await chief.office('who')).toMatchObject({ value: { person: { name: 'Li Hua' } } });
  });

  test('need the old password for a new one, which ends their other sessions', async () => {
    const chief = await administrator();
    const elsewhere = openBrowser(second.server.port);
    await elsewhere.office('signIn', { email: 'li@office.example', password: good });
    const next = 'quiet orchard lamp eleven';
    expect(await chief.office('changePassword', { now: 'not this one at all', next })).toMatchObject({
      failure: { id: 'wrong-password' },
    });
    expect(await chief.office('changePassword', { now: good, next: 'short' })).toMatchObject({
      failure: { id: 'weak-password' },
    });
    expect(await chief.office('changePassword', { now: good, next })).toMatchObject({ ok: true });
    expect(await elsewhere.office('who')).toMatchObject({ value: { person: null } });
    expect(await chief.office('who')).toMatchObject({ value: { person: { name: 'Li Hua' } } });
    expect(await signIn(opened.server.port, 'li@office.example', good)).toMatchObject({ ok: false });
    expect(await signIn(opened.server.port, 'li@office.example', next)).toMatchObject({ ok: true });
  });

  test('set a new password once with a link, which ends all sessions', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const person = await ownId(other);
    const { link } = (await chief.office('passwordLink', { person })).value;
    const browser = openBrowser(opened.server.port);
    const given = { link, email: 'x@office.example', name: 'X', password: 'quiet orchard lamp eleven' };
    expect(await browser.office('useLink', given)).toMatchObject({
      value: { person: { email: 'wang@office.example', name: 'Wang Wei', role: 'approver' } },
    });
    expect(await browser.office('useLink', given)).toMatchObject({ failure: { id: 'dead-link' } });
    expect(await other.office('who')).toMatchObject({ value: { person: null } });
  });

  test('appear in the audit log with their actions, without values that were not stored', async () => {
    const chief = await administrator();
    const other = await reviewer(chief);
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    // The log names invoices by the ledger.
    await openOfficeAt(postgres.url(rows[0]?.name));
    await signIn(opened.server.port, 'wang@office.example', 'not the password at all');
    await signIn(opened.server.port, '=cmd|evil@office.example', 'not the password at all');
    await other.post('/commands/pages.correct', {
      id: 7,
      field: 'seller.name',
      value: '上海机密有限公司',
      was: null,
      version: 0,
    });
    await other.post('/commands/pages.list', { service: 'vat-invoice' });
    await other.post('/commands/data.backup', {});
    await other.office('signOut');
    const day = shanghaiDay(new Date());
    const { csv, name } = (await chief.office('trail', { from: day, to: day })).value;
    expect(name).toBe(`vouch-trail-${day}-${day}.csv`);
    const lines: string[] = csv.replace('\u{feff}', '').trim().split('\r\n');
    expect(lines[0]).toBe('at,person,name,address,action,about,page,invoice,field,was,now,digest');
    const changes = lines.slice(1).map((line) => line.split(',').slice(2, 8).join(','));
    expect(changes).toEqual([
      'Li Hua,127.0.0.1,account-made,li@office.example administrator,,',
      'Li Hua,127.0.0.1,signed-in,,,',
      'Li Hua,127.0.0.1,invited,wang@office.example approver,,',
      'Wang Wei,127.0.0.1,account-made,wang@office.example approver,,',
      'Wang Wei,127.0.0.1,signed-in,,,',
      ',127.0.0.1,sign-in-refused,wang@office.example,,',
      'Wang Wei,127.0.0.1,command pages.correct,,,#7',
      'Wang Wei,127.0.0.1,not-allowed,data.backup,,',
      'Wang Wei,127.0.0.1,signed-out,,,',
      `Li Hua,127.0.0.1,trail-exported,${day} ${day},,`,
    ]);
    expect(csv).not.toContain('机密');
  });

  test('stay signed in during a brief database outage, while their requests wait', async () => {
    const chief = await administrator();
    const key = chief.cookie()?.split('=')[1] ?? '';
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    const own = addressOf(postgres.url(rows[0]?.name));
    const users = connectDatabase(own, 60_000, 4, usersSchema);
    const office = await openUsers(
      patientPool(users),
      createLocalClaims(() => new Date()),
    );
    expect((await office.sessionOf(key))?.user.name).toBe('Li Hua');
    await postgres.crash();
    const asked = office.sessionOf(key);
    await postgres.restart();
    expect((await asked)?.user.name).toBe('Li Hua');
    await users.close();
  });
});
