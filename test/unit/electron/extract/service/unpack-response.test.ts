import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unpackResponse } from '../../../../../electron/extract/service/open-response.ts';

const text = Buffer.from(JSON.stringify({ header: { code: 0 } }).repeat(50));
const unpack = (body: Buffer, headers: Record<string, string> = {}, most = 1_000_000) =>
  unpackResponse({ status: 200, headers, body }, most);

describe('a compressed response', () => {
  test.each([
    ['gzip', gzipSync(text), { 'content-encoding': 'gzip' }],
    ['gzip without Content-Encoding', gzipSync(text), {}],
    ['gzip already unpacked by Chromium', text, { 'content-encoding': 'gzip' }],
    ['deflate', deflateSync(text), { 'content-encoding': 'Deflate' }],
    ['br', brotliCompressSync(text), { 'content-encoding': 'br' }],
    ['br already unpacked by Chromium', text, { 'content-encoding': 'br' }],
    ['no compression', text, { 'content-encoding': 'constructor' }],
  ])('is decompressed to the original: %s', async (_, body, headers) => {
    expect(await unpack(body, headers)).toMatchObject({ ok: true, value: { body: text } });
  });

  test('above the size limit is refused before it is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(await unpack(bomb, {}, 1_000_000)).toMatchObject({
      ok: false,
      failure: { reason: 'reply-too-large', sent: true },
    });
  });

  test('that is truncated stays unchanged', async () => {
    const cut = gzipSync(text).subarray(0, 40);
    expect(await unpack(cut)).toMatchObject({ ok: true, value: { body: cut } });
  });
});
