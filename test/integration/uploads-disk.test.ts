import { mkdir, open, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Backend } from '../../electron/app/contract.ts';
import { takeFile } from '../../electron/hosts/http/handlers.ts';
import { openUploads, usualLimits, type Disk } from '../../electron/hosts/http/uploads.ts';
import { success } from '../../shared/result.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const failing = (code: string) => Object.assign(new Error('failed'), { code });

/** The files that this process has open, by their paths; Linux lists them. */
const openFiles = async (): Promise<readonly string[]> => {
  const names = await readdir('/proc/self/fd').catch(() => []);
  return await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
};

/** A disk that is full, or slow. As on Windows, it deletes no database that is open. */
const diskThat = ({ fails = null, slowMs = 0 }: { fails?: string | null; slowMs?: number } = {}): Disk => ({
  open: async (...asked) => {
    if (fails !== null) throw failing(fails);
    const handle = await open(...asked);
    const write = handle.writeFile.bind(handle);
    handle.writeFile = async (...written) => {
      await wait(slowMs);
      await write(...written);
    };
    return handle;
  },
  rm: async (...asked) => {
    if ((await openFiles()).some((file) => file.endsWith('.sqlite') && file.startsWith(String(asked[0]))))
      throw failing('EBUSY');
    await rm(...asked);
  },
});

/** A file that arrives at the door; `invoke` is its command. Afterwards, nothing of it is left. */
const take = async (invoke: () => Promise<unknown>, disk = diskThat(), silenceMs = 30_000) => {
  const parent = await temporaryFolder();
  const uploads = openUploads(parent, { ...usualLimits, silenceMs }, disk);
  const headers = { 'content-type': 'application/octet-stream', 'x-vouch-name': 'a.pdf' };
  const headersDistinct = { 'content-type': ['application/octet-stream'], 'x-vouch-name': ['a.pdf'] };
  const request = Object.assign(Readable.from([Buffer.from('bytes'), Buffer.from('more')]), {
    headers,
    headersDistinct,
    complete: true,
  }) as unknown as IncomingMessage;
  const url = new URL('http://127.0.0.1/files?service=vat-invoice&sandbox=true');
  try {
    return await takeFile(request, url, { invoke } as unknown as Backend, uploads, 'li');
  } finally {
    await uploads.close();
    expect(await readdir(parent)).toEqual([]);
  }
};

test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'])(
  'a command that ends with %s is no failure of the disk',
  async (code) => {
    await expect(take(() => Promise.reject(failing(code)))).rejects.toMatchObject({ code });
  },
);

test('a disk that can not store a file is told, and its command does not run', async () => {
  const invoke = vi.fn(() => Promise.resolve(success({})));
  const answer = await take(invoke, diskThat({ fails: 'ENOSPC' }));
  expect([answer.status, JSON.parse(String(answer.bytes))]).toMatchObject([
    200,
    { ok: false, failure: { id: 'storage', message: { en: expect.stringContaining('ENOSPC') } } },
  ]);
  expect(invoke).not.toHaveBeenCalled();
});

test('a disk that is slower than a sender may be silent gets the whole file', async () => {
  const answer = await take(() => Promise.resolve(success({})), diskThat({ slowMs: 600 }), 200);
  expect(answer.status).toBe(200);
});

test('the folder of a dead process is deleted where no open file can be', async () => {
  const parent = await temporaryFolder();
  await mkdir(join(parent, 'dead'));
  for (const name of ['lock.sqlite', 'a.part']) await writeFile(join(parent, 'dead', name), '');
  await openUploads(parent, usualLimits, diskThat()).close();
  expect(await readdir(parent)).toEqual([]);
});
