import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { postgresPrograms } from '../../../build/postgres.mjs';
import { sha256Of } from '../../../electron/infra/bytes.ts';
import { openPictureRows } from '../../../electron/office/store/pictures.ts';
import { openPageQueue } from '../../../electron/office/store/page-queue.ts';
import { newPage } from '../../helpers/stored-pages.ts';
import { officeWithRoles, openOfficeAt } from '../../helpers/office.ts';
import { sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const programs = postgresPrograms();
const folder = 'why' in programs ? '' : programs.folder;
const noTools = ['pg_dump', 'pg_restore'].some((name) => !existsSync(join(folder, name)));
if (noTools) console.warn('Not run: backup of an office, because there is no pg_dump and pg_restore');

let server: SharedServer;

const run = (name: string, parameters: readonly string[]) => {
  const { status, stderr } = spawnSync(join(folder, name), parameters, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
};

describe.skipIf(noTools)('a backup of an office as docs/operations.md describes it', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('is unchanged after pg_dump and pg_restore, its queue and its pictures included', async () => {
    const [from, to] = [await server.database(), await server.database()];
    const { server: desk } = await officeWithRoles(from);
    const office = await openOfficeAt(desk);
    const queue = await openPageQueue(office, { supervises: false, onBug: () => {} });
    const bytes = Buffer.from('a picture');
    await openPictureRows(office, await temporaryFolder()).put(sha256Of(bytes), 'jpg', bytes);
    const ids = await office.store.transact(async (unit) => {
      const added = await unit.addPages([newPage(), newPage()]);
      await unit.append(added[0] ?? 0, 0, 'ann', [{ kind: 'correct', field: 'number', value: '7' }]);
      await queue.send(unit, added);
      return added;
    });
    await queue.close();
    const dump = join(await temporaryFolder(), 'office.dump');
    run('pg_dump', ['--format=custom', `--file=${dump}`, from]);
    run('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${to}`, dump]);
    const restored = await openOfficeAt((await officeWithRoles(to)).server);
    expect(restored.office).toEqual(office.office);
    expect(await restored.store.pages(ids)).toEqual(await office.store.pages(ids));
    expect(await restored.store.events(ids[0] ?? 0)).toMatchObject([{ by: 'ann' }]);
    const pictures = openPictureRows(restored, await temporaryFolder());
    expect(await pictures.get(sha256Of(bytes), 'jpg')).toEqual(bytes);
    const jobs = await openPageQueue(restored, { supervises: false, onBug: () => {} });
    expect((await jobs.take(5)).map(({ page }) => page)).toEqual(ids);
    await jobs.close();
    // New rows get ids after the restored ones.
    expect(await restored.store.transact((unit) => unit.addPages([newPage()]))).toEqual([(ids[1] ?? 0) + 1]);
  });
});
