import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { crowdResponse } from '../helpers/crowd.ts';
import { answer, hugeResponse, pass, proxyPage, sessionCode } from '../helpers/fault-server.ts';
import { madeFace, madeInvoice, writeMade, type Made } from '../helpers/made-invoices.ts';
import { jpeg } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const pageSchema = z.looseObject({
  source: z.string(),
  page: z.int(),
  service: z.string(),
  state: z.enum(['recognized', 'failed']),
  sid: z.string().nullable(),
  reused: z.boolean(),
  sandbox: z.boolean(),
  sent: z.looseObject({ encoding: z.string(), sha256: z.string() }).nullable(),
  error: z
    .looseObject({ kind: z.string(), code: z.int().nullable(), message: z.string(), remedy: z.string() })
    .nullable(),
  invoice: z.looseObject({ number: z.string().nullable(), grossTotal: z.string().nullable() }).nullish(),
  checks: z.array(z.looseObject({ id: z.string(), level: z.string(), message: z.string() })).exactOptional(),
  faces: z
    .array(z.looseObject({ index: z.int(), points: z.array(z.unknown()), attributes: z.unknown() }))
    .exactOptional(),
});
const pagesIn = (text: string) => z.array(pageSchema).parse(JSON.parse(text));

/** A folder with pictures and ground truths, a data folder, and the environment for both. */
const set = async (made: readonly Made[]) => {
  const folder = await temporaryFolder();
  const { input, truths } = await writeMade(folder, made);
  const home = join(folder, 'home');
  return { folder, input, home, sandboxed: { VOUCH_HOME: home, VOUCH_SANDBOX_TRUTH: truths } };
};
const invoices = (...seeds: readonly number[]) => Promise.all(seeds.map(madeInvoice));

