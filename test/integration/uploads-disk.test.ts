import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { Backend } from '../../electron/app/contract.ts';
import { takeFile } from '../../electron/hosts/http/handlers.ts';
import { openUploads, usualLimits } from '../../electron/hosts/http/uploads.ts';
import { success } from '../../shared/result.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What the disk does; null for the usual. */
const disk = vi.hoisted((): { fails: string | null } => ({ fails: null }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: (...asked: Parameters<typeof real.open>) =>
      disk.fails === null
        ? real.open(...asked)
        : Promise.reject(Object.assign(new Error('disk'), { code: disk.fails })),
  };
});

const failing = (code: string) => Object.assign(new Error('failed'), { code });

/** A file that arrives at the door; `invoke` is its command. */
const take = async (invoke: () => Promise<unknown>) => {
  const uploads = openUploads(await temporaryFolder(), usualLimits);
  const headers = { 'content-type': 'application/octet-stream', 'x-vouch-name': 'a.pdf' };
  const headersDistinct = { 'content-type': ['application/octet-stream'], 'x-vouch-name': ['a.pdf'] };
  const request = Object.assign(Readable.from([Buffer.from('bytes')]), {
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
