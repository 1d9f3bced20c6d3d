import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileCommands } from '../../../shared/contract/books-commands.ts';
import type { Command } from '../../../shared/contract/command.ts';
import { commands } from '../../../shared/contract/commands.ts';
import { mostDeskBytes } from '../../../shared/contract/desk-commands.ts';
import { officeCommands } from '../../../shared/contract/office.ts';
import { mostTokens, tokenDays } from '../../../shared/contract/personal-token.ts';
import { tokenFailures } from '../../../shared/texts/desk.ts';
import { officeCommandFailures } from '../../../shared/texts/office-failures.ts';
import {
  askOffice,
  openBrowser,
  openOfficeServer,
  type OfficeBrowser,
  type OpenedOffice,
} from '../../helpers/office-server.ts';
import { firstAdministrator, good, invitedReviewer, ownId } from '../../helpers/office-users.ts';
import { usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

const forTokens = ['desk.export', 'desk.look', 'pages.add'];
const never = `vouch_${'A'.repeat(43)}`;

const make = async (browser: OfficeBrowser, name = 'Night run', days: number = tokenDays.usual) =>
  (await browser.office('makeToken', { name, days })).value.token;
const listed = async (browser: OfficeBrowser) => (await browser.office('tokens')).value.tokens;

describe.skipIf(noPostgres !== null)('personal tokens', () => {
  let postgres: SharedServer;
  let pool: ReturnType<typeof usersPool>;
  let opened: OpenedOffice;
  let chief: OfficeBrowser;
  let person: OfficeBrowser;

  beforeAll(async () => {
    postgres = await sharedPostgres();
  });
  beforeEach(async () => {
    pool = usersPool(await postgres.database());
    opened = await openOfficeServer(pool);
    chief = await firstAdministrator(opened);
    person = await invitedReviewer(chief, opened);
    return async () => {
      await opened.close();
      await pool.end();
    };
  });
  afterAll(() => pool.end().catch(() => {}));

  const trail = async (): Promise<readonly string[]> =>
    (await pool.query('SELECT name, action, about FROM trail ORDER BY id')).rows.map(
      ({ name, action, about }) => `${name} ${action} ${about}`.trim(),
    );

  type Asking = { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string };
  const ask = async (token: string, path: string, { method, headers = {}, body = '{}' }: Asking = {}) => {
    const response = await askOffice({
      port: opened.server.port,
      path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(method === undefined ? {} : { method }),
      ...(method === 'GET' ? {} : { body }),
    });
    const text = response.body.toString();
    return {
      status: response.status,
      headers: response.headers,
      id: response.headers['content-type']?.includes('json') ? (JSON.parse(text).failure?.id ?? null) : null,
      text,
    };
  };
  const look = (token: string, asking?: Asking) => ask(token, '/commands/desk.look', asking);
  const handIn = (token: string, path = '/files?service=vat-invoice&sandbox=false') =>
    ask(token, path, {
      headers: { 'content-type': 'application/octet-stream', 'x-vouch-name': 'a.jpg' },
      body: 'bytes',
    });

  test('are shown once, stored as a digest, and end when they are revoked', async () => {
    const token = await make(person);
    expect(token).toMatch(/^vouch_[\w-]{43}$/u);
    const [own] = await listed(person);
    expect(own).toMatchObject({ name: 'Night run', usedAt: null, isExpired: false });
    const { rows } = await pool.query('SELECT * FROM personal_token');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(6));
    expect((await look(token)).status).toBe(200);
    expect((await look(token)).headers['set-cookie']).toBeUndefined();
    expect((await handIn(token)).status).toBe(200);
    expect(opened.backend.invoked.map(({ name }) => name)).toEqual(['desk.look', 'desk.look', 'pages.add']);
    expect((await listed(person))[0]?.usedAt).not.toBeNull();
    expect(await person.office('revokeToken', { id: own?.id })).toMatchObject({ ok: true });
    expect(await person.office('revokeToken', { id: own?.id })).toMatchObject({
      failure: { id: 'unknown-token' },
    });
    expect(await look(token)).toMatchObject({ status: 401, id: 'token-refused' });
    const entries = (await trail()).filter((entry) => /token/u.test(entry));
    expect(entries).toEqual([
      expect.stringMatching(/^Wang Wei token-made Night run \d{4}-/u),
      'Wang Wei token-first-used Night run',
      expect.stringMatching(/^Wang Wei command pages\.add .*token: Night run$/u),
      'Wang Wei token-revoked Night run',
      'token-refused',
    ]);
    expect(JSON.stringify(await trail())).not.toContain(token.slice(6));
  });

  test('are limited in days and number', async () => {
    for (const days of [0, -1, 1.5, tokenDays.most + 1])
      expect(await person.office('makeToken', { name: 'x', days })).toMatchObject({
        failure: { id: 'bad-request' },
      });
    const made = await Promise.all(
      Array.from({ length: mostTokens + 4 }, (_, index) =>
        person.office('makeToken', { name: `${index}`, days: tokenDays.most }),
      ),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(mostTokens);
    expect(made.find(({ ok }) => !ok)).toMatchObject({ failure: { id: 'many-tokens' } });
    expect(await listed(person)).toHaveLength(mostTokens);
    expect(await listed(chief)).toEqual([]);
  });

  test('are seen and revoked by an administrator, and by no other user', async () => {
    const token = await make(person);
    const wang = await ownId(person);
    const { tokens } = (await chief.office('tokensOf', { person: wang })).value;
    expect(tokens).toMatchObject([{ name: 'Night run' }]);
    const id = tokens[0]?.id;
    const other = await invitedReviewer(chief, opened, 'zhao@office.example');
    expect(await other.office('tokensOf', { person: wang })).toMatchObject({
      failure: { id: 'not-allowed' },
    });
    expect(await other.office('revokeTokenOf', { person: wang, id })).toMatchObject({
      failure: { id: 'not-allowed' },
    });
    expect(await other.office('revokeToken', { id })).toMatchObject({ failure: { id: 'unknown-token' } });
    expect((await look(token)).status).toBe(200);
    expect(await chief.office('revokeTokenOf', { person: wang, id })).toMatchObject({ ok: true });
    expect((await look(token)).status).toBe(401);
    expect(await trail()).toContain('Li Hua token-revoked wang@office.example Night run');
  });

  test('reach exactly the commands that are declared for them', async () => {
    const token = await make(chief);
    const declared = Object.entries<Command>(commands).flatMap(([name, { byToken }]) =>
      byToken ? [name] : [],
    );
    expect(declared.toSorted()).toEqual(forTokens);
    for (const name of Object.keys(commands)) {
      const { status, id } = await ask(token, `/commands/${name}`);
      if (name === 'pages.add') expect(status, name).toBe(400);
      else if (declared.includes(name)) expect(status, name).toBe(200);
      else expect({ status, id }, name).toEqual({ status: 403, id: 'not-for-tokens' });
    }
    for (const name of [...Object.keys(officeCommands), 'x'])
      expect(await ask(token, `/office/${name}`), name).toMatchObject({ status: 403, id: 'not-for-tokens' });
    for (const command of fileCommands)
      expect(await handIn(token, `/files?command=${command}&input=%7B%7D`), command).toMatchObject({
        status: 403,
        id: 'not-for-tokens',
      });
    for (const path of ['/', '/events', '/pictures/1/full', '/faces/1', '/index.html', '/session'])
      for (const method of ['GET', 'POST'])
        expect([403, 405], `${method} ${path}`).toContain((await ask(token, path, { method })).status);
    expect(await ask(token, '/downloads/x', { method: 'GET' })).toMatchObject({ status: 404 });
    expect((await look(token, { method: 'GET' })).status).toBe(405);
    expect(new Set(opened.backend.invoked.map(({ name }) => name))).toEqual(
      new Set(['desk.look', 'desk.export']),
    );
    expect(await listed(chief)).toHaveLength(1);
  });

  test('let a command line name thousands of files at once', async () => {
    const token = await make(person);
    const files = Array.from({ length: 5_000 }, (_, index) => ({
      source: `/发票/${'二〇二六'.repeat(30)}/${index}.jpg`,
      pages: [],
      without: null,
    }));
    const body = JSON.stringify({ service: 'vat-invoice', formats: ['csv'], language: 'zh', files });
    expect(Buffer.byteLength(body)).toBeGreaterThan(2_000_000);
    expect((await ask(token, '/commands/desk.export', { body })).status).toBe(200);
    expect(opened.backend.invoked).toMatchObject([{ name: 'desk.export', input: { files } }]);
    expect((await person.post('/commands/pages.list', { padding: body })).status).toBe(413);
    const tooMuch = `"${'x'.repeat(mostDeskBytes)}"`;
    expect((await ask(token, '/commands/desk.export', { body: tooMuch })).status).toBe(413);
    expect(opened.backend.invoked).toHaveLength(1);
  });

  test('are refused from a page of a browser, and beside a session', async () => {
    const token = await make(person);
    const own = `http://127.0.0.1:${opened.server.port}`;
    for (const headers of [
      { origin: own },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-mode': 'cors' },
      { cookie: person.cookie() ?? '' },
      { cookie: 'any=thing' },
      { host: 'evil.example' },
    ])
      expect(await look(token, { headers }), JSON.stringify(headers)).toMatchObject({
        status: 403,
        id: 'forbidden',
      });
    expect(await ask(token, '/downloads/x', { method: 'GET', headers: { origin: own } })).toMatchObject({
      status: 403,
    });
    expect(opened.backend.invoked).toEqual([]);
    // A session with the token of another user beside it is neither.
    const mixed = await person.post(
      '/commands/pages.list',
      { service: 'vat-invoice' },
      {
        authorization: `Bearer ${token}`,
      },
    );
    expect(mixed.status).toBe(403);
  });

  test.each([
    ['head only', 'Bearer vouch_'],
    ['garbage', 'bearer  VOUCH_\u00ff;--'],
    ['unknown', `Bearer ${never}`],
    ['with a tail', `Bearer ${never} `],
    ['long', `Bearer ${never}${'A'.repeat(10_000)}`],
    ['SQL', `Bearer vouch_' or '1'='1`],
    ['two', [`Bearer ${never}`, `Bearer ${never}`]],
  ])('that are wrong (%s) get one neutral answer', async (_, authorization) => {
    const refused = await ask('', '/commands/desk.look', {
      headers: Object.fromEntries([['authorization', authorization]]),
    });
    expect(refused).toMatchObject({ status: 401, id: 'token-refused' });
    expect(JSON.parse(refused.text).failure).toEqual(tokenFailures.tokenRefused);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(opened.backend.invoked).toEqual([]);
    expect(JSON.stringify([opened.logged, await trail()])).not.toMatch(/A{20}/u);
  });

  test.each(['Basic cHJveHk6bG9naW4=', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 'Bearer', 'Bearer   '])(
    'are not what a proxy before the server adds (%s)',
    async (authorization) => {
      const { status } = await person.post(
        '/commands/pages.list',
        { service: 'vat-invoice' },
        { authorization },
      );
      expect(status).toBe(200);
      expect(await look('', { headers: { authorization } })).toMatchObject({ status: 403, id: 'forbidden' });
      const both = [`Bearer ${await make(person)}`, authorization];
      const headers = Object.fromEntries([['authorization', both]]);
      expect((await look('', { headers })).status).toBe(200);
      expect(await trail()).not.toContain('token-refused');
    },
  );

  test('have the role that their user has now', async () => {
    const token = await make(person);
    const wang = await ownId(person);
    expect((await handIn(token)).status).toBe(200);
    await chief.office('setRole', { person: wang, role: 'viewer' });
    const refused = await handIn(token);
    expect(refused).toMatchObject({ status: 403, id: 'not-allowed' });
    expect(JSON.parse(refused.text).failure.message.en).toBe(officeCommandFailures.notAllowed.message.en);
    expect((await look(token)).status).toBe(200);
    await chief.office('setRole', { person: wang, role: 'preparer' });
    expect((await handIn(token)).status).toBe(200);
  });

  test('end with their time, their user and a new password', async () => {
    const token = await make(person);
    await pool.query(`UPDATE personal_token SET until = now() - interval '1 second'`);
    expect((await look(token)).status).toBe(401);
    expect(await listed(person)).toMatchObject([{ isExpired: true }]);

    const byPassword = await make(person);
    await person.office('changePassword', { now: good, next: 'a new harbour kettle plum' });
    expect((await look(byPassword)).status).toBe(401);

    const wang = await ownId(person);
    const byLink = await make(person);
    const { link } = (await chief.office('passwordLink', { person: wang })).value;
    const again = openBrowser(opened.server.port);
    const account = { link, email: 'wang@office.example', name: 'Wang Wei', password: good };
    expect(await again.office('useLink', account)).toMatchObject({ ok: true });
    expect((await look(byLink)).status).toBe(401);

    const disabled = await make(again);
    await chief.office('switchAccount', { person: wang, on: false });
    expect((await look(disabled)).status).toBe(401);
    await chief.office('switchAccount', { person: wang, on: true });
    expect((await look(disabled)).status).toBe(401);
  });

  test('that are wrong count as failed sign-ins from their address', async () => {
    const { port } = opened.server;
    const valid = await make(person);
    for (let wrong = 0; wrong < 50; wrong += 1)
      expect((await look(`vouch_${String(wrong).padStart(43, '0')}`)).status).toBe(401);
    const stranger = openBrowser(port);
    const asked = { email: 'wang@office.example', password: good };
    expect(await stranger.office('signIn', asked)).toMatchObject({ failure: { id: 'sign-in-throttled' } });
    // A right token is no attempt.
    expect((await look(valid)).status).toBe(200);
    expect(await trail()).toContain('sign-in-throttled 127.0.0.1');
    expect((await chief.office('locks')).value.locks).toMatchObject([{ person: null, address: '127.0.0.1' }]);
  });

  test('that forgotten scripts repeat lock nobody else out', async () => {
    const tokens = Array.from({ length: 12 }, (_, index) => `vouch_${String(index).padStart(43, '0')}`);
    for (let again = 0; again < 5; again += 1)
      for (const token of tokens) expect((await look(token)).status).toBe(401);
    expect((await trail()).filter((entry) => entry === 'token-refused')).toHaveLength(tokens.length);
    expect((await trail()).filter((entry) => entry.startsWith('sign-in-throttled'))).toEqual([]);
    expect((await chief.office('locks')).value.locks).toEqual([]);
    const asked = { email: 'wang@office.example', password: good };
    expect(await openBrowser(opened.server.port).office('signIn', asked)).toMatchObject({ ok: true });
  });
});