describe('recognizing', () => {
  test('writes JSON, CSV, lines and a workbook for a folder of invoices in one run', async () => {
    const { folder, input, sandboxed } = await set(await invoices(1, 2, 3));
    const out = (name: string) => join(folder, name);
    const ran = await vouch(
      [
        'invoice',
        input,
        '--sandbox',
        '--json',
        '-',
        '--csv',
        out('a.csv'),
        '--lines-csv',
        out('l.csv'),
        '--xlsx',
        out('a.xlsx'),
        '--encoding',
        'gb18030',
        '--lang',
        'zh',
      ],
      sandboxed,
    );
    expect(ran.stderr).toContain('已识别 3 页');
    expect(ran.code).toBe(0);
    const pages = pagesIn(ran.stdout);
    expect(pages.map(({ source, invoice }) => [source, invoice?.number])).toEqual([
      [join(input, 'invoice-1.png'), '10000001'],
      [join(input, 'invoice-2.png'), '10000002'],
      [join(input, 'invoice-3.png'), '10000003'],
    ]);
    expect(pages[0]).toMatchObject({
      page: 1,
      service: 'vat-invoice',
      state: 'recognized',
      reused: false,
      sandbox: true,
      sent: { encoding: 'png', width: 64, height: 48 },
      error: null,
      invoice: { kind: '01', issueDate: '2024-05-28', total: '300.00', grossTotal: '318.00' },
    });
    expect(pages[0]).not.toHaveProperty('faces');
    const rows: string[][] = parse(iconv.decode(await readFile(out('a.csv')), 'gb18030'));
    expect(rows).toHaveLength(4);
    expect(rows.flat()).toContain('上海某某有限公司');
    expect((await readFile(out('a.xlsx'))).subarray(0, 2).toString()).toBe('PK');
    expect(existsSync(out('l.csv'))).toBe(true);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/tmp|part/));
  });

  test('omits attributes of faces that were not requested', async () => {
    const { input, sandboxed } = await set([await madeFace(7)]);
    const bare = await vouch(['face', input, '--sandbox', '--json', '-', '--quiet'], sandboxed);
    expect(bare.stderr).toBe('');
    expect(pagesIn(bare.stdout)[0]?.faces).toMatchObject([{ index: 1, points: [], attributes: null }]);
    const whole = await vouch(
      ['face', input, '--sandbox', '--points', '--attributes', '--json', '-'],
      sandboxed,
    );
    expect(pagesIn(whole.stdout)[0]).toMatchObject({
      reused: false,
      faces: [{ points: [{ x: 5, y: 6 }], attributes: { expression: 'happy', hair: 'long' } }],
    });
    const again = await vouch(['face', input, '--sandbox', '--json', '-'], sandboxed);
    expect(pagesIn(again.stdout)[0]).toMatchObject({ reused: true, faces: [{ points: [] }] });
  });

  test('lists a failed page with the others', async () => {
    const { input, folder, sandboxed } = await set(await invoices(1));
    await writeFile(join(input, 'a-broken.jpg'), 'no picture');
    await writeFile(join(input, 'b-unknown.jpg'), await jpeg());
    await writeFile(join(input, 'notes.txt'), 'passed over');
    const missing = join(folder, 'missing.png');
    const ran = await vouch(['invoice', input, missing, '--sandbox', '--json', '-'], sandboxed);
    expect(ran.code).toBe(1);
    expect(pagesIn(ran.stdout).map(({ state, error }) => [state, error?.kind, error?.code])).toEqual([
      ['failed', 'input', null],
      ['failed', 'service', 37042],
      ['recognized', undefined, undefined],
      ['failed', 'input', null],
    ]);
    expect(ran.stderr).toContain('1 recognized, 3 failed');
    expect(ran.stderr).toContain('1 unsupported file in folders skipped');
  });

  test('reports an error of the checks, and counts it in the summary', async () => {
    const { folder, sandboxed } = await set([]);
    const input = join('samples', 'special-paper-wrong-words.jpg');
    const again = () => vouch(['invoice', input, '--sandbox', '--csv', join(folder, 'a.csv')], sandboxed);
    const ran = await again();
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/wrong-words\.jpg: unresolved: .*words/);
    expect(ran.stderr).toContain('1 recognized, 0 failed, 1 with unresolved errors');
    expect((await again()).stderr).toContain(
      '1 of them from earlier results, 0 failed, 1 with unresolved errors',
    );
  });

  test('prints one line a page without any output option', async () => {
    const { input, sandboxed } = await set(await invoices(1));
    const ran = await vouch(['invoice', input, '--sandbox', '--quiet'], sandboxed);
    expect(ran.stdout).toBe(
      `${join(input, 'invoice-1.png')}\trecognized\t10000001\t2024-05-28\t上海某某有限公司\t318.00\tdemo data\n`,
    );
  });

  test('writes one annotated picture for each recognized page, never over an input', async () => {
    const { input, folder, sandboxed } = await set([...(await invoices(1)), await madeFace(2)]);
    await writeFile(join(input, 'invoice-1.jpg'), await jpeg(64, 48));
    const out = join(folder, 'drawn', 'here');
    const ran = await vouch(['invoice', input, '--sandbox', '--annotate', out], sandboxed);
    expect(ran.stderr).toContain('1 recognized, 2 failed');
    expect(await readdir(out)).toEqual(['invoice-1 (2).png']);
    const drawn = await sharp(await readFile(join(out, 'invoice-1 (2).png'))).metadata();
    expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 64, 48]);
    const over = await vouch(['invoice', input, '--sandbox', '--annotate', input], sandboxed);
    expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('overwrite')]);
  });

  test('finds duplicates on two pictures, within a run and across runs', async () => {
    const [one, other] = await invoices(1, 2);
    const twin = { ...other!, truth: { ...other!.truth, text: one!.truth.text } };
    const { input, sandboxed } = await set([one!, twin]);
    const ran = await vouch(['invoice', input, '--sandbox', '--json', '-'], sandboxed);
    for (const { checks } of pagesIn(ran.stdout))
      expect(checks).toContainEqual(expect.objectContaining({ id: 'duplicate', level: 'error' }));
    const again = await vouch(
      ['invoice', join(input, 'invoice-1.png'), '--sandbox', '--json', '-'],
      sandboxed,
    );
    expect(pagesIn(again.stdout)[0]?.checks).toContainEqual(expect.objectContaining({ id: 'duplicate' }));
  });
});

