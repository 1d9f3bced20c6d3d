import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOfficeDownloads } from '../../../electron/office/store/downloads.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

let server: SharedServer;

const record = {
  service: 'vat-invoice',
  form: 'csv',
  layout: { own: '进项' },
  place: 'download',
  target: 'a.csv',
  pages: 2,
  leftOut: 1,
  ids: [3, 4],
} as const;

const openTwo = async () => {
  const url = await server.database();
  const [one, other] = [await openOfficeAt(url), await openOfficeAt(url)];
  const query = (text: string) => one.connection.pool.query<{ n: number }>(text);
  return { one: openOfficeDownloads(one), other: openOfficeDownloads(other), query };
};

describe.skipIf(noPostgres !== null)('downloads of an office', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('are delivered once, by any server, byte for byte, with the export to record', async () => {
    const { one, other, query } = await openTwo();
    const bytes = randomBytes(9_000_001);
    const id = await one.offer({ type: 'text/csv', name: '进项.csv', bytes }, record);
    const taken = await other.take(id);
    expect(taken?.download.bytes.equals(bytes)).toBe(true);
    expect(taken).toMatchObject({ download: { type: 'text/csv', name: '进项.csv' }, record });
    expect(await one.take(id)).toBeNull();
    expect((await query('SELECT count(*) AS n FROM download_parts')).rows).toEqual([{ n: 0 }]);
    const empty = await one.offer({ type: 'text/plain', name: 'a.txt', bytes: Buffer.alloc(0) }, null);
    expect(await other.take(empty)).toMatchObject({ download: { name: 'a.txt' }, record: null });
  });

  test('are delivered to one of many concurrent requests', async () => {
    const { one, other } = await openTwo();
    const id = await one.offer({ type: 'text/csv', name: 'a', bytes: Buffer.from('a') }, null);
    const taken = await Promise.all([one, other, one, other].map((downloads) => downloads.take(id)));
    expect(taken.filter((found) => found !== null)).toHaveLength(1);
  });

  test('are dropped if they are not fetched in time, or are the oldest of too many', async () => {
    const { one, other, query } = await openTwo();
    const offer = (name: string) => one.offer({ type: 'text/csv', name, bytes: Buffer.from(name) }, null);
    const old = await offer('old');
    await query(`UPDATE downloads SET at = at - interval '11 minutes'`);
    expect(await other.take(old)).toBeNull();
    const large = await offer('large');
    await query('UPDATE downloads SET bytes = 3999999999');
    const [second, third] = [await offer('second'), await offer('third')];
    expect(await other.take(large)).toBeNull();
    expect(await other.take(second)).not.toBeNull();
    expect(await other.take(third)).not.toBeNull();
    for (let index = 0; index < 205; index += 1) await offer(String(index));
    expect((await query('SELECT count(*) AS n FROM downloads')).rows).toEqual([{ n: 200 }]);
  });

  test('have an id that cannot be guessed and is not SQL', async () => {
    const { one } = await openTwo();
    expect(await one.take(randomUUID())).toBeNull();
    expect(await one.take("' OR 1=1 --")).toBeNull();
  });
});
