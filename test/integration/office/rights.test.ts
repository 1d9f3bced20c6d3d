import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileCommands } from '../../../shared/contract/books-commands.ts';
import type { Command } from '../../../shared/contract/command.ts';
import { commands } from '../../../shared/contract/commands.ts';
import { officeCommands } from '../../../shared/contract/office.ts';
import { mayDo, roles, type Role } from '../../../shared/contract/roles.ts';
import { defaultSettings, officeSettings } from '../../../shared/contract/settings.ts';
import { backendFor } from '../../../electron/office/server/office-backend.ts';
import { recordingBackend } from '../../helpers/app-fixtures/recording-backend.ts';
import {
  openBrowser,
  openOfficeServer,
  type OfficeBrowser,
  type OpenedOffice,
} from '../../helpers/office-server.ts';
import { firstAdministrator, good, signIn } from '../../helpers/office-users.ts';
import { usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

/** These are answered by their own routes. */
const notAsJson = new Set<string>(['pages.add', 'settings.change', ...fileCommands]);
/** These end or change the session that asks. */
const changesSession = new Set(['signIn', 'signOut', 'openLink', 'useLink', 'changePassword']);

const declared = Object.entries<Command>(commands).filter(([name]) => !notAsJson.has(name));

const failureOf = async (browser: OfficeBrowser, path: string, input: object = {}) => {
  const { status, body } = await browser.post(path, input);
  return { status, id: JSON.parse(body.toString()).failure?.id ?? null };
};
const person = (role: Role) => ({ id: role, name: role, email: `${role}@office.example`, role });

describe.skipIf(noPostgres !== null)('rights in an office, from the declarations of the commands', () => {
  let postgres: SharedServer;
  let pool: ReturnType<typeof usersPool>;
  let opened: OpenedOffice;
  const users = new Map<Role, OfficeBrowser>();

  beforeAll(async () => {
    postgres = await sharedPostgres();
    pool = usersPool(await postgres.database());
    opened = await openOfficeServer(pool);
    const chief = await firstAdministrator(opened);
    users.set('administrator', chief);
    for (const role of roles) {
      if (role === 'administrator') continue;
      const { value } = await chief.office('invite', { email: `${role}@office.example`, role });
      const browser = openBrowser(opened.server.port);
      const account = { email: `${role}@office.example`, name: role, password: good };
      expect(await browser.office('useLink', { link: value.link, ...account })).toMatchObject({ ok: true });
      users.set(role, browser);
    }
  });
  afterAll(async () => {
    await opened.close();
    await pool.end();
  });

  const browserOf = (role: Role): OfficeBrowser => {
    const browser = users.get(role);
    if (!browser) throw new Error(`No ${role}`);
    return browser;
  };

  test.each(roles)('a %s reaches exactly the commands of the role', async (role) => {
    opened.backend.invoked.length = 0;
    for (const [name, { office }] of declared) {
      const { id } = await failureOf(browserOf(role), `/commands/${name}`);
      expect(id === 'not-allowed', name).toBe(office === undefined || !mayDo(role, office));
    }
    const reached = new Set(opened.backend.invoked.map(({ name }) => name));
    const allowed = declared.flatMap(([name, { office }]) =>
      office !== undefined && mayDo(role, office) && name !== 'books.writeVouchers' ? [name] : [],
    );
    expect([...reached].filter((name) => name !== 'books.writeVouchers').toSorted()).toEqual(
      allowed.toSorted(),
    );
  });

  test.each(roles)('a %s uses exactly the office’s commands of the role', async (role) => {
    for (const [name, { for: wanted }] of Object.entries(officeCommands)) {
      if (changesSession.has(name)) continue;
      const { id } = await failureOf(browserOf(role), `/office/${name}`);
      expect(id === 'not-allowed', name).toBe(wanted !== 'all' && !mayDo(role, wanted));
      expect(id, name).not.toBe('sign-in-needed');
    }
  });

  test.each(['no', 'an ended', 'a foreign'] as const)('%s session reaches nothing', async (kind) => {
    const browser = openBrowser(opened.server.port);
    if (kind === 'an ended') {
      await browser.office('signIn', { email: 'approver@office.example', password: good });
      const cookie = browser.cookie();
      await browser.office('signOut');
      browser.setCookie(cookie);
    }
    if (kind === 'a foreign') {
      const other = usersPool(await postgres.database());
      const elsewhere = await openOfficeServer(other);
      browser.setCookie((await firstAdministrator(elsewhere)).cookie());
      await elsewhere.close();
      await other.end();
    }
    opened.backend.invoked.length = 0;
    for (const name of Object.keys(commands))
      expect(await failureOf(browser, `/commands/${name}`), name).toEqual({
        status: 401,
        id: 'sign-in-needed',
      });
    for (const [name, { for: wanted }] of Object.entries(officeCommands))
      if (wanted !== 'all')
        expect((await failureOf(browser, `/office/${name}`)).id, name).toBe('sign-in-needed');
    expect(opened.backend.invoked).toEqual([]);
  });

  test('reviewers of earlier versions are approvers', async () => {
    await pool.query(`UPDATE "user" SET role = 'reviewer' WHERE name = 'viewer'`);
    const again = await openOfficeServer(pool);
    expect(await signIn(again.server.port, 'viewer@office.example', good)).toMatchObject({
      value: { person: { role: 'approver' } },
    });
    await pool.query(`UPDATE "user" SET role = 'viewer' WHERE name = 'viewer'`);
    await again.close();
  });

  test('a shared setting is changed only with the version that the user saw, and by administrators', async () => {
    opened.backend.invoked.length = 0;
    const list = { ownCompanies: [{ name: '甲公司', taxId: '' }] };
    const idOf = async (role: 'administrator' | 'approver', change: object) =>
      (await failureOf(browserOf(role), '/commands/settings.change', change)).id;
    expect(await idOf('administrator', list)).toBe('bad-request');
    expect(await idOf('administrator', { ...list, was: { exportLayouts: [] } })).toBe('bad-request');
    for (const name of officeSettings) {
      const plain = { theme: 'dark', [name]: defaultSettings[name] };
      expect([name, await idOf('administrator', plain)]).toEqual([name, 'bad-request']);
    }
    expect(await idOf('administrator', { theme: 'dark', was: { proxy: '' } })).toBe('bad-request');
    expect(await idOf('approver', { ...list, was: { ownCompanies: [] } })).toBe('not-allowed');
    expect(opened.backend.invoked).toEqual([]);
    const seen = { ...list, was: { ownCompanies: [] } };
    await browserOf('administrator').post('/commands/settings.change', seen);
    expect(opened.backend.invoked).toMatchObject([{ name: 'settings.change', input: seen }]);
  });

  test('approvers write vouchers only by the rules that administrators have set', async () => {
    const settings = { ...defaultSettings };
    const recording = recordingBackend();
    const backend = {
      ...recording,
      invoke: (name: string, input: unknown) =>
        name === 'app.info'
          ? Promise.resolve({ ok: true as const, value: settings })
          : recording.invoke(name, input),
    };
    const client = { address: '127.0.0.1', program: '' };
    const own = { ...settings.voucherRules, joinMonths: true };
    const vouchers = (role: Role, rules: unknown) =>
      backendFor(backend, opened.office, { user: person(role), session: 's' }, client).invoke(
        'books.writeVouchers',
        { ids: [], rules, format: 'kingdee', include: [] },
      );
    expect(await vouchers('approver', own)).toMatchObject({ failure: { id: 'other-rules' } });
    expect(recording.invoked).toEqual([]);
    await vouchers('approver', { ...settings.voucherRules, word: '转' });
    await vouchers('administrator', own);
    expect(recording.invoked).toHaveLength(2);
  });
});
