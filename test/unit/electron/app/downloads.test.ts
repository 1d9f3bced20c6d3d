import { expect, test } from 'vitest';
import { createDownloads } from '../../../../electron/app/downloads.ts';

const download = (name: string) => ({ type: 'text/csv', bytes: Buffer.from(name), name });

test('a download is fetched once, and by nobody who does not know its id', () => {
  const downloads = createDownloads();
  let taken = 0;
  const id = downloads.offer(download('a'), () => (taken += 1));
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(downloads.take('other')).toBeNull();
  expect(taken).toBe(0);
  expect(downloads.take(id)?.name).toBe('a');
  expect(downloads.take(id)).toBeNull();
  expect(taken).toBe(1);
});

test('what nobody fetches gives way to what is newer', () => {
  const downloads = createDownloads();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => downloads.offer(download(name), () => undefined));
  expect(ids.map((id) => downloads.take(id)?.name ?? null)).toEqual([null, null, 'c', 'd', 'e', 'f']);
});
