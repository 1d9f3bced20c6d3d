import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeFileWhole } from '../../electron/infra/files/write-file.ts';
import { invoicePage } from '../unit/electron/export/pages.ts';
import { invoicesToCsv } from '../helpers/exported.ts';

/** A disk of 64 kB, if this machine can mount one. */
const mountSmallDisk = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
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

const pages = Array.from({ length: 2000 }, () => invoicePage());
const table = () => invoicesToCsv(pages, { language: 'zh', encoding: 'utf8' });

describe.skipIf(disk === null)('a real full disk (skipped without a small disk)', () => {
  it('keeps the complete old file and nothing else, and reports the reason', async () => {
    const path = join(disk ?? '', '发票.csv');
    writeFileSync(path, 'old');
    expect(await writeFileWhole(path, table())).toMatchObject({
      ok: false,
      failure: { reason: 'no-space', detail: 'ENOSPC' },
    });
    expect(readdirSync(disk ?? '')).toEqual(['发票.csv']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('is distinguished from a read-only one', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk ?? '']);
    expect(await writeFileWhole(join(disk ?? '', '发票.csv'), table())).toMatchObject({
      failure: { reason: 'read-only', detail: 'EROFS' },
    });
    execFileSync('mount', ['-o', 'remount,rw', disk ?? '']);
  });
});
