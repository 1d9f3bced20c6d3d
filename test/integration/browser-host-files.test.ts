import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { openLog } from '../../electron/infra/log.ts';
import { ask, type Question, type HostResponse } from '../helpers/app-fixtures/ask.ts';
import { startRecordedHost, type RecordedHost } from '../helpers/app-fixtures/recorded-host.ts';

let host: RecordedHost;
let session = '';
beforeAll(async () => {
  host = await startRecordedHost();
  session = await host.openSession();
});
afterAll(() => host.close());

const asPage = (question: Omit<Question, 'port'>): Promise<HostResponse> => host.asPage(session, question);

const addFile = (query: string, name: string | undefined, body: Buffer, type = 'application/octet-stream') =>
  asPage({
    method: 'POST',
    path: `/files?${query}`,
    headers: { 'content-type': type, ...(name === undefined ? {} : { 'x-vouch-name': name }) },
    body,
  });

describe('files', () => {
  test('arrive with their digest and their Chinese name', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const name = encodeURIComponent('发票 1.jpg');
    expect((await addFile('service=vat-invoice&sandbox=true', name, bytes)).status).toBe(200);
    expect(host.backend.invoked.at(-1)).toEqual({
      name: 'pages.add',
      input: {
        service: 'vat-invoice',
        sandbox: true,
        held: false,
        files: [
          expect.objectContaining({
            kind: 'arrived',
            name: '发票 1.jpg',
            bytes: bytes.length,
            sha256: sha256Of(bytes),
          }),
        ],
      },
    });
  });

  test('of one drop carry its id and the number of files that follow', async () => {
    const id = '6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11';
    const query = `service=vat-invoice&sandbox=true&drop=${id}&left=3`;
    expect((await addFile(query, 'a.jpg', Buffer.from('x'))).status).toBe(200);
    expect(host.backend.invoked.at(-1)?.input).toMatchObject({ sandbox: true, drop: { id, left: 3 } });
  });

  test.each([
    ['service=vat-invoice', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&left=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&drop=1&left=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&drop=6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11&left=-1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&drop=6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11&left=1e9', 'a.jpg'],
    ['service=other&sandbox=true', 'a.jpg'],
    ['service=vat-invoice&sandbox=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true&more=1', 'a.jpg'],
    ['service=vat-invoice&sandbox=true', undefined],
    ['service=vat-invoice&sandbox=true', ''],
    ['service=vat-invoice&sandbox=true', '%ff'],
  ])('%s with the name %j is refused', async (query, name) => {
    const before = host.backend.invoked.length;
    expect((await addFile(query, name, Buffer.from('x'))).status).toBe(400);
    expect(host.backend.invoked.length).toBe(before);
  });

  test('are refused as a form post', async () => {
    const response = await addFile(
      'service=vat-invoice&sandbox=true',
      'a',
      Buffer.from('x'),
      'multipart/form-data',
    );
    expect(response.status).toBe(400);
  });

  test('are limited while bytes arrive, regardless of the announced length', async () => {
    const before = host.backend.invoked.length;
    const status = await new Promise((resolve) => {
      const upload = request(
        {
          host: '127.0.0.1',
          port: host.port,
          method: 'POST',
          path: '/files?service=vat-invoice&sandbox=true',
          headers: {
            origin: `http://127.0.0.1:${host.port}`,
            'x-vouch-session': session,
            'x-vouch-name': 'a',
            'content-type': 'application/octet-stream',
          },
        },
        (response) => resolve(response.resume().statusCode),
      );
      upload.on('error', () => resolve('cut'));
      const part = Buffer.alloc(1_000_000);
      const writeOn = (left: number): void => {
        if (left > 0 && !upload.destroyed) upload.write(part, () => writeOn(left - 1));
        else upload.end();
      };
      writeOn(80);
    });
    expect([413, 'cut']).toContain(status);
    expect(host.backend.invoked.length).toBe(before);
  });
});

describe('pictures, downloads, events', () => {
  test('serves a picture with its type and without any permission as a page', async () => {
    host.backend.pictures.set('5/thumbnail', { type: 'image/webp', bytes: Buffer.from('picture') });
    const response = await asPage({ path: '/pictures/5/thumbnail' });
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.headers['content-security-policy']).toContain('sandbox');
    expect(response.body.toString()).toBe('picture');
    expect((await asPage({ path: '/pictures/6/full' })).status).toBe(404);
  });

  test('serves an export once, with its own name', async () => {
    host.backend.downloads.set('one', { type: 'text/csv', bytes: Buffer.from('a,b'), name: "发票'(1).csv" });
    const response = await asPage({ path: '/downloads/one' });
    expect(response.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''%E5%8F%91%E7%A5%A8%27%281%29.csv",
    );
    expect((await asPage({ path: '/downloads/one' })).status).toBe(404);
  });

  test('streams one event a line, and forgets a closed window', async () => {
    const events: unknown[] = [];
    const stream = request({
      host: '127.0.0.1',
      port: host.port,
      path: '/events',
      headers: { 'x-vouch-session': session },
    });
    stream.end();
    await new Promise<void>((resolve) => {
      stream.on('response', (response) => {
        let text = '';
        host.backend.emit({ type: 'pages.removed', ids: [1] });
        host.backend.emit({ type: 'pages.removed', ids: [2, 3] });
        response.on('data', (part: Buffer) => {
          text += part.toString();
          const lines = text.split('\n');
          text = lines.pop() ?? '';
          events.push(...lines.map((line): unknown => JSON.parse(line)));
          if (events.length === 2) resolve();
        });
        response.on('error', () => {});
      });
    });
    expect(events).toEqual([
      { type: 'pages.removed', ids: [1] },
      { type: 'pages.removed', ids: [2, 3] },
    ]);
    expect(host.backend.listeners()).toBe(1);
    stream.destroy();
    await expect.poll(() => host.backend.listeners()).toBe(0);
  });
});

describe('a flood of refused requests', () => {
  test('gets short responses, does not fill the log, and locks out no session', async () => {
    const logFile = join(host.folder, 'flood.log');
    const log = openLog(logFile, () => new Date());
    const own = await host.serve(log);
    const statuses: number[] = [];
    for (let index = 0; index < 1100; index += 1) {
      const headers = index % 2 === 0 ? { host: 'evil.example' } : { 'x-vouch-session': 'guess' };
      statuses.push((await ask({ port: own.port, path: '/pictures/1/full', headers })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    const asked = await ask({
      port: own.port,
      path: '/pictures/404/full',
      headers: { 'x-vouch-session': session },
    });
    expect(asked.status).toBe(404);
    await own.close();
    await log.flush();
    expect(readFileSync(logFile, 'utf8').trim().split('\n')).toHaveLength(61);
  });
});
