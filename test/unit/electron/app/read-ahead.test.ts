import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReadAhead } from '../../../../electron/app/read-ahead.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const counted = async () => {
  const path = join(await temporaryFolder(), 'a.xml');
  await writeFile(path, '<a/>');
  const asked: string[] = [];
  const ahead = createReadAhead({
    readDigital: (at) => {
      asked.push(at);
      return Promise.resolve({ ok: true, value: null });
    },
  });
  return { path, asked, ahead };
};

test('does not read a file twice for its page', async () => {
  const { path, asked, ahead } = await counted();
  expect(await ahead.hasData(path)).toBe(false);
  expect(await ahead.readDigital(path, null)).toEqual({ ok: true, value: null });
  expect(asked).toHaveLength(1);
  // The result is kept for one page only.
  await ahead.readDigital(path, null);
  expect(asked).toHaveLength(2);
});

test('reads a file again if it has changed or has a password', async () => {
  const { path, asked, ahead } = await counted();
  await ahead.hasData(path);
  await utimes(path, new Date(0), new Date(0));
  await ahead.readDigital(path, null);
  expect(asked).toHaveLength(2);
  await ahead.hasData(path);
  await ahead.readDigital(path, 'password');
  expect(asked).toHaveLength(4);
});
