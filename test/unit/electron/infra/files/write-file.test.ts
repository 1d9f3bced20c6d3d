import * as nodeFiles from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  writeFileWhole,
  type WrittenContent,
  type Files,
} from '../../../../../electron/infra/files/write-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await nodeFiles.mkdtemp(join(tmpdir(), 'vouch-write-'));
});
afterEach(async () => {
  await nodeFiles.rm(folder, { recursive: true, force: true });
});

const temporary = (digit: string) => `.vouch-${digit.repeat(8)}-0000-4000-8000-000000000000.tmp`;
const at = (name: string) => join(folder, name);
const text = (path: string) => nodeFiles.readFile(path, 'utf8');
const fault = (code: string) => Object.assign(new Error(code), { code });
const failing = (name: keyof Files, code: string): Files => ({
  ...nodeFiles,
  [name]: () => Promise.reject(fault(code)),
});

async function* slowly(...pieces: string[]) {
  for (const piece of pieces) {
    await Promise.resolve();
    yield Buffer.from(piece);
  }
}

describe('writing a complete file', () => {
  it.each<[string, () => WrittenContent]>([
    ['text', () => '发票'],
    ['bytes', () => Buffer.from('发票')],
    ['pieces', () => [Buffer.from('发'), Buffer.from('票')]],
    ['pieces that come later', () => slowly('发', '票')],
  ])('writes %s and leaves nothing else behind', async (_, content) => {
    expect(await writeFileWhole(at('a.csv'), content())).toEqual({ ok: true, value: { path: at('a.csv') } });
    expect(await text(at('a.csv'))).toBe('发票');
    expect(await nodeFiles.readdir(folder)).toEqual(['a.csv']);
  });

  it('removes the rest of an export that was killed an hour ago, and nothing else', async () => {
    const [old, fresh, other] = [temporary('a'), temporary('b'), '.vouch-notes.tmp'];
    for (const name of [old, fresh, other]) await nodeFiles.writeFile(at(name), '');
    const before = new Date(Date.now() - 2 * 3_600_000);
    for (const name of [old, other]) await nodeFiles.utimes(at(name), before, before);
    await writeFileWhole(at('a.csv'), 'x');
    expect((await nodeFiles.readdir(folder)).toSorted()).toEqual([fresh, other, 'a.csv'].toSorted());
  });

  it('replaces an old file and keeps its mode', async () => {
    await nodeFiles.writeFile(at('a.csv'), 'old', { mode: 0o600 });
    await writeFileWhole(at('a.csv'), 'new');
    expect(await text(at('a.csv'))).toBe('new');
    expect((await nodeFiles.stat(at('a.csv'))).mode & 0o777).toBe(0o600);
  });

  it('is as private as the replaced file from its first byte', async () => {
    await nodeFiles.writeFile(at('a.csv'), 'old', { mode: 0o600 });
    const modes: number[] = [];
    const look = async (): Promise<void> => {
      for (const name of await nodeFiles.readdir(folder))
        modes.push((await nodeFiles.stat(at(name))).mode & 0o777);
    };
    await writeFileWhole(
      at('a.csv'),
      (async function* () {
        yield Buffer.from('first');
        await look();
        yield Buffer.from('last');
      })(),
    );
    expect(await text(at('a.csv'))).toBe('firstlast');
    // The old file and the unfinished one.
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('follows a link instead of replacing it', async () => {
    await nodeFiles.writeFile(at('real.csv'), 'old');
    await nodeFiles.symlink(at('real.csv'), at('link.csv'));
    await writeFileWhole(at('link.csv'), 'new');
    expect(await text(at('real.csv'))).toBe('new');
    expect((await nodeFiles.lstat(at('link.csv'))).isSymbolicLink()).toBe(true);
  });

  it.runIf(process.platform === 'linux')('writes to a device, and reports a full one', async () => {
    expect(await writeFileWhole('/dev/null', 'x')).toMatchObject({ ok: true });
    expect(await writeFileWhole('/dev/full', 'x')).toMatchObject({
      ok: false,
      failure: { reason: 'no-space' },
    });
    expect((await nodeFiles.stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

describe('a write that fails', () => {
  it.each<[keyof Files, string, string]>([
    ['rename', 'EBUSY', 'locked'],
    ['rename', 'EPERM', 'locked'],
    ['rename', 'EACCES', 'locked'],
    ['open', 'EACCES', 'not-allowed'],
    ['open', 'EPERM', 'not-allowed'],
    ['open', 'EROFS', 'read-only'],
    ['open', 'ENOSPC', 'no-space'],
    ['open', 'EDQUOT', 'no-space'],
    ['open', 'ENAMETOOLONG', 'bad-name'],
    ['open', 'EIO', 'failed'],
  ])('%s with %s is %s, and the old file remains', async (name, code, reason) => {
    await nodeFiles.writeFile(at('a.csv'), 'old');
    const result = await writeFileWhole(at('a.csv'), 'new', failing(name, code));
    expect(result).toMatchObject({ ok: false, failure: { reason, detail: code } });
    expect(await text(at('a.csv'))).toBe('old');
    expect(await nodeFiles.readdir(folder)).toEqual(['a.csv']);
    if (result.ok) return;
    for (const detail of [result.failure.message, result.failure.remedy]) {
      expect(detail.zh).toMatch(/\p{Script=Han}/u);
      expect(detail.en).toMatch(/[a-z]/u);
    }
  });

  it('offers the next free name for a locked file', async () => {
    await nodeFiles.writeFile(at('a.csv'), 'old');
    await nodeFiles.writeFile(at('a (2).csv'), 'older');
    const result = await writeFileWhole(at('a.csv'), 'new', failing('rename', 'EBUSY'));
    expect(result).toMatchObject({ failure: { otherPath: at('a (3).csv') } });
  });

  it('retries if a file is only locked briefly', async () => {
    let tries = 0;
    const files: Files = {
      ...nodeFiles,
      rename: (from, to) => {
        tries += 1;
        return tries < 3 ? Promise.reject(fault('EPERM')) : nodeFiles.rename(from, to);
      },
    };
    expect(await writeFileWhole(at('a.csv'), 'new', files)).toMatchObject({ ok: true });
    expect(await text(at('a.csv'))).toBe('new');
  });

  it('leaves no incomplete file when the disk fills up', async () => {
    await nodeFiles.writeFile(at('a.csv'), 'old');
    const files: Files = {
      ...nodeFiles,
      open: async (...given) => {
        const handle = await nodeFiles.open(...given);
        let written = 0;
        const write = () => {
          written += 1;
          return written > 2 ? Promise.reject(fault('ENOSPC')) : Promise.resolve({ bytesWritten: 1 });
        };
        return Object.defineProperty(handle, 'write', { value: write });
      },
    };
    expect(await writeFileWhole(at('a.csv'), 'new content', files)).toMatchObject({
      failure: { reason: 'no-space', otherPath: null },
    });
    expect(await nodeFiles.readdir(folder)).toEqual(['a.csv']);
    expect(await text(at('a.csv'))).toBe('old');
  });

  it('reports a missing folder, a file in its place, a folder with the name, an invalid name', async () => {
    await nodeFiles.writeFile(at('file'), '');
    await nodeFiles.mkdir(at('a.csv'));
    expect(await writeFileWhole(at('gone/a.csv'), 'x')).toMatchObject({ failure: { reason: 'no-folder' } });
    expect(await writeFileWhole(at('file/a.csv'), 'x')).toMatchObject({ failure: { reason: 'no-folder' } });
    expect(await writeFileWhole(at('a.csv'), 'x')).toMatchObject({
      failure: { reason: 'is-folder', otherPath: at('a (2).csv') },
    });
    expect(await writeFileWhole(at('a\0.csv'), 'x')).toMatchObject({ failure: { reason: 'bad-name' } });
  });

  it('rethrows a bug in the content, and cleans up', async () => {
    const broken = (function* () {
      yield Buffer.from('half');
      throw new TypeError('a bug');
    })();
    await expect(writeFileWhole(at('a.csv'), broken)).rejects.toThrow('a bug');
    expect(await nodeFiles.readdir(folder)).toEqual([]);
  });
});
