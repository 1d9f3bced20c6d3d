import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Backend } from '../../../electron/app/contract.ts';
import type { Caller } from '../../../electron/app/handlers.ts';
import type { Store, WriteStore } from '../../../electron/store/port.ts';
import { openOfficeSettings } from '../../../electron/office/store/settings.ts';
import { backendFor } from '../../../electron/office/server/office-backend.ts';
import { runTrail } from '../../../electron/office/cli/trail.ts';
import { createAuditLog } from '../../../electron/office/users/audit-log.ts';
import { sha256Of } from '../../../electron/infra/bytes.ts';
import { checkEntries, lastSeal, sealEntries } from '../../../electron/office/users/audit-seals.ts';
import { openUserDatabase, type UserDatabase } from '../../../electron/office/users/database.ts';
import { openUsers, type Office } from '../../../electron/office/users/office.ts';
import { createLocalClaims } from '../../../electron/store/records/claim.ts';
import { failed, success } from '../../../shared/result.ts';
import type { ReviewChange } from '../../../shared/review/event.ts';
import { trailTexts } from '../../../shared/texts/office-command.ts';
import { recordingBackend } from '../../helpers/app-fixtures/recording-backend.ts';
import { openOfficeAt, usersPool } from '../../helpers/office.ts';
import { openDesk, signInUsers } from '../../helpers/office-desk.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { serveOffice } from '../../helpers/served-office.ts';
import { addOne, correct, figures } from '../../helpers/stored-pages.ts';
import { unzip } from '../../helpers/unzip.ts';

const li = { id: 'li', name: 'Li Hua', email: 'li@office.example', role: 'administrator' } as const;

const edited =
  (id: number, number: string) =>
  async (unit: WriteStore, { by }: Caller) => {
    const { length } = await unit.events(id);
    await unit.append(id, length, by, [correct(number)]);
    await unit.putSummaries(new Map([[id, { ...figures, number }]]));
  };

