import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../electron/extract/sandbox/server.ts';
import { loadTruths } from '../../electron/extract/sandbox/truths.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { hosts, type HostName } from '../helpers/app.ts';
import { answer, pass, startFaultServer } from '../helpers/fault-server.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { eventually, sample } from '../helpers/interface/steps.ts';
import { asNumbers, commandLines, filesBelow, placesOf } from '../helpers/secret-search.ts';
import { unzip } from '../helpers/unzip.ts';

/** The data of the page itself: its storage, its cookies and its text. */
const heldByPage = (app: RunningApp): Promise<string> =>
  app.page.evaluate(() =>
    JSON.stringify([
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      document.cookie,
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input, textarea')].map((field) => Reflect.get(field, 'value')),
    ]),
  );

const key = `k${randomBytes(16).toString('hex').slice(1)}`;
const secret = `s${randomBytes(16).toString('hex').slice(1)}`;

/**
 * A JSON response with everything that was sent: as a failure's message, then as escapes and in the decoded
 * text.
 */
const tattle = (index: number, url: string): string => {
  const told = `no: ${url} ${Buffer.from(authorizationIn(url), 'base64').toString()}`;
  if (index === 0)
    return `{"header":{"code":10163,"message":${JSON.stringify(told)},"sid":"${asNumbers(key)}"}}`;
  const text = Buffer.from(JSON.stringify({ ret: 20_002, error_msg: told })).toString('base64');
  return JSON.stringify({ header: { code: 0 }, payload: { face_detect_result: { text } } });
};

/** The service. It responds to all calls except the second with what was sent. */
const startService = async () => {
  const { truths } = await loadTruths(join(projectFolder, 'samples'));
  const account = { appId: 'planted', apiKey: key, apiSecret: secret };
  const sandbox = await startSandbox({ truths, account, now: () => new Date() });
  const tattler = {
    strike: ({ taken, response }: Parameters<typeof pass.strike>[0]) => {
      const body = tattle(taken.index, taken.url);
      return answer(200, { 'content-type': 'application/json', 'retry-after': key }, body).strike({
        taken,
        response,
      } as Parameters<typeof pass.strike>[0]);
    },
  };
  const server = await startFaultServer({
    script: (index) => (index === 1 ? pass : tattler),
    forwardTo: sandbox.baseUrl,
  });
  const close = async (): Promise<void> => {
    await server.close();
    await sandbox.close();
  };
  return { ...server, close };
};
const authorizationIn = (url: string): string =>
  new URL(url, 'http://service.example').searchParams.get('authorization') ?? '';

type Place = readonly [string, string | Buffer];

/** An export as the user gets it, with archives unpacked; one saved to a folder is read from there. */
const exported = async (
  app: RunningApp,
  say: (name: string, input: object) => Promise<string>,
  format: string,
): Promise<readonly Place[]> => {
  const choice = { format, layout: 'vouch', encoding: 'utf8', language: 'en', unresolved: 'keep' };
  const response = await say('pages.export', { service: 'vat-invoice', ...choice });
  expect(response).toMatch(/"kind":"(saved|download)"/);
  const { value } = z.object({ value: z.object({ id: z.string().optional() }) }).parse(JSON.parse(response));
  if (value.id === undefined) return [];
  const bytes = await app.page.evaluate(async (id) => {
    const headers = { 'x-vouch-session': sessionStorage.getItem('vouch-session') ?? '' };
    const download = await fetch(`/downloads/${id}`, { headers });
    return Array.from(new Uint8Array(await download.arrayBuffer()));
  }, value.id);
  return unpacked(`exported ${format}`, Buffer.from(bytes));
};

/** A file, and its contents if it is an archive. */
const unpacked = async (name: string, bytes: Buffer): Promise<readonly Place[]> => {
  const whole: Place = [name, bytes];
  if (bytes.subarray(0, 2).toString() !== 'PK') return [whole];
  const inner = [...(await unzip(bytes))].map(([file, part]): Place => [`${name}: ${file}`, part]);
  return [whole, ...inner];
};

