import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOfficeClient } from '../../../electron/app/files/office-client.ts';
import { makeNodeTransport } from '../../../electron/infra/network/node-transport.ts';
import { zipOf } from '../../../electron/formats/zip/write-zip.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import { startVouch, vouch } from '../../helpers/command-line.ts';
import { listen, portOf } from '../../helpers/listen.ts';
import { signInUsers } from '../../helpers/office-desk.ts';
import { startOfficeRun, type OfficeRun } from '../../helpers/office-run.ts';
import { openBrowser, type OfficeBrowser } from '../../helpers/office-server.ts';
import { usersPool } from '../../helpers/office.ts';
import { bmp } from '../../helpers/pictures.ts';
import { makeSelfSigned } from '../../helpers/self-signed.ts';
import { noPostgres } from '../../helpers/postgres.ts';

type JsonPage = {
  readonly source: string;
  readonly reader: string;
  readonly error: { readonly kind: string } | null;
  readonly invoice: { readonly number: string } | null;
};

const jsonOf = (path: string): readonly JsonPage[] => JSON.parse(readFileSync(path, 'utf8'));

const sample = (name: string): string => join(import.meta.dirname, '../../../samples', name);

describe.skipIf(noPostgres !== null)('vouch invoice --office', () => {
  let office: OfficeRun;
  let serve: Awaited<ReturnType<OfficeRun['startServe']>>;
  let worker: Awaited<ReturnType<OfficeRun['startWorker']>>;
  let folder: string;
  let chief: OfficeBrowser;
  let token: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-desk-'));
    office = await startOfficeRun(20);
    const pool = usersPool(office.url);
    serve = await office.startServe('serve');
    worker = await office.startWorker(4);
    const [cookie = ''] = await signInUsers(pool, 1);
    await pool.end();
    chief = openBrowser(serve.port);
    chief.setCookie(cookie);
    token = (await chief.office('makeToken', { name: 'Desk', days: 1 })).value.token;
  }, 180_000);
  afterAll(async () => {
    await worker.end('SIGTERM');
    await serve.end('SIGTERM');
    await office.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const origin = () => `http://127.0.0.1:${serve.port}`;
  const environment = (given = token) => ({ VOUCH_HOME: join(folder, 'home'), VOUCH_OFFICE_TOKEN: given });
  const invoice = (given: readonly string[], variables: Readonly<Record<string, string>> = environment()) =>
    vouch(['invoice', ...given, '--office', origin(), '--lang', 'en'], variables, 'sources');
  const picture = (name: string, seed: number): string => {
    const bytes = bmp(40, 40);
    bytes.writeUInt32LE(seed, 60);
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const pagesThere = async (): Promise<number> =>
    (await office.connection.pool.query('SELECT count(*)::integer AS count FROM pages')).rows[0]?.count;

  test('reads digital files, scans, archives and refused files, once', async () => {
    const xml = join(folder, 'a.xml');
    const pdf = join(folder, 'b.pdf');
    copyFileSync(sample('digital-data.xml'), xml);
    copyFileSync(sample('digital-page.pdf'), pdf);
    const scan = picture('c.bmp', 1);
    const inside = readFileSync(picture('inside.bmp', 2));
    const zip = join(folder, 'd.zip');
    writeFileSync(zip, zipOf([{ name: 'x/e.bmp', bytes: inside }]));
    const broken = join(folder, 'f.jpg');
    writeFileSync(broken, 'no picture');
    const missing = join(folder, 'missing.jpg');
    const paths = [xml, pdf, scan, zip, broken, missing];
    const [json, csv, lines, xlsx] = ['json', 'csv', 'lines.csv', 'xlsx'].map((end) =>
      join(folder, `out.${end}`),
    );
    const outputs = [
      '--json',
      json ?? '',
      '--csv',
      csv ?? '',
      '--lines-csv',
      lines ?? '',
      '--xlsx',
      xlsx ?? '',
    ];
    const first = await invoice([...paths, ...outputs]);
    expect(first.code, first.stderr).toBe(1);
    const pages = jsonOf(json ?? '');
    expect(pages.map(({ source, error }) => [source, error?.kind ?? null])).toEqual([
      [xml, null],
      [pdf, null],
      [scan, null],
      [`${zip}/x/e.bmp`, null],
      [broken, 'input'],
      [missing, 'input'],
    ]);
    expect(pages.slice(0, 4).every((page) => page.invoice !== null)).toBe(true);
    const table = readFileSync(csv ?? '', 'utf8');
    for (const { source } of pages) expect(table).toContain(source);
    expect(readFileSync(lines ?? '').length).toBeGreaterThan(100);
    expect(
      readFileSync(xlsx ?? '')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(first.stderr).toContain('recognized');
    // The samples are demo data.
    expect(first.stderr).toMatch(/^Counted: .* 2 of them not confirmed, 0 with errors\.$/mu);

    const [before, calls] = [await pagesThere(), office.calls()];
    const again = await invoice([xml, pdf, scan, zip, '--json', json ?? '']);
    expect(again.code, again.stderr).toBe(0);
    expect(jsonOf(json ?? '').map(({ source }) => source)).toEqual([xml, pdf, scan, `${zip}/x/e.bmp`]);
    expect(again.stderr).toContain('not sent again');
    expect(again.stderr).toMatch(/4 recognized, 4 of them from earlier results/u);
    expect([await pagesThere(), office.calls()]).toEqual([before, calls]);

    const plain = await invoice([xml, scan]);
    expect(plain.code).toBe(0);
    expect(plain.stdout.trim().split('\n')).toHaveLength(2);
    expect(plain.stdout).toContain(scan);
  }, 180_000);

  test('stores a file once that two desks hand in at once', async () => {
    const before = await pagesThere();
    const paths = [picture('two-1.bmp', 11), picture('two-2.bmp', 12), picture('two-3.bmp', 13)];
    const ran = await Promise.all([invoice(paths), invoice(paths)]);
    for (const { code, stderr, stdout } of ran) {
      expect(code, stderr).toBe(0);
      expect(stdout.trim().split('\n')).toHaveLength(3);
    }
    expect(await pagesThere()).toBe(before + 3);
  }, 180_000);

  test('leaves what it has handed in when it is stopped, and continues', async () => {
    await worker.end('SIGTERM');
    const before = await pagesThere();
    const paths = [picture('stop-1.bmp', 21), picture('stop-2.bmp', 22)];
    const json = join(folder, 'stopped.json');
    const given = ['invoice', ...paths, '--json', json, '--office', origin(), '--lang', 'en'];
    const child = startVouch(given, environment(), 'sources');
    const ran = child.ran();
    while ((await pagesThere()) < before + 2) await wait(50);
    child.kill('SIGINT');
    const stopped = await ran;
    expect(stopped.code, stopped.stderr).toBe(130);
    expect(stopped.stderr).toContain('running this again continues');
    worker = await office.startWorker(4);
    const again = await invoice([...paths, '--json', json]);
    expect(again.code, again.stderr).toBe(0);
    expect(jsonOf(json).map(({ invoice: read }) => read !== null)).toEqual([true, true]);
    expect(await pagesThere()).toBe(before + 2);
    expect(office.repeated()).toBe(0);
  }, 180_000);

  test('says before anything is handed in what is wrong', async () => {
    const path = picture('wrong.bmp', 31);
    const before = await pagesThere();
    const said = async (
      given: readonly string[],
      variables: Readonly<Record<string, string>>,
      command = 'invoice',
    ) => {
      const { code, stderr } = await vouch([command, path, ...given, '--lang', 'en'], variables, 'sources');
      expect(code, stderr).toBe(2);
      return stderr;
    };
    const at = ['--office', origin()];
    const home = { VOUCH_HOME: join(folder, 'home') };
    const file = join(folder, 'token');
    writeFileSync(file, token);
    expect(await said(at, home)).toContain('No token: create one');
    expect(await said(at, { ...home, VOUCH_OFFICE_TOKEN: 'secret' })).not.toContain('secret');
    expect(await said(at, { ...environment(), VOUCH_OFFICE_TOKEN_FILE: file })).toContain('not both');
    expect(await said(at, { ...environment(), VOUCH_DATABASE_URL: office.url })).toContain('not both');
    expect(await said(at, environment(`vouch_${'A'.repeat(43)}`))).toContain('The token is not valid');
    for (const flag of ['--local', '--sandbox', '--force', '--work'])
      expect(await said([...at, flag], environment())).toContain(`${flag} can’t be combined with --office`);
    const pictures = ['--annotate', join(folder, 'pictures')];
    expect(await said([...at, ...pictures], environment())).toContain('a token gets no pictures. Export');
    const company = ['--own', '91545385JPH2Q56FRE'];
    expect(await said([...at, ...company], environment())).toContain(
      'ask an administrator to add the company',
    );
    for (const address of ['http://office.example', 'https://a:b@office.example', 'office', 'https://x/y'])
      expect(await said(['--office', address], environment())).toContain('--office takes the address');
    expect(await said(at, environment(), 'face')).toContain('Add the photos in the office’s window');
    expect(await pagesThere()).toBe(before);
    expect((await invoice([path], { ...home, VOUCH_OFFICE_TOKEN_FILE: file })).code).toBe(0);
  }, 180_000);

  test('does not bring back what was removed in the office', async () => {
    const path = picture('removed.bmp', 51);
    expect((await invoice([path])).code).toBe(0);
    const { rows } = await office.connection.pool.query('SELECT max(id)::integer AS id FROM pages');
    const removed = await chief.post('/commands/pages.remove', { ids: [rows[0]?.id] });
    expect(JSON.parse(removed.body.toString())).toMatchObject({ ok: true });
    const before = await pagesThere();
    const again = await invoice([path]);
    expect(again.code, again.stderr).toBe(1);
    expect(again.stderr).toContain('was removed in the office and is not added again');
    expect(again.stdout).toBe('');
    expect(await pagesThere()).toBe(before);
  }, 60_000);

  test('is told what the role of the token’s user may not do', async () => {
    const role: Role = 'viewer';
    const { value } = await chief.office('invite', { email: 'v@office.example', role });
    const viewer = openBrowser(serve.port);
    const account = {
      link: value.link,
      email: 'v@office.example',
      name: 'Viewer',
      password: 'plum kettle harbour seven',
    };
    await viewer.office('useLink', account);
    const given = (await viewer.office('makeToken', { name: 'x', days: 1 })).value.token;
    const before = await pagesThere();
    const refused = await invoice([picture('viewer.bmp', 41)], environment(given));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('You don’t have permission to do this');
    expect(await pagesThere()).toBe(before);
  }, 60_000);
});

describe('the client of an office', () => {
  const token = `vouch_${'a'.repeat(43)}`;
  const never = new AbortController().signal;
  const question = { service: 'vat-invoice' as const, files: [{ sha256: null, pages: [1] }] };
  const patience = { away: 10, busy: 5_000 };
  const clientAt = (origin: string) => createOfficeClient(origin, token, makeNodeTransport(), patience);
  const serving = async (answer: (asked: number) => { status: number; headers?: object; body: string }) => {
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume();
      const { status, headers = {}, body } = answer((asked += 1));
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    const port = portOf(await listen(server));
    return { client: clientAt(`http://127.0.0.1:${port}`), close: () => server.close(), asked: () => asked };
  };
  const looked = JSON.stringify({ ok: true, value: { protocol: 1, workers: 0, files: [] } });

  test.each([
    ['a page of another program', 200, '<html>', 'office-other-version'],
    ['another protocol', 200, looked.replace('"protocol":1', '"protocol":2'), 'office-other-version'],
    [
      'an older server',
      403,
      '{"ok":false,"failure":{"id":"forbidden","message":{"zh":"","en":""},"remedy":null}}',
      'office-other-version',
    ],
    ['a path that is not there', 404, 'not found', 'office-other-version'],
    ['a redirection', 302, '', 'office-other-version'],
    ['a proxy’s login', 407, '', 'office-proxy-login'],
    ['a broken server', 500, 'oops', 'office-busy'],
  ])('names %s', async (_, status, body, id) => {
    const server = await serving(() => ({ status, body }));
    expect(await server.client.look(question, never)).toMatchObject({ ok: false, failure: { id } });
    server.close();
  });

  test('waits as long as a busy server asks for', async () => {
    const server = await serving((asked) =>
      asked < 3 ? { status: 503, headers: { 'retry-after': '1' }, body: '' } : { status: 200, body: looked },
    );
    expect(await server.client.look(question, never)).toMatchObject({ ok: true });
    expect(server.asked()).toBe(3);
    server.close();
  });

  test('names a certificate that is not trusted, and accepts one that the settings add', async () => {
    const { cert, key } = makeSelfSigned();
    const server = createSecureServer({ cert, key }, (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end(looked);
    });
    const origin = `https://localhost:${portOf(await listen(server))}`;
    const strict = createOfficeClient(origin, token, makeNodeTransport(), patience);
    expect(await strict.look(question, never)).toMatchObject({ failure: { id: 'office-certificate' } });
    const trusting = createOfficeClient(origin, token, makeNodeTransport({ ca: [cert] }), patience);
    expect(await trusting.look(question, never)).toMatchObject({ ok: true });
    server.closeAllConnections();
    server.close();
  });

  test('names a server that nobody reaches', async () => {
    const server = createServer();
    const port = portOf(await listen(server));
    await new Promise((resolve) => server.close(resolve));
    const answer = await clientAt(`http://127.0.0.1:${port}`).look(question, never);
    expect(answer).toMatchObject({ ok: false, failure: { id: 'office-unreachable' } });
    expect(JSON.stringify(answer)).not.toContain(token);
  });
});
