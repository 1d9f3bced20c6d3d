import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBeginning } from '../../../electron/office/users/beginning.ts';
import { createThrottle, type Attempt, type SignInLock } from '../../../electron/office/users/throttle.ts';
import { openUserDatabase } from '../../../electron/office/users/database.ts';
import { serveCommand } from '../../../electron/office/server/parameters.ts';
import { runServe } from '../../../electron/office/server/run-serve.ts';
import { findProjectFiles } from '../../../electron/hosts/http/project-files.ts';
import { shanghaiDay } from '../../../shared/local-day.ts';
import { failed, success } from '../../../shared/result.ts';
import { openBrowser, openOfficeServer, type OpenedOffice } from '../../helpers/office-server.ts';
import { firstAdministrator, good, invitedReviewer, ownId, signIn } from '../../helpers/office-users.ts';
import { usersPool } from '../../helpers/office.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

const wrong = () => Promise.resolve(failed('wrong' as const));
const right = () => Promise.resolve(success(null));

const hoursUntil = (instant: string) => Math.round((Date.parse(instant) - Date.now()) / 3_600_000);

const numberOf = (results: readonly string[], wanted: string) =>
  results.filter((result) => result === wanted).length;

describe.skipIf(noPostgres !== null)('signing in to an office', () => {
  let postgres: SharedServer;
  let pool: ReturnType<typeof usersPool>;
  let opened: OpenedOffice;
  /** The last entry of the audit log before the test: no entry is ever removed. */
  let before: string;

  let url: string;

  beforeAll(async () => {
    postgres = await sharedPostgres();
    url = await postgres.database();
    pool = usersPool(url);
    opened = await openOfficeServer(pool);
  });
  afterAll(async () => {
    await opened.close();
    await pool.end();
  });
  beforeEach(async () => {
    await pool.query('DELETE FROM sign_in_attempt; DELETE FROM session; DELETE FROM device');
    await pool.query('DELETE FROM account; DELETE FROM "user"; DELETE FROM link; DELETE FROM beginning');
    const { rows } = await pool.query<{ last: string }>('SELECT coalesce(max(id), 0) AS last FROM trail');
    before = rows[0]?.last ?? '0';
  });

  /** The results of attempts one after the other. */
  const attempts = async (
    count: number,
    of: (index: number) => Attempt,
    run: () => ReturnType<typeof wrong | typeof right> = wrong,
  ) => {
    const throttle = createThrottle(openUserDatabase(pool));
    const locks: SignInLock[] = [];
    const results: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const done = await throttle.guard(of(index), run, (lock) => {
        locks.push(lock);
        return Promise.resolve();
      });
      results.push(done.ok ? 'in' : typeof done.failure === 'object' ? 'wait' : done.failure);
    }
    return { results, locks, throttle };
  };

  /** Runs `vouch serve` with these options. */
  const print = async (line: string) => {
    const command = serveCommand(line.split(' '), 'en');
    if (!command.ok) throw new Error(command.failure.message.en);
    const notes: string[] = [];
    const code = await runServe(command.value, {
      environment: { VOUCH_DATABASE_URL: url },
      home: await temporaryFolder(),
      project: findProjectFiles(import.meta.url),
      now: () => new Date(),
      streams: {
        out: () => Promise.reject(new Error('Standard output is the log.')),
        note: (text) => notes.push(text),
      },
      signal: new AbortController().signal,
    });
    return { code, text: notes.join('\n') };
  };

  test('an address that must wait fills no limit of an account', async () => {
    const email = 'li@office.example';
    const { results, locks } = await attempts(60, () => ({ email, address: '10.0.0.1', device: null }));
    expect([numberOf(results, 'wrong'), numberOf(results, 'wait')]).toEqual([5, 55]);
    expect(locks.map(({ limit }) => limit)).toEqual(['pair']);
    const other = await attempts(1, () => ({ email, address: '10.0.0.2', device: null }), right);
    expect(other.results).toEqual(['in']);
  });

  test('a browser that signed in before gets in while strangers lock the account', async () => {
    const email = 'li@office.example';
    const strangers = await attempts(300, (index) => ({
      email,
      address: `10.0.${index % 50}.1`,
      device: null,
    }));
    expect(numberOf(strangers.results, 'wrong')).toBe(50);
    expect(strangers.locks.map(({ limit }) => limit)).toContain('account');
    const unknown = await attempts(1, () => ({ email, address: '10.1.0.1', device: null }), right);
    expect(unknown.results).toEqual(['wait']);
    const known = await attempts(1, () => ({ email, address: '10.1.0.1', device: 'mine' }), right);
    expect(known.results).toEqual(['in']);
    const guesses = await attempts(15, () => ({ email, address: '10.1.0.1', device: 'mine' }));
    expect(numberOf(guesses.results, 'wrong')).toBe(10);
  });

  test('successes count as nothing, also at once', async () => {
    const throttle = createThrottle(openUserDatabase(pool));
    const done = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        throttle.guard(
          { email: `p${index % 60}@office.example`, address: '10.0.0.1', device: null },
          right,
          () => Promise.reject(new Error('A success locks nothing.')),
        ),
      ),
    );
    expect(done.filter(({ ok }) => ok)).toHaveLength(120);
  });

  test('an attempt with a token keeps no user waiting', async () => {
    const throttle = createThrottle(openUserDatabase(pool));
    const held = Promise.withResolvers<Awaited<ReturnType<typeof wrong>>>();
    const guard = (email: string, isOfToken: boolean, run: () => ReturnType<typeof wrong>) =>
      throttle.guard({ email, address: '10.0.0.1', device: null, isOfToken }, run, () => Promise.resolve());
    const tokens = ['a', 'b', 'c', 'd', 'e', 'f'].map((token) => guard(token, true, () => held.promise));
    expect((await guard('li@office.example', false, wrong)).ok).toBe(false);
    held.resolve(await wrong());
    expect((await Promise.all(tokens)).filter(({ ok }) => !ok)).toHaveLength(6);
  });

  test('one customer’s addresses of IPv6 are one address', async () => {
    const { results } = await attempts(70, (index) => ({
      email: `p${index}@office.example`,
      address: `2001:db8:1:2:${index.toString(16)}::${index + 1}`,
      device: null,
    }));
    expect(numberOf(results, 'wrong')).toBe(50);
    const other = await attempts(1, () => ({
      email: 'x@office.example',
      address: '2001:db8:1:3::1',
      device: null,
    }));
    expect(other.results).toEqual(['wrong']);
  });

  test('says until when to wait, in both languages; a known browser signs in at once', async () => {
    const chief = await firstAdministrator(opened);
    const { port } = opened.server;
    for (let index = 0; index < 5; index += 1) await signIn(port, 'li@office.example', 'a wrong guess of it');
    const answer = await openBrowser(port).post('/office/signIn', {
      email: 'li@office.example',
      password: good,
    });
    const { failure } = JSON.parse(answer.body.toString());
    expect(failure).toMatchObject({ id: 'sign-in-throttled' });
    expect(failure.remedy.en).toMatch(/^Try again at \d\d:\d\d, Beijing time \(in 1[45] minutes\)/u);
    expect(failure.remedy.zh).toMatch(/北京时间 \d\d:\d\d 后再试（1[45] 分钟后）/u);
    await chief.office('signOut');
    expect(await chief.office('signIn', { email: 'li@office.example', password: good })).toMatchObject({
      ok: true,
    });
    // The secret of another browser is worth nothing for this account.
    const thief = openBrowser(port);
    thief.setDevice(`__Host-vouch-device=${'x'.repeat(43)}`);
    expect(await thief.office('signIn', { email: 'li@office.example', password: good })).toMatchObject({
      failure: { id: 'sign-in-throttled' },
    });
  });

  test('administrators see locks, lift them, and find both in the trail', async () => {
    const chief = await firstAdministrator(opened);
    const other = await invitedReviewer(chief, opened);
    const person = await ownId(other);
    const { port } = opened.server;
    for (let index = 0; index < 6; index += 1)
      await signIn(port, 'wang@office.example', 'a wrong guess of it');
    const { locks } = (await chief.office('locks')).value;
    expect(locks).toMatchObject([{ person, address: '127.0.0.1' }]);
    expect(await other.office('locks')).toMatchObject({ failure: { id: 'not-allowed' } });
    expect(await chief.office('liftLock', { person, address: null })).toMatchObject({ ok: true });
    expect((await chief.office('locks')).value.locks).toEqual([]);
    expect(await signIn(port, 'wang@office.example', good)).toMatchObject({ ok: true });
    const to = shanghaiDay(new Date());
    const { csv } = (await chief.office('trail', { from: '2020-01-01', to })).value;
    expect(csv).toContain('sign-in-throttled,wang@office.example 127.0.0.1');
    expect(csv).toContain('lock-lifted,wang@office.example');
  });

  test('administrators see the lock of a browser that signed in before, and lift it', async () => {
    const chief = await firstAdministrator(opened);
    const other = await invitedReviewer(chief, opened);
    const person = await ownId(other);
    await other.office('signOut');
    const enter = (password: string) => other.office('signIn', { email: 'wang@office.example', password });
    for (let index = 0; index < 10; index += 1) await enter('a wrong guess of it');
    expect(await enter(good)).toMatchObject({ failure: { id: 'sign-in-throttled' } });
    const { locks } = (await chief.office('locks')).value;
    expect(locks).toMatchObject([{ person, address: null }]);
    expect(await chief.office('liftLock', { person, address: locks[0]?.address })).toMatchObject({
      ok: true,
    });
    expect((await chief.office('locks')).value.locks).toEqual([]);
    expect(await enter(good)).toMatchObject({ ok: true });
  });

  test('with four eyes, the last two approvers keep the right to approve', async () => {
    let isOn = true;
    const office = await openOfficeServer(pool, undefined, () => isOn);
    try {
      const chief = await firstAdministrator(office);
      const person = await ownId(await invitedReviewer(chief, office));
      const few = { failure: { id: 'few-approvers' } };
      expect(await chief.office('setRole', { person, role: 'preparer' })).toMatchObject(few);
      expect(await chief.office('switchAccount', { person, on: false })).toMatchObject(few);
      await invitedReviewer(chief, office, 'chen@office.example');
      expect(await chief.office('setRole', { person, role: 'preparer' })).toMatchObject({ ok: true });
      expect(await chief.office('setRole', { person, role: 'viewer' })).toMatchObject({ ok: true });
      const other = (await chief.office('people')).value.people.find(({ role }) => role === 'approver')?.id;
      expect(await chief.office('switchAccount', { person: other, on: false })).toMatchObject(few);
      isOn = false;
      expect(await chief.office('switchAccount', { person: other, on: false })).toMatchObject({ ok: true });
    } finally {
      await office.close();
    }
  });

  test('a first administrator who could not be made holds up nobody', async () => {
    const { only } = createBeginning(openUserDatabase(pool), {
      hasAdministrator: () => Promise.resolve(false),
    });
    for (let round = 0; round < 5; round += 1) expect(await only(wrong)).toMatchObject({ failure: 'wrong' });
    expect(await only(right)).toMatchObject({ ok: true });
    expect(await only(right)).toMatchObject({ failure: 'late' });
  });

  test('makes one first administrator, with as many links at once as you like', async () => {
    const second = await openOfficeServer(pool);
    try {
      const rounds = 3;
      for (let round = 0; round < rounds; round += 1) {
        await pool.query(
          'DELETE FROM account; DELETE FROM session; DELETE FROM "user"; DELETE FROM beginning',
        );
        const servers = [opened, second, opened, second];
        const links = await Promise.all(servers.map(({ office }) => office.firstLink()));
        const done = await Promise.all(
          servers.map(({ server }, index) =>
            openBrowser(server.port).office('useLink', {
              link: links[index]?.link,
              email: `p${index}@office.example`,
              name: 'Somebody',
              password: good,
            }),
          ),
        );
        expect(done.filter(({ ok }) => ok)).toHaveLength(1);
        expect(done.flatMap(({ failure }) => failure?.id ?? [])).toEqual(
          Array.from({ length: 3 }, () => 'dead-link'),
        );
        expect((await pool.query('SELECT id FROM "user"')).rows).toHaveLength(1);
      }
    } finally {
      await second.close();
    }
  });

  test('a console link makes an administrator or sets a password, once, and stands in the trail', async () => {
    const chief = await firstAdministrator(opened);
    const { port } = opened.server;
    for (let index = 0; index < 6; index += 1) await signIn(port, 'li@office.example', 'a wrong guess of it');
    const own = await opened.office.consoleLink('Li Hua');
    if (!own.ok) throw new Error('no link');
    const given = { email: 'x@office.example', name: 'X', password: 'quiet orchard lamp eleven' };
    const browser = openBrowser(port);
    expect(await browser.office('useLink', { link: own.value.link, ...given })).toMatchObject({
      value: { person: { email: 'li@office.example', role: 'administrator' } },
    });
    expect(await browser.office('useLink', { link: own.value.link, ...given })).toMatchObject({ ok: false });
    expect(await chief.office('who')).toMatchObject({ value: { person: null, ended: 'ended' } });
    const fresh = await opened.office.consoleLink(null);
    if (!fresh.ok) throw new Error('no link');
    expect([own.value, fresh.value].map(({ until }) => hoursUntil(until))).toEqual([24, 24]);
    expect(await openBrowser(port).office('useLink', { link: fresh.value.link, ...given })).toMatchObject({
      value: { person: { email: 'x@office.example', role: 'administrator' } },
    });
    expect(await opened.office.consoleLink('nobody')).toMatchObject({ failure: 'unknown' });
    const { rows } = await pool.query(
      `SELECT person, name, about FROM trail WHERE name = 'console' AND id > $1 ORDER BY id`,
      [before],
    );
    expect(rows).toEqual([
      { person: null, name: 'console', about: 'li@office.example' },
      { person: null, name: 'console', about: 'administrator' },
    ]);
  });

  test('vouch serve --administrator-link prints one link while servers run, and ends', async () => {
    await firstAdministrator(opened);
    const fresh = await print('--port 8471 --administrator-link');
    expect(fresh.code).toBe(0);
    const link =
      /^Link for the administrator .*: http:\/\/127\.0\.0\.1:8471\/#link=(?<link>[\w-]{43})$/u.exec(
        fresh.text,
      )?.groups?.link;
    const browser = openBrowser(opened.server.port);
    expect(await browser.office('openLink', { link })).toMatchObject({ value: { kind: 'invitation' } });
    expect((await print('--administrator-link li@office.example')).code).toBe(0);
    expect(await print('--administrator-link nobody')).toMatchObject({
      code: 2,
      text: expect.stringContaining('No user has this name'),
    });
  });

  test('only the use of a window extends a session, for 12 hours, and for 30 days at most', async () => {
    const chief = await firstAdministrator(opened);
    const left = async () => {
      const { rows } = await pool.query(
        `SELECT round(extract(epoch FROM "expiresAt" - now()) / 3600) AS hours FROM session`,
      );
      return Number(rows[0]?.hours);
    };
    expect(await left()).toBe(12);
    await pool.query(`UPDATE session SET "expiresAt" = now() + interval '3 hours'`);
    for (const name of ['who', 'claims', 'sessions'] as const) await chief.office(name);
    await chief.post('/commands/pages.list', { service: 'vat-invoice' });
    expect(await left()).toBe(3);
    await chief.office('use');
    expect(await left()).toBe(12);
    await pool.query(`UPDATE session SET "createdAt" = now() - interval '719 hours'`);
    await chief.office('use');
    expect(await left()).toBe(1);
    await pool.query(
      `UPDATE session SET "createdAt" = now() - interval '721 hours', "expiresAt" = now() - interval '1 hour'`,
    );
    await chief.office('use');
    expect(await chief.office('who')).toMatchObject({ value: { person: null, ended: 'age' } });
    await pool.query(`UPDATE session SET "createdAt" = now() - interval '20 hours'`);
    expect(await chief.office('who')).toMatchObject({ value: { person: null, ended: 'idle' } });
  });

  test('ends by signing out, or after a long idle time', async () => {
    const chief = await firstAdministrator(opened);
    const kept = chief.cookie();
    await chief.office('signOut');
    chief.setCookie(kept);
    expect(await chief.office('who')).toMatchObject({ value: { person: null } });
    await chief.office('signIn', { email: 'li@office.example', password: good });
    await pool.query(`UPDATE session SET "expiresAt" = now() - interval '1 second'`);
    expect(await chief.office('who')).toMatchObject({ value: { person: null } });
  });
});
