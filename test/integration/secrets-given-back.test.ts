import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { answer, type Exchange, type Fault } from '../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { asLetters, asNumbers, filesBelow, placesOf } from '../helpers/secret-search.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const json = { 'content-type': 'application/json' };

/** The account's data that the service received: the authorization and its parts. */
const responseSize = ({ taken }: Exchange) => {
  const authorization = new URL(taken.url, 'http://a.example').searchParams.get('authorization') ?? '';
  return { authorization, origin: Buffer.from(authorization, 'base64').toString() };
};

const withText = (text: string): string =>
  JSON.stringify({
    header: { code: 0, message: 'success', sid: 'tattler' },
    payload: { result: { text: Buffer.from(text).toString('base64') } },
  });

type Told = ReturnType<typeof responseSize>;

/** A fault that responds with what it received. */
const tattler = (tell: (told: Told) => Fault): Fault => ({
  strike: (exchange) => tell(responseSize(exchange)).strike(exchange),
});

const line = (code: string): string =>
  `{"code":"1","error_code":0,"object_list":[{"error_code":0,"region_list":[{"type":"vat-invoice-jiaoyanma",` +
  `"text_block_list":[{"key":"vat-invoice-jiaoyanma","value":"${code}","ocr_flag":1}]}]}]}`;

test.each<readonly [string, string, (told: Told) => Fault]>([
  [
    'an extracted value',
    'recognized',
    ({ origin }) => answer(200, json, withText(line(JSON.stringify(origin).slice(1, -1)))),
  ],
  [
    'a value in \\u escapes',
    'recognized',
    ({ origin }) => answer(200, json, withText(line(asNumbers(origin)))),
  ],
  [
    'an error message',
    'failed',
    ({ origin }) => answer(200, json, withText(JSON.stringify({ error_code: 7, error_msg: origin }))),
  ],
  [
    'a message in \\u escapes',
    'failed',
    ({ origin }) => answer(200, json, `{"header":{"code":10163,"message":"${asNumbers(origin)}"}}`),
  ],
  [
    'a truncated authorization',
    'failed',
    ({ authorization }) => answer(502, { 'content-type': 'text/html' }, `<p>${authorization.slice(0, 80)}`),
  ],
  [
    'the body of a 403',
    'failed',
    ({ origin }) => answer(403, { 'content-type': 'text/plain' }, JSON.stringify({ message: origin })),
  ],
  [
    'a redirect address',
    'failed',
    ({ origin }) => answer(302, { location: `https://a.example/?${origin}` }, ''),
  ],
  ['a response header', 'failed', ({ origin }) => answer(404, { 'retry-after': origin }, '')],
])('neither stores nor shows a key and a secret that the service repeats in %s', async (_, state, tell) => {
  const made = await madeInvoice(1);
  const folder = await temporaryFolder();
  const { input } = await writeMade(folder, [made]);
  const home = join(folder, 'home');
  const service = await startCountingService([made.truth], () => tattler(tell));
  const ran = await vouch(['invoice', input, '--json', '-', '--csv', join(folder, 'out.csv')], {
    ...service.environment,
    VOUCH_HOME: home,
  });
  expect(service.calls()).toBeGreaterThan(0);
  expect(JSON.parse(ran.stdout)).toMatchObject([{ state }]);
  const { apiKey, apiSecret } = service.account;
  const responses = responsesIn(home);
  expect(
    placesOf(
      [apiKey, apiSecret],
      [['output', ran.stdout], ['errors', ran.stderr], ...responses, ...filesBelow(folder)],
    ),
  ).toEqual([]);
});

/** The stored raw responses, and the decoded content of their base64. */
const responsesIn = (home: string): readonly (readonly [string, string])[] => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
  const rows = db.prepare('SELECT body FROM responses').all();
  db.close();
  return rows.flatMap(({ body }, at) => {
    const text = Buffer.from(body instanceof Uint8Array ? body : []).toString();
    const base64 = /"text":"([^"]*)"/u.exec(text)?.[1] ?? '';
    return [text, Buffer.from(base64, 'base64').toString()].map((part): readonly [string, string] => [
      `reply ${at}`,
      asLetters(part),
    ]);
  });
};
