import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { officeStorageCode } from '../../../electron/office/open-office.ts';
import { Client } from '../../../electron/office/store/client.ts';
import { newPage } from '../../helpers/stored-pages.ts';
import { vouch } from '../../helpers/command-line.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let server: SharedServer;

const query = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
};

/** From here on, PostgreSQL rejects every new row of a table with the error of a full disk. */
const fillDisk = (url: string, table: string) =>
  query(
    url,
    `CREATE OR REPLACE FUNCTION vouch.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
     END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON vouch.${table} FOR EACH ROW EXECUTE FUNCTION vouch.full_disk();`,
  );
const freeDisk = (url: string, table: string) => query(url, `DROP TRIGGER full_disk ON vouch.${table}`);

describe.skipIf(noPostgres !== null)('a full disk of the database', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('rolls back the unit of work, and is a storage failure', async () => {
    const url = await server.database();
    const { store } = await openOfficeAt(url);
    const [id = 0] = await store.transact((unit) => unit.addPages([newPage()]));
    await fillDisk(url, 'review_events');
    const edit = () =>
      store.transact(async (unit) => {
        await unit.setHeld([id], true);
        return unit.append(id, 0, 'li', [{ kind: 'correct', field: 'number', value: '1' }]);
      });
    const error: unknown = await edit().catch((thrown: unknown) => thrown);
    expect(officeStorageCode(error)).toBe('ENOSPC');
    expect(await store.page(id)).toMatchObject({ held: false, version: 0 });
    await freeDisk(url, 'review_events');
    expect(await edit()).toMatchObject({ ok: true });
    expect(await store.page(id)).toMatchObject({ held: true, version: 1 });
  });

  test('is reported by the command line, which continues when there is space again', async () => {
    const url = await server.database();
    const folder = await temporaryFolder();
    const file = join(folder, 'a.xml');
    await copyFile(fileURLToPath(new URL('../../../samples/digital-data.xml', import.meta.url)), file);
    const environment = { VOUCH_HOME: join(folder, 'home'), VOUCH_DATABASE_URL: url };
    const read = () => vouch(['invoice', file, '--json', '-', '--lang', 'en'], environment);
    await openOfficeAt(url);
    await fillDisk(url, 'documents');
    const full = await read();
    expect(full.code).not.toBe(0);
    expect(full.stderr).toMatch(/disk is full|no space/iu);
    await freeDisk(url, 'documents');
    const ran = await read();
    expect(ran.stderr).not.toMatch(/disk is full|no space/iu);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject([{ state: 'recognized', reader: 'xml' }]);
  });
});
