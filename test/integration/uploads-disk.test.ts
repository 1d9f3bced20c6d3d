import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Backend } from '../../electron/app/contract.ts';
import { takeFile } from '../../electron/hosts/http/handlers.ts';
import { openUploads, usualLimits } from '../../electron/hosts/http/uploads.ts';
import { success } from '../../shared/result.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What the disk does; null for the usual. */
const disk = vi.hoisted((): { fails: string | null; slowMs: number } => ({ fails: null, slowMs: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (...asked: Parameters<typeof real.open>) => {
      if (disk.fails !== null) throw Object.assign(new Error('disk'), { code: disk.fails });
      const handle = await real.open(...asked);
      const write = handle.writeFile.bind(handle);
      handle.writeFile = async (...written) => {
        await wait(disk.slowMs);
        await write(...written);
      };
      return handle;
    },
  };
});

const failing = (code: string) => Object.assign(new Error('failed'), { code });

/** A file that arrives at the door; `invoke` is its command. */
const take = async (invoke: () => Promise<unknown>, silenceMs = 30_000) => {
  const uploads = openUploads(await temporaryFolder(), { ...usualLimits, silenceMs });
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
  disk.fails = 'ENOSPC';
  const answer = await take(invoke).finally(() => {
    disk.fails = null;
  });
  expect([answer.status, JSON.parse(String(answer.bytes))]).toMatchObject([
    200,
    { ok: false, failure: { id: 'storage', message: { en: expect.stringContaining('ENOSPC') } } },
  ]);
  expect(invoke).not.toHaveBeenCalled();
});

test('a disk that is slower than a sender may be silent gets the whole file', async () => {
  disk.slowMs = 600;
  const answer = await take(() => Promise.resolve(success({})), 200).finally(() => {
    disk.slowMs = 0;
  });
  expect(answer.status).toBe(200);
});