describe('calls and costs', () => {
  test('makes one call for equal files, none in a second run, and one more with --force', async () => {
    const made = await invoices(1, 2);
    const { input, home } = await set(made);
    await writeFile(join(input, 'copy.png'), made[0]!.bytes);
    const service = await startCountingService(made.map(({ truth }) => truth));
    const environment = { VOUCH_HOME: home, ...service.environment };
    const first = await vouch(['invoice', input, '--json', '-'], environment);
    expect(first.code).toBe(0);
    expect(service.calls()).toBe(2);
    expect(pagesIn(first.stdout).filter(({ reused }) => reused)).toHaveLength(1);
    const second = await vouch(['invoice', input, '--json', '-'], environment);
    expect(service.calls()).toBe(2);
    expect(pagesIn(second.stdout).map(({ reused }) => reused)).toEqual([true, true, true]);
    expect(second.stderr).toContain('no call made');
    const forced = await vouch(
      ['invoice', input, '--json', '-', '--force', '--concurrency', '1'],
      environment,
    );
    expect(service.calls()).toBe(4);
    expect(pagesIn(forced.stdout).map(({ reused, source }) => [source.endsWith('copy.png'), reused])).toEqual(
      [
        [true, false],
        [false, true],
        [false, false],
      ],
    );
  });

  test('never mixes sandbox and real responses; a new ground truth gives a new response', async () => {
    const [made] = await invoices(1);
    const { input, sandboxed, folder } = await set([made!]);
    const service = await startCountingService([made!.truth]);
    await vouch(['invoice', input, '--sandbox'], sandboxed);
    const real = await vouch(['invoice', input, '--json', '-'], { ...sandboxed, ...service.environment });
    expect(pagesIn(real.stdout)[0]).toMatchObject({ reused: false, sandbox: false });
    expect(service.calls()).toBe(1);
    const sandbox = await vouch(['invoice', input, '--sandbox', '--json', '-'], sandboxed);
    expect(pagesIn(sandbox.stdout)[0]).toMatchObject({ reused: true, sandbox: true });
    const [other] = await invoices(9);
    await writeMade(folder, [{ ...made!, truth: { ...made!.truth, text: other!.truth.text } }]);
    const changed = await vouch(['invoice', input, '--sandbox', '--json', '-'], sandboxed);
    expect(pagesIn(changed.stdout)[0]).toMatchObject({ reused: false, invoice: { number: '10000009' } });
  });

  test('repeats a failed call, but not for an equal file of the same run', async () => {
    const [made] = await invoices(1);
    const { input, home } = await set([made!]);
    await writeFile(join(input, 'copy.png'), made!.bytes);
    const service = await startCountingService([made!.truth], (index) =>
      index === 0 ? proxyPage(404) : pass,
    );
    const environment = { VOUCH_HOME: home, ...service.environment };
    const failing = await vouch(['invoice', input, '--json', '-', '--concurrency', '1'], environment);
    expect(failing.code).toBe(1);
    expect(service.calls()).toBe(1);
    expect(pagesIn(failing.stdout).map(({ error }) => [error?.kind, error?.code])).toEqual([
      ['http', 404],
      ['http', 404],
    ]);
    expect((await vouch(['invoice', input], environment)).code).toBe(0);
    expect(service.calls()).toBe(2);
  });
});

describe('wrong usage and configuration exit with 2, and send nothing', () => {
  test('print one sentence each', async () => {
    const made = await invoices(1);
    const { input, folder, home } = await set(made);
    const service = await startCountingService(made.map(({ truth }) => truth));
    const environment = { VOUCH_HOME: home, ...service.environment };
    const { VOUCH_API_SECRET: _, ...incomplete } = service.environment;
    await writeFile(join(folder, 'file'), '');
    const cases: readonly [readonly string[], Readonly<Record<string, string>>, RegExp][] = [
      [['invoice', input, '--nope'], environment, /Unknown option --nope/],
      [['invoice'], environment, /Missing PATH/],
      [['invoice', input, '--reader', 'service'], { VOUCH_HOME: home, ...incomplete }, /VOUCH_API_SECRET/],
      [['invoice', input, '--base-url', 'http://192.168.0.1'], environment, /IP address/],
      [['invoice', input, '--base-url', 'http://plain.example.com'], environment, /plain http/],
      [['invoice', input, '--base-url', 'ftp://x.example.com'], environment, /https or http/],
      [['invoice', input, '--csv', join(folder, 'nowhere', 'a.csv')], environment, /Can’t write/],
      [['invoice', input, '--annotate', join(folder, 'file')], environment, /./],
      [['invoice', input, '--json', join(input, 'invoice-1.png')], environment, /overwrite/],
      [['invoice', input, '--sandbox'], { VOUCH_HOME: join(folder, 'file', 'below') }, /data folder/],
    ];
    for (const [given, env, message] of cases) {
      const ran = await vouch(given, env);
      expect([given, ran.code, ran.stdout]).toEqual([given, 2, '']);
      expect(ran.stderr).toMatch(message);
      expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(service.calls()).toBe(0);
    expect((await vouch(['invoice', input, '--nope', '--lang', 'zh'], environment)).stderr).toContain(
      '未知选项',
    );
    expect((await vouch(['invoice'], { ...environment, LANG: 'zh_CN.UTF-8' })).stderr).toContain('缺少文件');
  }, 180_000);

  test('refuses plain http unless the settings allow it', async () => {
    const { folder, input } = await set(await invoices(1));
    const home = join(folder, 'home');
    // The service is behind a proxy. Without it, a request to the plain address would leave the computer.
    const service = await startCountingService([], () => sessionCode(10_313, 'invalid appid'));
    const environment = {
      ...service.environment,
      VOUCH_HOME: home,
      VOUCH_BASE_URL: 'http://service.example',
      HTTP_PROXY: service.baseUrl,
    };
    const refused = await vouch(['invoice', input], environment);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/http/) });
    expect(service.calls()).toBe(0);
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'settings.json'), '{"settings":{"allowPlainHttp":true}}');
    const allowed = await vouch(['invoice', input, '--json', '-'], environment);
    expect(pagesIn(allowed.stdout)).toMatchObject([{ error: { kind: 'session', code: 10_313 } }]);
    expect(service.calls()).toBe(1);
  });

  test('does not change a newer ledger', async () => {
    const { input, home, sandboxed } = await set(await invoices(1));
    await mkdir(home, { recursive: true });
    const db = new DatabaseSync(join(home, 'ledger.sqlite'));
    db.exec('PRAGMA user_version = 4711');
    db.close();
    const ran = await vouch(['invoice', input, '--sandbox'], sandboxed);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/newer version/);
  });
});

