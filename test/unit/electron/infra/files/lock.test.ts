import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFolderHeld } from '../../../../../electron/infra/files/lock-file.ts';
import { lockFolder, type Holder } from '../../../../../electron/infra/files/lock.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const holder: Holder = { pid: process.pid, program: 'test', since: '2024-05-28T08:00:00.000Z' };

const locked = async (home: string) => {
  const lock = await lockFolder(home, holder, 0);
  if (!lock.ok) throw new Error('locked by another');
  return lock.value;
};

test('names the lock’s owner to the second process, which gets the lock after the release', async () => {
  const home = join(await temporaryFolder(), 'made', 'on the way');
  const lock = await locked(home);
  expect(await lockFolder(home, { ...holder, program: 'other' }, 0)).toEqual({ ok: false, failure: holder });
  lock.release();
  lock.release();
  expect(existsSync(join(home, 'holder.json'))).toBe(false);
  (await locked(home)).release();
});

test('passes a released lock to a waiting process', async () => {
  const home = await temporaryFolder();
  const lock = await locked(home);
  const waiting = lockFolder(home, { ...holder, program: 'other' }, 20_000);
  setTimeout(lock.release, 100);
  const second = await waiting;
  expect(second.ok).toBe(true);
  if (second.ok) second.value.release();
});

test('never blocks the next process after a kill, whatever its note contains', async () => {
  const home = await temporaryFolder();
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('../../../../../electron/infra/files/lock.ts', import.meta.url).href)};
    const lock = await lockFolder(${JSON.stringify(home)}, { pid: process.pid, program: 'child', since: '' }, 0);
    console.log(lock.ok);
    setInterval(() => lock, 1000);
  `;
  const child = spawn(process.execPath, [
    '--no-warnings',
    '--input-type=module-typescript',
    '--eval',
    script,
  ]);
  await once(child.stdout, 'data');
  expect(await lockFolder(home, holder, 0)).toMatchObject({ ok: false, failure: { program: 'child' } });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await locked(home);
  lock.release();
});

test('keeps a lock with a damaged note', async () => {
  const home = await temporaryFolder();
  const lock = await locked(home);
  writeFileSync(join(home, 'holder.json'), '{"pid":');
  expect(await lockFolder(home, holder, 0)).toEqual({ ok: false, failure: null });
  lock.release();
});

test.each([
  ['text', 'a text file'],
  ['random bytes', '\u0001'.repeat(5000)],
  ['a truncated database', 'SQLite format 3\u0000'],
])('blocks no process with a damaged lock file (%s), and still locks', async (_, content) => {
  const home = await temporaryFolder();
  writeFileSync(join(home, 'lock.sqlite'), content);
  expect(isFolderHeld(home)).toBe(false);
  const lock = await locked(home);
  expect(isFolderHeld(home)).toBe(true);
  expect(await lockFolder(home, holder, 0)).toMatchObject({ ok: false });
  lock.release();
  expect(isFolderHeld(home)).toBe(false);
});
