import { expect, test } from 'vitest';
import { createDownloads } from '../../../../electron/app/downloads.ts';

const download = (name: string) => ({ type: 'text/csv', bytes: Buffer.from(name), name });

test('serves a download once, and only with its id', async () => {
  const downloads = createDownloads();
  let taken = 0;
  const id = downloads.offer(download('a'), () => {
    taken += 1;
    return Promise.resolve();
  });
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await downloads.take('other')).toBeNull();
  expect(taken).toBe(0);
  expect((await downloads.take(id))?.name).toBe('a');
  expect(await downloads.take(id)).toBeNull();
  expect(taken).toBe(1);
});

test('drops the oldest download that nobody fetches', async () => {
  const downloads = createDownloads();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    downloads.offer(download(name), () => Promise.resolve()),
  );
  const names = await Promise.all(ids.map(async (id) => (await downloads.take(id))?.name ?? null));
  expect(names).toEqual([null, null, 'c', 'd', 'e', 'f']);
});
