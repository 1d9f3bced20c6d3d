import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { vouch } from '../helpers/command-line.ts';
import { hurtDefinition } from '../helpers/damaged-ledger.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A data folder with two invoices that a counting service has recognized. */
const twoRead = async () => {
  const made = await Promise.all([madeInvoice(1), madeInvoice(2)]);
  const folder = await temporaryFolder();
  const { input } = await writeMade(folder, made);
  const service = await startCountingService(made.map(({ truth }) => truth));
  const home = join(folder, 'home');
  const environment = { VOUCH_HOME: home, ...service.environment };
  expect((await vouch(['invoice', input, '--quiet'], environment)).code).toBe(0);
  const run = (...flags: readonly string[]) =>
    vouch(['invoice', input, '--json', '-', ...flags], environment);
  return { folder, home, service, run };
};

const damage = (home: string, sql: string): void => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'), { enableForeignKeyConstraints: false });
  db.exec(sql);
  db.close();
};

test.each([
  ['truncated', `UPDATE responses SET body = substr(body, 1, 100) WHERE call = 1`],
  ['empty', `UPDATE responses SET body = x'' WHERE call = 1`],
  ['zeroed', `UPDATE responses SET body = zeroblob(length(body)) WHERE call = 1`],
  ['missing', `DELETE FROM responses WHERE call = 1`],
  [
    'changed',
    `UPDATE responses SET body = CAST(replace(CAST(body AS TEXT), 'success', 'succeed') AS BLOB) WHERE call = 1`,
  ],
])('reports a %s stored response as a failure in every output and the exit code', async (_, sql) => {
  const { folder, home, service, run } = await twoRead();
  damage(home, sql);
  const csv = join(folder, 'a.csv');
  const ran = await run('--csv', csv);
  expect(ran.code).toBe(1);
  const pages = JSON.parse(ran.stdout);
  const lost = pages.findIndex((page: { readonly state: string }) => page.state === 'failed');
  expect(pages[lost]).toMatchObject({
    invoice: null,
    maybePaid: true,
    error: { kind: 'reply', remedy: expect.stringContaining('--force') },
  });
  expect(pages[1 - lost]).toMatchObject({
    state: 'recognized',
    reused: true,
    maybePaid: false,
    error: null,
  });
  expect(ran.stderr).toContain('1 recognized, 1 of them from earlier results, 1 failed');
  const rows: Record<string, string>[] = parse(await readFile(csv), { columns: true, bom: true });
  expect(rows[lost]).toMatchObject({
    State: 'failed',
    Error: expect.stringContaining('damaged or missing'),
  });
  // Only the user may request another call.
  expect(service.calls()).toBe(2);
  const again = await run('--force');
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)[lost]).toMatchObject({ state: 'recognized', maybePaid: true });
  expect(service.calls()).toBe(4);
});

test('never sends a damaged stored picture, but makes it again', async () => {
  const { home, run } = await twoRead();
  const folder = join(home, 'pictures');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png'));
  for (const name of files) {
    const bytes = await readFile(join(folder, name));
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    await writeFile(join(folder, name), bytes);
  }
  expect(files).toHaveLength(2);
  const ran = await run('--force');
  expect(ran.code).toBe(0);
  for (const name of files) {
    const digest = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
    expect(name).toContain(digest);
  }
});

test('sets a damaged ledger aside unchanged, and continues', async () => {
  const folder = await temporaryFolder();
  const { input, truths } = await writeMade(folder, [await madeInvoice(1)]);
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  const damaged = 'not a database at all, and long enough to be one'.repeat(200);
  await writeFile(join(home, 'ledger.sqlite'), damaged);
  const ran = await vouch(['invoice', input, '--sandbox'], { VOUCH_HOME: home, VOUCH_SANDBOX_TRUTH: truths });
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/damaged/);
  const aside = (await readdir(home)).find((name) => name.includes('.damaged-'));
  expect(await readFile(join(home, aside ?? ''), 'utf8')).toBe(damaged);
});

test('asks nothing again after recovering a ledger whose table definitions are damaged', async () => {
  const { home, service, run } = await twoRead();
  hurtDefinition(join(home, 'ledger.sqlite'), 'renditions');
  const ran = await run();
  expect(ran.stderr).toContain('Pages recovered: 2. Paid answers recovered: 2');
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject([{ reused: true }, { reused: true }]);
  expect(service.calls()).toBe(2);
});