describe.skipIf(noPostgres !== null)('the audit log of an office', () => {
  let postgres: SharedServer;
  let url: string;
  let store: Store;
  let office: Office;
  let database: UserDatabase;
  let pool: ReturnType<typeof usersPool>;
  let setSetting: (key: string, value: unknown) => Promise<void>;

  beforeAll(async () => {
    postgres = await sharedPostgres();
  });
  beforeEach(async () => {
    url = await postgres.database();
    const opened = await openOfficeAt(url);
    const settings = await openOfficeSettings(opened, () => {});
    setSetting = settings.set;
    store = opened.store;
    pool = usersPool(url, 5);
    office = await openUsers(
      pool,
      createLocalClaims(() => new Date()),
    );
    database = openUserDatabase(pool);
    return () => pool.end();
  });

  /** Li Hua's backend, whose commands do this. */
  const use = (work: (unit: WriteStore, caller: Caller) => Promise<unknown>) => {
    const invoke: Backend['invoke'] = async (_name, _input, caller = { by: '' }) =>
      success(await store.transact((unit) => work(unit, caller)));
    return over(invoke);
  };
  const over = (invoke: Backend['invoke']) =>
    backendFor(
      { ...recordingBackend(), invoke },
      office,
      { user: li, session: 's' },
      { address: '10.0.0.1', program: '' },
    );
  const entries = () =>
    database
      .selectFrom('trail')
      .select(['person', 'action', 'about', 'page', 'invoice', 'field', 'was', 'now'])
      .orderBy('id')
      .execute();
  /** What only the owner of the tables can do. */
  const forced = async (statement: string): Promise<void> => {
    await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`);
  };
  const page = async (number: string): Promise<number> => {
    const id = await addOne(store);
    await store.transact((unit) => unit.putSummaries(new Map([[id, { ...figures, number }]])));
    return id;
  };

  /** Li Hua appends these to a page. */
  const append = (on: number, ...kinds: ReviewChange[]) =>
    use((unit, { by }) => unit.appendAll(new Map([[on, kinds]]), by)).invoke('batch.undo', {});

  test('has its newest digest in the properties of exported workbooks', async () => {
    expect(await office.auditDigest()).toBeNull();
    const [cookie = ''] = await signInUsers(pool, 1);
    const served = await serveOffice(url);
    const desk = openDesk(served.port, cookie);
    onTestFinished(async () => {
      desk.close();
      expect(await served.stop()).toBe(0);
    });
    await expect.poll(() => office.auditDigest(), { timeout: 30_000 }).not.toBeNull();
    await desk.add('a.xml', await readFile(new URL('../../../samples/digital-data.xml', import.meta.url)));
    await expect.poll(async () => (await desk.list())[0]?.state, { timeout: 60_000 }).toBe('recognized');
    const choice = { format: 'xlsx', layout: 'vouch', language: 'en', encoding: 'utf8', unresolved: 'keep' };
    const exported = await desk.ask<{ readonly id: string }>('pages.export', {
      service: 'vat-invoice',
      ...choice,
    });
    if (!exported.ok) throw new Error(exported.failure.id);
    const { body } = await desk.get(`/downloads/${exported.value.id}`);
    const properties = (await unzip(body)).get('docProps/core.xml')?.toString() ?? '';
    const digest = /audit log digest: ([0-9a-f]{64})/u.exec(properties)?.[1] ?? '';
    // It proves what the log said before the export.
    expect(await checkEntries(database, digest)).toMatchObject({ ok: true });
    expect(await checkEntries(database, 'f'.repeat(64))).toMatchObject({ ok: false });

    // Formats whose rows are a contract carry nothing: their entries name them by their digests.
    for (const format of ['csv', 'json'] as const) {
      const other = await desk.ask<{ readonly id: string; readonly name: string }>('pages.export', {
        service: 'vat-invoice',
        ...choice,
        format,
      });
      if (!other.ok) throw new Error(other.failure.id);
      const file = await desk.get(`/downloads/${other.value.id}`);
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM trail WHERE action = 'command pages.export' AND about = $1`,
        [`file: ${other.value.name}; sha256: ${sha256Of(file.body)}`],
      );
      expect(rows).toHaveLength(1);
    }
    expect(await checkEntries(database, null)).toMatchObject({ ok: true });
  }, 120_000);

  test('says which value of which invoice was changed, from what to what, in the same transaction', async () => {
    const id = await page('11112222');
    const input = { id, field: 'number', value: '33334444', was: '11112222', version: 0 };
    await use(edited(id, '33334444')).invoke('pages.correct', input);
    const entry = { person: 'li', action: 'command pages.correct', page: id, field: 'number' };
    expect(await entries()).toEqual([
      { ...entry, about: '', invoice: '11112222', was: '11112222', now: '33334444' },
    ]);
    // Nothing remains of what was not stored.
    const failing = use(async (unit, caller) => {
      await edited(id, '55556666')(unit, caller);
      throw new Error('no');
    });
    await expect(failing.invoke('pages.correct', input)).rejects.toThrow('no');
    expect(await entries()).toHaveLength(1);
    // Values that lists don't show come from the command.
    const remark = use(async (unit, { by, onValues }) => {
      await unit.append(id, 1, by, [{ kind: 'correct', field: 'remark', value: 'b\0' }]);
      onValues?.(id, [{ field: 'remark', was: 'a', now: 'b\0' }]);
    });
    await remark.invoke('pages.correct', input);
    expect((await entries()).slice(1)).toMatchObject([{ field: 'remark', was: 'a', now: 'b␀' }]);
    // Nothing is said of an event that came too late.
    const late = use((unit, { by }) => unit.append(id, 0, by, [correct('7')]));
    await late.invoke('pages.correct', input);
    expect((await entries()).slice(2)).toMatchObject([{ page: id, field: '', was: null, now: null }]);
  });

  test('says a line of a joined invoice once, by its place in the whole invoice', async () => {
    const [main, further] = [await page('11112222'), await page('11112222')];
    await store.transact((unit) =>
      unit.setJoined(
        new Map([
          [main, { to: main, place: 0 }],
          [further, { to: main, place: 1 }],
        ]),
      ),
    );
    const typed = { field: 'lines.3.name', was: 'a', now: 'b' };
    const line = use(async (unit, { by, onValues }) => {
      await unit.appendAll(
        new Map([[further, [{ kind: 'correct', field: 'lines.0.name', value: 'b' }]]]),
        by,
      );
      onValues?.(main, [typed]);
    });
    await line.invoke('pages.correct', { id: main });
    expect(await entries()).toMatchObject([{ page: main, invoice: '11112222', ...typed }]);
  });

  test('says the value that a change meets when it waits for another user', async () => {
    const id = await page('1');
    const all = (number: string) => async (unit: WriteStore, by: string) => {
      await unit.appendAll(new Map([[id, [correct(number)]]]), by);
      await unit.putSummaries(new Map([[id, { ...figures, number }]]));
    };
    const [begun, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = store.transact(async (unit) => {
      await all('2')(unit, 'wang');
      begun.resolve();
      await waiting.promise;
    });
    await begun.promise;
    const own = use((unit, { by }) => all('3')(unit, by)).invoke('pages.correct', { id });
    await vi.waitFor(async () => {
      const { rows } = await pool.query('SELECT 1 FROM pg_locks WHERE NOT granted');
      expect(rows).not.toEqual([]);
    }, 30_000);
    waiting.resolve();
    await Promise.all([other, own]);
    expect(await entries()).toMatchObject([{ person: 'li', field: 'number', was: '2', now: '3' }]);
  });

  test('says what an undo ended and a redo restored, also if no value shows it', async () => {
    const [id, paper] = [await page('11112222'), await page('33334444')];
    await append(id, { kind: 'accept', finding: 'lines', fields: ['total'] });
    await append(id, { kind: 'undo' });
    await append(id, { kind: 'redo' });
    await append(paper, { kind: 'pair', invoice: id });
    // A colleague's step ends nothing of hers.
    await store.transact((unit) => unit.appendAll(new Map([[paper, [{ kind: 'undo' }]]]), 'wang'));
    await append(paper, { kind: 'undo' }, { kind: 'undo' });
    const accepted = '{"finding":"lines","fields":["total"]}';
    expect(await entries()).toMatchObject([
      { page: id, field: 'accept', was: null, now: accepted },
      { page: id, field: 'accept', was: accepted, now: null },
      { page: id, field: 'accept', was: null, now: accepted },
      { page: paper, field: 'pair', was: null, now: '11112222' },
      { page: paper, field: 'pair', was: '11112222', now: null },
      { page: paper, field: 'undo', was: null, now: '{}' },
    ]);
  });

  test('says the review, the note and other events, and those of nobody else', async () => {
    const id = await page('11112222');
    const all = use(async (unit, { by }) => {
      await unit.appendAll(new Map([[id, [{ kind: 'confirm' }, { kind: 'note', text: 'n' }]]]), by);
      await unit.setReviews(new Map([[id, { review: 'confirmed', tags: [], note: 'n' }]]));
      await unit.appendAll(new Map([[id, [{ kind: 'print' }]]]), by);
      await unit.appendAll(new Map([[id, [correct('9')]]]), 'vouch');
    });
    await all.invoke('pages.review', { id, mark: 'confirmed', version: 0, digest: null });
    const paper = await page('33334444');
    const pair = use((unit, { by }) =>
      unit.appendAll(new Map([[paper, [{ kind: 'pair', invoice: id }]]]), by),
    );
    await pair.invoke('pages.pair', { id: paper });
    expect(await entries()).toMatchObject([
      { about: 'mark: confirmed', field: 'review', was: 'open', now: 'confirmed' },
      { field: 'note', was: null, now: 'n' },
      { field: 'print', was: null, now: '{}' },
      { page: paper, field: 'pair', was: null, now: '11112222' },
    ]);
  });

  test('keeps what was known of removed pages, and names those that a command named', async () => {
    const [one, two] = [await page('11112222'), await page('33334444')];
    const ids = [one, two];
    await use((unit) => unit.removePages(ids)).invoke('pages.remove', { ids });
    const found = await entries();
    expect(found).toMatchObject([
      { page: one, invoice: '11112222', field: 'page', now: null },
      { page: two, invoice: '33334444', field: 'page', now: null },
    ]);
    expect(JSON.parse(found[0]?.was ?? '')).toMatchObject({ name: 'a.jpg', grossTotal: '318.00' });
    // A page of which nothing was stored.
    const [three, four] = [await page('55556666'), await page('77778888')];
    const some = use((unit, { by }) => unit.appendAll(new Map([[three, [{ kind: 'print' }]]]), by));
    await some.invoke('batch.tag', { ids: [three, four], add: ['a'] });
    expect((await entries()).slice(2)).toMatchObject([
      { page: three, field: 'print' },
      { page: four, about: 'unchanged; add: ["a"]', field: '' },
    ]);
    // The number of a file is not that of a page.
    await over(() => Promise.resolve(success({}))).invoke('books.resolve', { id: four, state: 'dropped' });
    expect((await entries()).slice(4)).toMatchObject([{ page: null, invoice: '' }]);
    const refusing = over(() =>
      Promise.resolve(failed({ id: 'full', message: { zh: '', en: '' }, remedy: null })),
    );
    await refusing.invoke('pages.remove', { ids: [three, one] });
    await over(() => Promise.resolve(success({}))).invoke('pages.export', {
      service: 'vat-invoice',
      ids: [three],
      format: 'xlsx',
    });
    expect((await entries()).slice(5)).toMatchObject([
      { about: 'full', page: three, invoice: '55556666' },
      { about: 'full', page: null, invoice: `#${one}` },
      { action: 'command pages.export', about: 'service: vat-invoice; format: xlsx', page: three },
    ]);
  });

  test('says a setting before and after, who saw a picture, and nothing of queries and a user’s own settings', async () => {
    const change = over(async (name, input) => {
      if (name === 'settings.change' && Object.keys(input ?? {}).length > 0)
        await setSetting('settings.confidenceLimit', 0.5);
      return success({});
    });
    await change.invoke('settings.change', { confidenceLimit: 0.5, was: { confidenceLimit: 0.6 } });
    await change.invoke('settings.change', { language: 'zh' });
    await change.invoke('pages.list', { service: 'vat-invoice' });
    const id = await page('11112222');
    const picture = { type: 'image/png', bytes: Buffer.alloc(1) };
    const showing = backendFor(
      { ...recordingBackend(), picture: () => Promise.resolve(picture) },
      office,
      { user: li, session: 's' },
      { address: '10.0.0.1', program: '' },
    );
    for (const size of ['thumbnail', 'full', 'best'] as const) await showing.picture(id, size);
    expect((await entries()).slice(1)).toMatchObject([{ action: 'picture-shown', invoice: '11112222' }]);
    expect((await entries()).slice(0, 1)).toMatchObject([
      { action: 'command settings.change', field: 'settings.confidenceLimit', was: null, now: '0.5' },
    ]);
  });

  test('is found by days, user and text, newest first, in pieces', async () => {
    const id = await page('1');
    for (const number of ['11112222', '33334444'])
      await use(edited(id, number)).invoke('pages.correct', { id });
    const add = (name: string) =>
      office.auditLog.add({ user: { id: name, name }, address: '', action: 'signed-out', about: '100%' });
    for (let index = 0; index < 101; index += 1) await add('wang');
    const all = { from: '2020-01-01', to: '2099-01-01', person: null, text: '', before: null };
    const { find } = office.auditLog;
    const newest = await find(all);
    expect(newest.entries).toHaveLength(100);
    expect(newest.hasMore).toBe(true);
    const older = await find({ ...all, before: newest.entries.at(-1)?.id ?? null });
    expect(older.hasMore).toBe(false);
    expect(older.entries).toMatchObject([
      { name: 'wang' },
      { name: 'Li Hua', was: '11112222', now: '33334444' },
      { name: 'Li Hua', was: '1', now: '11112222' },
    ]);
    const numbers = async (question: object) =>
      (await find({ ...all, ...question })).entries.map(({ now }) => now);
    expect(await numbers({ text: '3333' })).toEqual(['33334444']);
    expect(await numbers({ text: 'PAGES.CORRECT', person: 'li' })).toHaveLength(2);
    expect(await numbers({ text: '%_', person: null })).toEqual([]);
    expect(await numbers({ to: '2020-01-02' })).toEqual([]);
    expect(await office.auditLog.csv(all.from, all.to)).toContain('33334444');
    expect(await createAuditLog(database, 1_000).csv(all.from, all.to)).toBeNull();
  });

  test('is one chain of digests, which one process at a time makes, and which shows what was changed', async () => {
    const id = await page('1');
    await use(edited(id, '2')).invoke('pages.correct', { id });
    await Promise.all([sealEntries(database), sealEntries(database), sealEntries(database)]);
    const { digest: noted } = await lastSeal(database);
    for (const number of ['3', '4', '5']) await use(edited(id, number)).invoke('pages.correct', { id });
    expect(await checkEntries(database, null)).toMatchObject({ ok: true, value: { entries: 1, waiting: 3 } });
    await sealEntries(database);
    const { digest } = await lastSeal(database);
    expect(await checkEntries(database, null)).toEqual(success({ entries: 4, waiting: 0, digest }));
    expect(await checkEntries(database, noted)).toEqual(success({ entries: 3, waiting: 0, digest }));
    const printed: string[] = [];
    const check = (since: string | null, at = url) =>
      runTrail(
        { kind: 'trail', since, language: 'en' },
        { environment: { VOUCH_DATABASE_URL: at }, streams: { note: (line: string) => printed.push(line) } },
      );
    expect([await check(null), await check('0'.repeat(64))]).toEqual([0, 1]);
    expect(printed[0]).toContain(digest);
    expect(await check(null, await postgres.database())).toBe(2);
    expect(printed.at(-1)).toBe(trailTexts.noOffice.message.en);
    expect(await checkEntries(database, 'f'.repeat(64))).toEqual(failed({ reason: 'unknown-digest' }));
    for (const statement of [`UPDATE trail SET now = 'x'`, 'DELETE FROM trail', 'TRUNCATE trail_seal'])
      await expect(pool.query(statement)).rejects.toThrow('can only be added to');
    await forced(`UPDATE trail SET now = '9' WHERE now = '4'`);
    expect(await checkEntries(database, null)).toEqual(failed({ reason: 'changed', place: 3 }));
    await forced(`UPDATE trail SET now = '4' WHERE now = '9'`);
    await forced(`INSERT INTO trail (name, address, action, about) VALUES ('', '', 'signed-in', '')`);
    expect(await checkEntries(database, null)).toEqual(failed({ reason: 'unsealed', count: 1 }));
    await forced(`DELETE FROM trail WHERE now IS NULL`);
    await forced(`DELETE FROM trail WHERE now = '4'`);
    expect(await checkEntries(database, null)).toEqual(failed({ reason: 'missing', place: 3 }));
    await forced(`DELETE FROM trail_seal; DELETE FROM trail`);
    expect(await checkEntries(database, null)).toMatchObject({ ok: true });
    expect(await checkEntries(database, noted)).toEqual(failed({ reason: 'unknown-digest' }));
  });
});
