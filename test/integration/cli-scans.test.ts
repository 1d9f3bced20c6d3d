import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldPathsOf, valueAt } from '../../shared/invoice/fields.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { notHttp } from '../helpers/fault-server.ts';
import { makePages, scanOfSheets } from '../helpers/scans/layout-pages.ts';
import { makeSheet, pictureOf } from '../helpers/scans/make-scan.ts';
import type { PrintedItem } from '../helpers/scans/print.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const sample = new URL('../../samples/special-paper.jpg', import.meta.url);

const pageSchema = z.looseObject({
  reader: z.string(),
  state: z.string(),
  maybePaid: z.boolean(),
  error: z.unknown(),
  invoice: z.custom<Invoice>().nullable(),
  checks: z.array(z.looseObject({ id: z.string(), level: z.string(), fields: z.array(z.string()) })),
});
const pagesIn = (text: string) => z.array(pageSchema).parse(JSON.parse(text));

const set = async () => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  await mkdir(input);
  return { input, environment: { VOUCH_HOME: join(folder, 'home') } };
};

/** The amounts, ids and dates of an invoice: none may be wrong without a mark. */
const strict = (path: string): boolean =>
  /^(?:code|number|issueDate|total|taxTotal|grossTotal|(?:buyer|seller)\.taxId)$/u.test(path);

test(
  'reads a scan without an account, once, and marks what is not certain',
  { timeout: 120_000 },
  async () => {
    const { input, environment } = await set();
    const made = await makeSheet(2);
    await writeFile(join(input, 'scan.jpg'), await pictureOf(made));
    const ran = await vouch(['invoice', input, '--json', '-', '--lang', 'en'], environment);
    expect(ran.code, ran.stderr).toBe(0);
    const [page, ...more] = pagesIn(ran.stdout);
    expect(more).toEqual([]);
    expect(page).toMatchObject({ reader: 'local', state: 'recognized', maybePaid: false, error: null });
    const read = page?.invoice;
    if (!read) throw new Error('No invoice was read');
    const marked = new Set(
      page.checks
        .filter(({ level }) => level === 'warn' || level === 'error')
        .flatMap(({ fields }) => fields),
    );
    const wrong = fieldPathsOf(made.truth).filter(
      (path) => strict(path) && valueAt(read, path) !== valueAt(made.truth, path) && !marked.has(path),
    );
    expect(wrong).toEqual([]);
    expect(read.number).toBe(made.truth.number);
    // The second run takes what the first one read.
    const again = await vouch(['invoice', input, '--json', '-', '--lang', 'en'], environment);
    expect(again.stdout).toBe(ran.stdout);
  },
);

test('compares both readers of a picture, and shows the service’s values', { timeout: 120_000 }, async () => {
  const { input, environment } = await set();
  await copyFile(sample, join(input, 'a.jpg'));
  const given = ['invoice', input, '--sandbox', '--reader', 'both', '--json', '-', '--lang', 'en'];
  const ran = await vouch(given, environment);
  expect(ran.code, ran.stderr).toBe(0);
  const [page] = pagesIn(ran.stdout);
  expect(page).toMatchObject({ reader: 'sandbox', state: 'recognized' });
  const compared = page?.checks.filter(({ id }) => id === 'readers-differ' || id === 'readers-agree') ?? [];
  expect(compared.length).toBeGreaterThan(0);
  for (const { id, level, fields } of compared)
    expect([level, fields.length > 0]).toEqual(id === 'readers-agree' ? ['ok', false] : ['warn', true]);
});

test(
  'keeps the values of this computer if the call of both readers fails',
  { timeout: 120_000 },
  async () => {
    const { input, environment } = await set();
    await copyFile(sample, join(input, 'a.jpg'));
    const service = await startCountingService([], () => notHttp);
    const given = ['invoice', input, '--reader', 'both', '--json', '-', '--lang', 'en'];
    const ran = await vouch(given, { ...environment, ...service.environment });
    expect(ran.code).toBe(1);
    const [page] = pagesIn(ran.stdout);
    expect(page?.reader).toBe('local');
    expect(page?.invoice?.number).toMatch(/^\d{8}$/u);
    expect(page?.error).not.toBeNull();
  },
);

