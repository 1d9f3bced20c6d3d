import { expect, test } from 'vitest';
import { createDownloads } from '../../../../electron/backend/downloads.ts';

const download = (name: string) => ({ type: 'text/csv', bytes: Buffer.from(name), name });

test('a download is fetched once, and by nobody who does not know its id', () => {
  const downloads = createDownloads();
  const id = downloads.offer(download('a'));
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(downloads.take('other')).toBeNull();
  expect(downloads.take(id)?.name).toBe('a');
  expect(downloads.take(id)).toBeNull();
});

test('what nobody fetches gives way to what is newer', () => {
  const downloads = createDownloads();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => downloads.offer(download(name)));
  expect(ids.map((id) => downloads.take(id)?.name ?? null)).toEqual([null, null, 'c', 'd', 'e', 'f']);
});
