import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { keyOf, officeKeyValues, withOfficeSettings } from '../../../electron/office/office-settings.ts';
import { commandUses, type CommandUse } from '../../../electron/office/store/command-use.ts';
import { createSettingsStore, SettingChanged } from '../../../electron/credentials/settings-store.ts';
import { openOfficeSettings } from '../../../electron/office/store/settings.ts';
import { defaultSettings, type Company } from '../../../shared/contract/settings.ts';
import { openUsers } from '../../../electron/office/users/office.ts';
import { checkFourEyes } from '../../../electron/office/users/user-store.ts';
import { openOfficeAt, usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

const useOf = (name: string): CommandUse => ({
  user: { id: null, name },
  address: '127.0.0.1',
  action: 'command settings.change',
  about: '',
  of: 'office',
  values: new Map(),
  pages: new Set(),
  token: null,
  answer: null,
  hasEntry: false,
  isOver: false,
});

const openServer = async (url: string) => {
  const office = await openOfficeAt(url);
  const bugs: unknown[] = [];
  const rows = await openOfficeSettings(office, (error) => bugs.push(error));
  onTestFinished(() => expect(bugs).toEqual([]));
  await office.notices.ready();
  const values = officeKeyValues(rows, (error) => bugs.push(error));
  return { office, rows, values, settings: createSettingsStore(values) };
};

describe.skipIf(noPostgres !== null)('settings of an office', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('apply to all servers and workers at once, and after a restart', async () => {
    const url = await server.database();
    const [one, other] = [await openServer(url), await openServer(url)];
    let told = 0;
    other.rows.listen(() => (told += 1));
    const ownCompanies = [{ name: '甲公司', taxId: '91310000MA1FL0000X' }];
    one.settings.change({ ownCompanies, confidenceLimit: 0.7 });
    await expect.poll(() => other.settings.read()).toMatchObject({ ownCompanies, confidenceLimit: 0.7 });
    expect(told).toBeGreaterThan(0);
    // A worker has its own network settings, and the office's checks.
    const ofComputer = { ...defaultSettings, proxy: 'http://10.0.0.1:3128', confidenceLimit: 0.2 };
    expect(withOfficeSettings(ofComputer, other.rows)).toMatchObject({
      proxy: 'http://10.0.0.1:3128',
      confidenceLimit: 0.7,
      ownCompanies,
    });
    expect((await openServer(url)).settings.read()).toMatchObject({ ownCompanies, confidenceLimit: 0.7 });
  });

  test('keep the concurrent changes of two administrators', async () => {
    const url = await server.database();
    const [one, other] = [await openServer(url), await openServer(url)];
    one.settings.change({ confidenceLimit: 0.6 });
    other.settings.change({ filePattern: '{number}' });
    await Promise.all([one.rows.settled(), other.rows.settled()]);
    const saved = { confidenceLimit: 0.6, filePattern: '{number}' };
    await expect.poll(() => one.settings.read()).toMatchObject(saved);
    await expect.poll(() => other.settings.read()).toMatchObject(saved);
  });

  test('apply only once they are stored, and not at all if they can’t be', async () => {
    const office = await openOfficeAt(await server.database());
    const rows = await openOfficeSettings(office, () => {});
    const bugs: unknown[] = [];
    const values = officeKeyValues(rows, (error) => bugs.push(error));
    const settings = createSettingsStore(values);
    settings.change({ confidenceLimit: 0.7 });
    expect(settings.read().confidenceLimit).toBe(0.9);
    await values.saved?.();
    expect(settings.read().confidenceLimit).toBe(0.7);
    await office.connection.pool.query(
      `ALTER TABLE vouch.settings ADD CONSTRAINT refuse CHECK (value <> '0.6')`,
    );
    settings.change({ confidenceLimit: 0.6 });
    await expect(values.saved?.()).rejects.toThrow('refuse');
    expect(bugs).toHaveLength(1);
    expect(settings.read().confidenceLimit).toBe(0.7);
    // A failure is told to whoever made the change, and to nobody later.
    settings.change({ confidenceLimit: 0.5 });
    await values.saved?.();
    expect(settings.read().confidenceLimit).toBe(0.5);
  });

  test('never include a setting of a single computer', async () => {
    const { rows, settings } = await openServer(await server.database());
    settings.change({
      proxy: 'http://10.0.0.1:3128',
      watch: [{ folder: '/in', service: 'vat-invoice', addExisting: false }],
    });
    await rows.settled();
    expect(settings.read()).toMatchObject({ proxy: '', watch: [] });
  });

  test('turn on four eyes only where two users may approve', async () => {
    const url = await server.database();
    const office = await openOfficeAt(url);
    const pool = usersPool(url, 2);
    onTestFinished(() => pool.end());
    await openUsers(pool, office.store.claims);
    const rows = await openOfficeSettings(office, () => {}, checkFourEyes);
    const turnOn = () => rows.set(keyOf('fourEyes'), true);
    const add = (name: string, banned: boolean) =>
      pool.query(
        `INSERT INTO "user" (id, name, email, "emailVerified", role, banned, "createdAt", "updatedAt")
         VALUES ($1, $1, $1, false, 'approver', $2, now(), now())`,
        [name, banned],
      );
    await add('li', false);
    await add('wang', true);
    await expect(turnOn()).rejects.toMatchObject({ failure: { id: 'one-approver' } });
    expect(rows.get(keyOf('fourEyes'))).toBeUndefined();
    await rows.set(keyOf('fourEyes'), false);
    await add('zhao', false);
    await turnOn();
    expect(rows.get(keyOf('fourEyes'))).toBe(true);
  });

  test('tell the second of two administrators who changed a list, and store nothing of his change', async () => {
    const url = await server.database();
    const [one, other] = [await openServer(url), await openServer(url)];
    const [mine, theirs] = ['1111', '2222'].map((name) => [{ name, taxId: '' }]);
    // The audit log is one of the users' tables.
    const pool = usersPool(url, 2);
    onTestFinished(() => pool.end());
    await openUsers(pool, one.office.store.claims);
    // No row exists yet that could be locked.
    const change = (of: typeof one, name: string, ownCompanies: Company[] = []) =>
      commandUses.run({ ...useOf(name) }, async () => {
        of.settings.change({ ownCompanies, filePattern: name }, { ownCompanies: [] });
        await of.values.saved?.();
      });
    const ends = await Promise.allSettled([change(one, '李华', mine), change(other, '王伟', theirs)]);
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(lost).toHaveLength(1);
    const winner = ends[0]?.status === 'fulfilled' ? '李华' : '王伟';
    expect(lost[0]).toMatchObject({ by: winner });
    expect(lost[0]).toBeInstanceOf(SettingChanged);
    const stored = winner === '李华' ? mine : theirs;
    for (const { settings } of [one, other])
      await expect.poll(() => settings.read()).toMatchObject({ ownCompanies: stored, filePattern: winner });
    // The same again and again, each time on the version that is stored.
    let seen = stored ?? [];
    for (let round = 0; round < 19; round += 1) {
      const wanted = [one, other].map((_, index) => [{ name: `${round} ${index}`, taxId: '' }]);
      const both = await Promise.allSettled(
        [one, other].map((of, index) =>
          commandUses.run(useOf('李华'), async () => {
            of.settings.change({ ownCompanies: wanted[index] ?? [] }, { ownCompanies: seen });
            await of.values.saved?.();
          }),
        ),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      seen = wanted[both.findIndex(({ status }) => status === 'fulfilled')] ?? [];
      for (const { settings } of [one, other])
        await expect.poll(() => settings.read().ownCompanies).toEqual(seen);
    }
    // Whoever wants what is stored already gets it, whatever he saw.
    const late = one.rows.change([
      { key: keyOf('ownCompanies'), value: [{ name: 'x', taxId: '' }], isSeen: () => true },
    ]);
    other.settings.change({ ownCompanies: [{ name: 'x', taxId: '' }] }, { ownCompanies: seen });
    await Promise.all([late, other.values.saved?.()]);
    seen = [{ name: 'x', taxId: '' }];
    // With the stored version it is saved.
    other.settings.change({ ownCompanies: [] }, { ownCompanies: seen });
    await other.values.saved?.();
    await expect.poll(() => one.settings.read().ownCompanies).toEqual([]);
  });

  test('with one value are refused, too, if somebody has changed them since they were seen', async () => {
    const url = await server.database();
    const [one, other] = [await openServer(url), await openServer(url)];
    one.settings.change({ confidenceLimit: 0.7 });
    await one.values.saved?.();
    await expect.poll(() => other.settings.read().confidenceLimit).toBe(0.7);
    other.settings.change({ confidenceLimit: 0.8, filePattern: '{number}' }, { confidenceLimit: 0.9 });
    await expect(other.values.saved?.()).rejects.toBeInstanceOf(SettingChanged);
    expect(other.settings.read()).toMatchObject({
      confidenceLimit: 0.7,
      filePattern: defaultSettings.filePattern,
    });
    other.settings.change({ confidenceLimit: 0.8 }, { confidenceLimit: 0.7 });
    await other.values.saved?.();
    await expect.poll(() => one.settings.read().confidenceLimit).toBe(0.8);
  });

  test('of a user keep two changes at once', async () => {
    const url = await server.database();
    const { office } = await openServer(url);
    const pool = usersPool(url, 4);
    onTestFinished(() => pool.end());
    const { preferences } = await openUsers(pool, office.store.claims);
    for (let round = 0; round < 20; round += 1) {
      // The first time of a user has no row, which could be locked.
      const user = `user ${round % 10}`;
      const theme = round < 10 ? 'dark' : 'light';
      const keepZoom = round < 10;
      await Promise.all([
        preferences.change(user, { theme }, null),
        preferences.change(user, { keepZoom }, null),
      ]);
      expect(await preferences.of(user)).toEqual({ theme, keepZoom });
    }
  });
});