describe('responses', () => {
  test('of up to 64 MB are read, and larger ones fail', async () => {
    const made = await invoices(1, 2);
    const { input, home } = await set(made);
    const service = await startCountingService(
      made.map(({ truth }) => truth),
      (index) => (index === 0 ? hugeResponse(70 * 1024 * 1024, true) : hugeResponse(60 * 1024 * 1024, false)),
    );
    const ran = await vouch(['invoice', input, '--json', '-', '--concurrency', '1'], {
      VOUCH_HOME: home,
      ...service.environment,
    });
    expect(pagesIn(ran.stdout).map(({ error }) => error?.kind)).toEqual(['reply', 'reply']);
    expect(ran.stderr).toMatch(/\[1\/2\].*64 MB/i);
  }, 120_000);

  test('with thousands of faces are decoded by a thread, and again from the stored response', async () => {
    const { input, home } = await set([await madeFace(1)]);
    const service = await startCountingService([], () => answer(200, {}, crowdResponse(1_500)));
    const environment = { VOUCH_HOME: home, ...service.environment };
    const run = () => vouch(['face', input, '--points', '--json', '-'], environment);
    const [first, again] = [await run(), await run()];
    const [faces, kept] = [first, again].map(({ stdout }) => pagesIn(stdout)[0]?.faces);
    expect(faces).toHaveLength(1_500);
    expect(faces?.[1_499]?.points).toHaveLength(21);
    expect(kept).toEqual(faces);
    expect(service.calls()).toBe(1);
  });

  test('never prints a secret, however the service returns it', async () => {
    const made = await invoices(1);
    const { input, home, folder } = await set(made);
    const service = await startCountingService([], () =>
      sessionCode(10313, `invalid appid for key ${secretAt.key} and ${secretAt.secret}`),
    );
    const secretAt = { key: service.account.apiKey, secret: service.account.apiSecret };
    const ran = await vouch(
      ['invoice', input, '--json', join(folder, 'a.json'), '--csv', join(folder, 'a.csv')],
      {
        VOUCH_HOME: home,
        ...service.environment,
      },
    );
    expect(ran.code).toBe(1);
    const everything = [ran.stdout, ran.stderr];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        everything.push((await readFile(join(entry.parentPath, entry.name))).toString('latin1'));
    for (const text of everything) {
      expect(text).not.toContain(secretAt.key);
      expect(text).not.toContain(secretAt.secret);
    }
  });

  test('keeps the order of the files, not of the responses', async () => {
    const made = await invoices(1, 2, 3);
    const { input, home } = await set(made);
    const service = await startCountingService(
      made.map(({ truth }) => truth),
      (index) => ({
        strike: async ({ forward }) => {
          await new Promise((resolve) => setTimeout(resolve, index === 0 ? 400 : 0));
          await forward();
        },
      }),
    );
    const ran = await vouch(['invoice', input, '--json', '-', '--concurrency', '3'], {
      VOUCH_HOME: home,
      ...service.environment,
    });
    expect(pagesIn(ran.stdout).map(({ invoice }) => invoice?.number)).toEqual([
      '10000001',
      '10000002',
      '10000003',
    ]);
  });
});