type Session = {
  readonly app: RunningApp;
  /** Sets the result of the next export's dialog. */
  readonly chooseWhere: (format: string) => Promise<void>;
};

const start = async (host: HostName, home: string, output: string): Promise<Session> => {
  if (host === 'browser')
    return { app: await startBrowserHost({ home }), chooseWhere: () => Promise.resolve() };
  const app = await startDesktop({ home });
  const chooseWhere = async (format: string): Promise<void> => {
    await app.scriptDialog('showSaveDialog', { canceled: false, filePath: join(output, `out.${format}`) });
    await app.scriptDialog('showOpenDialog', { canceled: false, filePaths: [output] });
  };
  return { app, chooseWhere };
};

describe.each(hosts)('a whole session in the %s host', (host) => {
  test('leaks neither key nor secret', async () => {
    const service = await startService();
    const home = freshHome();
    const output = freshHome();
    mkdirSync(output, { recursive: true });
    const { app, chooseWhere } = await start(host, home, output);
    app.forgive(/./);
    const seen: Place[] = [];
    app.page.on('console', (message) => seen.push(['console', message.text()]));
    app.page.on('response', (response) => {
      if (response.url().endsWith('/events')) return;
      response.body().then(
        (body) => seen.push([`answer to ${response.url()}`, body]),
        () => {},
      );
    });
    const say = async (name: string, input: object): Promise<string> => {
      const text = await sendAsPage(app, name, input);
      seen.push([name, text]);
      return text;
    };

    const saved = await say('account.save', {
      appId: 'planted',
      baseUrl: service.baseUrl,
      apiKey: key,
      apiSecret: secret,
      keepUnprotected: true,
    });
    expect(saved).toContain('"ready":true');
    await app.drop([sample('special-paper.jpg')]);
    await app.page.getByRole('row', { name: /special-paper\.jpg/ }).waitFor();
    await eventually(() => say('pages.list', { service: 'vat-invoice' })).toContain('"failed"');
    await app.drop([sample('digital-special.png')]);
    await app.page.getByRole('row', { name: /^(?=.*Recognized)(?=.*digital-special\.png)/ }).waitFor();
    for (const id of [1, 2]) await say('pages.open', { id });
    await say('account.test', { service: 'face-detect' });
    await say('account.save', { appId: 'planted', baseUrl: 'no url', keepUnprotected: false });
    await say('app.info', {});
    expect(await say('app.diagnostics', {})).toContain('# settings');
    for (const format of ['json', 'csv', 'xlsx', 'annotated']) {
      await chooseWhere(format);
      seen.push(...(await exported(app, say, format)));
    }
    seen.push(['the page', await heldByPage(app)], ...commandLines());
    await app.close();
    await service.close();

    // The service did receive them: the key by name, the secret through the signature that it verified.
    expect(service.taken.length).toBeGreaterThanOrEqual(3);
    const sent = service.taken.map(({ url }) => authorizationIn(url));
    expect(Buffer.from(sent[0] ?? '', 'base64').toString()).toContain(key);
    for (const [name, bytes] of [...filesBelow(home), ...filesBelow(output)])
      seen.push(...(await unpacked(name, bytes)));
    const places = placesOf([key, secret, ...sent], seen);
    expect(places).toEqual([]);
  });
});

test('the search finds hidden secrets', () => {
  const hidden: Place[] = [
    ['plain', `x${secret}y`],
    ['address', `?q=${encodeURIComponent(secret)}`],
    ['base64', Buffer.from(`api_key="${secret}", and more`).toString('base64')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['utf-16', Buffer.from(secret, 'utf16le')],
    ['nothing', `${secret.slice(0, -1)}!`],
  ];
  expect(placesOf([secret], hidden)).toEqual(['plain', 'address', 'base64', 'hex', 'utf-16']);
});
