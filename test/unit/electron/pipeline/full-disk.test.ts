import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { createBackend } from '../../../../electron/app/create-backend.ts';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { storageFailure } from '../../../../electron/app/command-failures.ts';
import { storageCode } from '../../../../electron/store/sqlite/error-codes.ts';
import { writeBackup } from '../../../../electron/store/sqlite/backup/write-backup.ts';
import { addPages } from '../../../helpers/asking.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { testHost } from '../../../helpers/test-host.ts';
import { now } from '../../../helpers/now.ts';

const correct = (value: string) => ({ kind: 'correct', field: 'number', value }) as const;

/** A disk of 3 MB, if this machine can mount one. */
const mountSmallDisk = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
};

const disk = process.platform === 'linux' ? mountSmallDisk() : null;
afterAll(() => {
  if (disk === null) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

const opened = async (home: string) => {
  const folder = await openDataFolder(home, 'test', now);
  if (!folder.ok) throw new Error(folder.failure.message.en);
  return folder.value;
};

const integrityOf = (home: string): unknown => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
  try {
    return db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  } finally {
    db.close();
  }
};

/** The name of the disk's error. Fails if there was none. */
const refusalOf = async (work: () => unknown): Promise<string | null> => {
  try {
    await work();
  } catch (error) {
    return storageCode(error);
  }
  throw new Error('the disk took it');
};

describe.skipIf(disk === null)('full disk (skipped without a small disk)', () => {
  test('leaves nothing incomplete, and continues when there is room', async () => {
    const home = join(disk ?? '', 'home');
    const folder = await opened(home);
    const [first = 0] = await addPages(folder, 5);
    const ballast = join(disk ?? '', 'ballast');
    const fill = () => {
      for (let size = 2 ** 20; size >= 512; size /= 2) {
        for (let index = 0; ; index += 1) {
          const path = `${ballast}-${size}-${index}`;
          try {
            writeFileSync(path, Buffer.alloc(size));
          } catch {
            rmSync(path, { force: true });
            break;
          }
        }
      }
    };
    fill();
    const pictures = () => readdirSync(join(home, 'pictures'), { recursive: true }).length;
    const before = { rows: (await folder.store.pageIds('face-detect')).length, files: pictures() };

    expect(await refusalOf(() => folder.pictures.put('a'.repeat(64), 'jpg', Buffer.alloc(200_000)))).toBe(
      'ENOSPC',
    );
    const correctAll = async () => {
      for (let index = 0; index < 2000; index += 1)
        await folder.store.transact((unit) =>
          unit.append(first, index, 'local', [correct('y'.repeat(2000))]),
        );
    };
    expect(await refusalOf(correctAll)).toMatch(/^SQLITE_(FULL|IOERR)$/);
    const kept = await folder.store.events(first);
    expect(kept.every(({ change }) => change.kind === 'correct' && change.value?.length === 2000)).toBe(true);
    const target = join(disk ?? '', 'kept.vouch');
    const backup = () =>
      writeBackup({ kind: 'write', home, target, at: now().toISOString(), program: 'test' });
    expect(await refusalOf(backup)).toMatch(/^(SQLITE_(FULL|IOERR|CANTOPEN)|ENOSPC)$/);
    expect(readdirSync(disk ?? '').filter((name) => name.startsWith('kept'))).toEqual([]);

    expect(integrityOf(home)).toBe('ok');
    const after = readdirSync(join(home, 'pictures'), { recursive: true }).map(String);
    expect(after.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(after.some((name) => name.includes('a'.repeat(64)))).toBe(false);
    expect(await folder.store.pageIds('face-detect')).toHaveLength(before.rows);

    for (const name of readdirSync(disk ?? ''))
      if (name.startsWith('ballast')) rmSync(join(disk ?? '', name));
    await folder.store.transact((unit) =>
      unit.append(first, kept.length, 'local', [correct('there is room again')]),
    );
    await folder.close();
    const again = await opened(home);
    expect(integrityOf(home)).toBe('ok');
    expect(await again.store.events(first)).toHaveLength(kept.length + 1);
    await again.close();
  });

  test('reports a read-only disk in the user’s language, with a remedy', async () => {
    const home = join(disk ?? '', 'other');
    await (await opened(home)).close();
    execFileSync('mount', ['-o', 'remount,ro', disk ?? '']);
    const zh = createBackend(testHost(home, { locale: 'zh-CN' }));
    await expect(zh).rejects.toThrow(/^无法读写数据文件夹（\w+）。请检查数据文件夹的权限和磁盘空间$/);
    const en = createBackend(testHost(home, { locale: 'en-GB' }));
    await expect(en).rejects.toThrow(/^Can’t read or write the data folder \(\w+\)\. Check the perm/);
    execFileSync('mount', ['-o', 'remount,rw', disk ?? '']);
  });
});

test('reports a full disk in both languages', () => {
  for (const code of ['ENOSPC', 'SQLITE_FULL']) {
    const { message, remedy } = storageFailure(code);
    expect(message.zh).toContain(code);
    expect(remedy?.zh).toMatch(/磁盘已满/);
    expect(remedy?.en).toMatch(/disk is full/);
  }
});

test('reports a data folder in use in the user’s language', async () => {
  const home = join(await temporaryFolder(), 'home');
  const folder = await opened(home);
  const host = testHost(home, { locale: 'en-GB' });
  host.store.set('settings', { language: 'zh' });
  await expect(createBackend(host)).rejects.toThrow(/^数据文件夹正被另一个 Vouch 使用（test, pid \d+/);
  await folder.close();
  expect(existsSync(join(home, 'ledger.sqlite'))).toBe(true);
});
