import { beforeEach, describe, expect, test } from 'vitest';
import { openUsers } from '../../../electron/office/users/office.ts';
import { createLocalClaims } from '../../../electron/store/records/claim.ts';
import {
  openBrowser,
  openOfficeServer,
  type OfficeBrowser,
  type OpenedOffice,
} from '../../helpers/office-server.ts';
import { firstAdministrator, good, invitedReviewer } from '../../helpers/office-users.ts';
import { usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';

describe.skipIf(noPostgres !== null)('the names of users', () => {
  let pool: ReturnType<typeof usersPool>;
  let servers: readonly OpenedOffice[];
  let chief: OfficeBrowser;

  beforeEach(async () => {
    pool = usersPool(await (await sharedPostgres()).database());
    servers = [await openOfficeServer(pool), await openOfficeServer(pool)];
    chief = await firstAdministrator(servers[0]!);
    return async () => {
      for (const { close } of servers) await close();
      await pool.end();
    };
  });

  const invited = async (email: string): Promise<string> =>
    (await chief.office('invite', { email, role: 'viewer' })).value.link;
  const enter = (link: string, name: string, server = 0) =>
    openBrowser(servers[server]?.server.port ?? 0).office('useLink', {
      link,
      email: 'x@office.example',
      name,
      password: good,
    });
  const names = async () =>
    (await pool.query('SELECT name FROM "user" ORDER BY email')).rows.map(({ name }) => name);

  test('differ, whoever redeems an invitation at once; the later one may use it with another name', async () => {
    for (let round = 0; round < 3; round += 1) {
      const links = [await invited(`a${round}@office.example`), await invited(`b${round}@office.example`)];
      const done = await Promise.all(
        links.map((link, index) => enter(link, index === 0 ? `Wang ${round}` : `ＷＡＮＧ  ${round}`, index)),
      );
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      expect(done.find(({ ok }) => !ok)).toMatchObject({ failure: { id: 'name-taken' } });
      const left = links[done.findIndex(({ ok }) => !ok)] ?? '';
      expect(await enter(left, `Zhao ${round}`)).toMatchObject({
        ok: true,
        value: { person: { name: `Zhao ${round}` } },
      });
    }
  });

  test('are refused with a reason, and the invitation stays valid', async () => {
    const link = await invited('wang@office.example');
    const refused = async (name: string) => (await enter(link, name)).failure?.id;
    expect(await refused('Wang\0Wei')).toBe('name-refused');
    expect(await refused('Wang\u{202E}Wei')).toBe('name-refused');
    expect(await refused('Console')).toBe('name-refused');
    expect(await refused('li hua')).toBe('name-taken');
    expect(await enter(link, 'Wang Wei')).toMatchObject({ ok: true });
    expect(await names()).toEqual(['Li Hua', 'Wang Wei']);
  });

  test('and all other texts of office commands never reach the database with NUL', async () => {
    const day = '2026-01-01';
    const bad = { ok: false, failure: { id: 'bad-request' } };
    const question = { from: day, to: day, person: null, text: 'a\0b', before: null };
    expect(await chief.office('trailEntries', question)).toMatchObject(bad);
    expect(await chief.office('names', { ids: ['a\0b'] })).toMatchObject(bad);
    expect(await chief.office('makeToken', { name: 'a\0b', days: 1 })).toMatchObject(bad);
    expect(await chief.office('setRole', { person: 'a\0b', role: 'viewer' })).toMatchObject(bad);
  });

  test('of earlier versions get their email addresses where they do not differ', async () => {
    await invitedReviewer(chief, servers[0]!);
    await invitedReviewer(chief, servers[0]!, 'zhao@office.example');
    await invitedReviewer(chief, servers[0]!, 'chen@office.example');
    await pool.query(`UPDATE "user" SET name = 'wang  Wei' WHERE email = 'zhao@office.example'`);
    await pool.query(`UPDATE "user" SET name = 'console' WHERE email = 'chen@office.example'`);
    const restart = () =>
      openUsers(
        pool,
        createLocalClaims(() => new Date()),
      );
    await restart();
    const now = [
      'console (chen@office.example)',
      'Li Hua',
      'Wang Wei (wang@office.example)',
      'wang Wei (zhao@office.example)',
    ];
    expect(await names()).toEqual(now);
    await restart();
    expect(await names()).toEqual(now);
    const { rows } = await pool.query(
      `SELECT name, about, field, was, now FROM trail WHERE action = 'user-renamed' ORDER BY about`,
    );
    expect(rows).toEqual([
      { name: 'console', about: 'chen@office.example', field: 'name', was: 'console', now: now[0] },
      { name: 'console', about: 'wang@office.example', field: 'name', was: 'Wang Wei', now: now[2] },
      { name: 'console', about: 'zhao@office.example', field: 'name', was: 'wang  Wei', now: now[3] },
    ]);
  });
});
