import { expect, test } from 'vitest';
import { createDownloads } from '../../../../electron/app/export-delivery.ts';

const download = (name: string) => ({ type: 'text/csv', bytes: Buffer.from(name), name });

test('serves a download once, and only with its id', async () => {
  const downloads = createDownloads();
  const id = await downloads.offer(download('a'), null);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await downloads.take('other')).toBeNull();
  expect((await downloads.take(id))?.download.name).toBe('a');
  expect(await downloads.take(id)).toBeNull();
});

test('drops the oldest download that nobody fetches', async () => {
  const downloads = createDownloads();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await downloads.offer(download(name), null));
  const names = await Promise.all(ids.map(async (id) => (await downloads.take(id))?.download.name ?? null));
  expect(names).toEqual([null, null, 'c', 'd', 'e', 'f']);
});
