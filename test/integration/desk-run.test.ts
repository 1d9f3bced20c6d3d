import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DeskUpload } from '../../electron/app/files/desk-files.ts';
import { runDesk } from '../../electron/app/files/desk-run.ts';
import {
  createOfficeClient,
  openOfficeClient,
  type OfficeClient,
} from '../../electron/app/files/office-client.ts';
import { refusal } from '../../electron/formats/refusal.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import { commands, type CommandInput } from '../../shared/contract/commands.ts';
import type { DeskFormat } from '../../shared/contract/desk-commands.ts';
import { listen, portOf } from '../helpers/listen.ts';
import { makeSelfSigned } from '../helpers/self-signed.ts';

const token = `vouch_${'a'.repeat(43)}`;
const never = new AbortController().signal;

/** A file that is only named in the results. */
const unreadable = (source: string): DeskUpload => {
  const entries = [{ source, sha256: null, failure: refusal('unreadable'), added: [] }];
  return { path: source, name: 'a.jpg', isContainer: false, entries };
};

const run = (client: OfficeClient, sources: readonly string[]) =>
  runDesk(
    sources.map(unreadable),
    { formats: ['csv', 'json'], language: 'en', encoding: 'utf8' },
    { client, signal: never, tell: () => {} },
  );

/** The answer to `desk.export`. */
const encoded = (formats: readonly DeskFormat[], round: number) => {
  const downloads = formats.map((format) => ({ format, id: `${format}-${round}` }));
  const counted = { invoices: 0, unconfirmed: 0, withErrors: 0 };
  const counts = { recognized: 0, failed: 1, waiting: 0, folded: 0, maybePaid: 0, counted };
  return JSON.stringify({ ok: true, value: { downloads, unresolved: [], ...counts } });
};

/** An office that reads nothing and gives each download out once. @param isLost which ones break off */
const openOffice = async (isLost: (id: string) => boolean = () => false) => {
  const asked: CommandInput<'desk.export'>[] = [];
  const given = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const id = request.url?.split('/downloads/')[1];
      if (id === undefined) {
        const body: unknown = JSON.parse(Buffer.concat(parts).toString());
        const input = commands['desk.export'].input.parse(body);
        asked.push(input);
        response.end(encoded(input.formats, asked.length));
      } else if (given.has(id)) response.writeHead(404).end();
      else {
        given.add(id);
        response.writeHead(200, { 'content-length': 5 });
        if (isLost(id)) response.write('by', () => response.destroy());
        else response.end('bytes');
      }
    });
  });
  const port = portOf(await listen(server));
  onTestFinished(() => {
    server.close();
  });
  return { client: createOfficeClient(`http://127.0.0.1:${port}`, token, makeNodeTransport()), asked };
};

test('a path that no office takes is shortened; nothing is handed in if all are too long together', async () => {
  const long = `/start/${'票'.repeat(5_000)}/end.jpg`;
  const { client, asked } = await openOffice();
  expect(await run(client, [long, 'b.jpg'])).toMatchObject({ ok: true });
  const [first, second] = asked[0]?.files ?? [];
  expect(first?.source).toMatch(/^\/start\/票+…票+\/end\.jpg$/u);
  expect(first?.source.length).toBeGreaterThan(4_000);
  expect(second?.source).toBe('b.jpg');
  const sources = Array.from({ length: 2_000 }, (_, index) => `${long}${index}`);
  expect(await run(client, sources)).toMatchObject({
    failure: { failure: { id: 'office-paths-too-long' }, hasHandedIn: false },
  });
  expect(asked).toHaveLength(1);
});

test('a result that was lost on its way is encoded again', async () => {
  const { client, asked } = await openOffice((id) => id === 'json-1');
  const ran = await run(client, ['a.jpg']);
  expect(ran.ok && [...ran.value.files].map(([format, bytes]) => [format, bytes.toString()])).toEqual([
    ['csv', 'bytes'],
    ['json', 'bytes'],
  ]);
  expect(asked.map(({ formats }) => formats)).toEqual([['csv', 'json'], ['json']]);
  const broken = await openOffice((id) => id.startsWith('json'));
  expect(await run(broken.client, ['a.jpg'])).toMatchObject({
    failure: { failure: { id: 'office-results-gone' } },
  });
  expect(broken.asked).toHaveLength(3);
}, 30_000);

test('an office on this computer is trusted by the settings’ authorities, and asked without a proxy', async () => {
  const certificate = makeSelfSigned();
  const body = JSON.stringify({ ok: true, value: { protocol: 1, workers: 0, files: [] } });
  const server = await listen(createHttpsServer(certificate, (_, response) => response.end(body)));
  const home = mkdtempSync(join(tmpdir(), 'vouch-desk-home-'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(home, { recursive: true });
  });
  const look = () => {
    const environment = { HTTPS_PROXY: 'http://127.0.0.1:9' };
    const origin = `https://localhost:${portOf(server)}`;
    const client = openOfficeClient(origin, token, { home, environment, isHere: true });
    return client.look({ service: 'vat-invoice', files: [{ sha256: null, pages: [1] }] }, never);
  };
  expect(await look()).toMatchObject({ failure: { id: 'office-certificate' } });
  const settings = { authorities: certificate.cert, proxy: 'http://127.0.0.1:9' };
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ settings }));
  expect(await look()).toMatchObject({ ok: true });
});