test(
  'needs no account for both readers, and makes no call for the local one',
  { timeout: 120_000 },
  async () => {
    const { input, environment } = await set();
    await copyFile(sample, join(input, 'a.jpg'));
    const service = await startCountingService([]);
    const local = await vouch(['invoice', input, '--reader', 'local', '--json', '-'], {
      ...environment,
      ...service.environment,
    });
    expect([local.code, service.calls()]).toEqual([0, 0]);
    expect(pagesIn(local.stdout)).toMatchObject([{ reader: 'local', state: 'recognized' }]);
    const both = await vouch(['invoice', input, '--reader', 'both', '--json', '-'], environment);
    expect(both.code).toBe(0);
    expect(pagesIn(both.stdout)).toMatchObject([{ reader: 'local', state: 'recognized' }]);
  },
);

test('needs an account for the service, and combines it with nothing that sends nothing', async () => {
  const { input, environment } = await set();
  await copyFile(sample, join(input, 'a.jpg'));
  const out = join(input, 'out.json');
  for (const given of [
    ['--reader', 'service'],
    ['--local', '--reader', 'service'],
    ['--local', '--reader', 'both'],
  ])
    expect(
      (await vouch(['invoice', input, ...given, '--json', out], environment)).code,
      given.join(' '),
    ).toBe(2);
  expect(await readdir(input)).toEqual(['a.jpg']);
});

test('reads a picture again if another one is at its path', { timeout: 120_000 }, async () => {
  const { input, environment } = await set();
  const path = join(input, 'a.jpg');
  const numbers: (string | null | undefined)[] = [];
  for (const seed of [2, 5]) {
    await writeFile(path, await pictureOf(await makeSheet(seed)));
    const ran = await vouch(['invoice', path, '--json', '-'], environment);
    numbers.push(pagesIn(ran.stdout)[0]?.invoice?.number);
  }
  expect(new Set(numbers).size).toBe(2);
});

const isGoods = (item: PrintedItem): boolean => item.kind === 'text' && item.y < 200;

test.each(['bare', 'list'] as const)(
  'a scanned page goes on with the goods of the page before, if the sums say so: %s',
  { timeout: 400_000 },
  async (kind) => {
    const { input, environment } = await set();
    const { truth, sheets } = await makePages(2, kind);
    const [first, second] = sheets;
    if (!first || !second) throw new Error('Two pages');
    await writeFile(join(input, 'whole.pdf'), await scanOfSheets([first, second]));
    const ran = await vouch(['invoice', input, '--local', '--json', '-', '--lang', 'en'], environment);
    const [page, ...more] = pagesIn(ran.stdout);
    expect(more).toEqual([]);
    expect(page?.invoice?.number).toBe(truth.number);
    expect(page?.invoice?.grossTotal).toBe(truth.grossTotal);
    expect(page?.invoice?.lines.map(({ amount }) => amount)).toEqual(truth.lines.map(({ amount }) => amount));
    expect(page?.checks.filter(({ id, level }) => level === 'error' && /sum|missing/u.test(id))).toEqual([]);
  },
);

test('scanned pages whose lines do not add up stay apart, and say so', { timeout: 400_000 }, async () => {
  const { input, environment } = await set();
  const { truth, sheets } = await makePages(2, 'bare');
  const [first, second] = sheets;
  if (!first || !second) throw new Error('Two pages');
  // Two lines of the second page are missing.
  const items = second.items.filter((item) => !isGoods(item));
  await writeFile(join(input, 'part.pdf'), await scanOfSheets([first, { ...second, items }]));
  const ran = await vouch(['invoice', input, '--local', '--json', '-', '--lang', 'en'], environment);
  const pages = pagesIn(ran.stdout);
  expect(pages).toHaveLength(2);
  expect(pages.map(({ invoice }) => invoice?.number ?? null)).toEqual([truth.number, null]);
  const marked = pages.map(({ checks }) =>
    checks.filter(({ level }) => level === 'warn' || level === 'error').map(({ id }) => id),
  );
  for (const ids of marked) expect(ids).toContain('values-missing');
});
