import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { startVouch, vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import type { Fault } from '../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const states = (text: string): string[] => {
  const pages: unknown = JSON.parse(text);
  return Array.isArray(pages)
    ? pages.map((page: { state: string; reused: boolean }) => `${page.state}${page.reused ? ' again' : ''}`)
    : [];
};

const four = (state: string): readonly string[] => Array.from({ length: 4 }, () => state);

const paid = (text: string): readonly boolean[] =>
  (JSON.parse(text) as readonly { readonly maybePaid: boolean }[]).map(({ maybePaid }) => maybePaid);

/** A service that responds to its first calls and holds the others. */
const setUp = async (pictures: number, answered: number) => {
  const made = await Promise.all(Array.from({ length: pictures }, (_, index) => madeInvoice(index)));
  const folder = await temporaryFolder();
  const { input } = await writeMade(folder, made);
  const gate = Promise.withResolvers<void>();
  const slow: Fault = {
    strike: async ({ forward }) => {
      await gate.promise;
      await forward();
    },
  };
  const service = await startCountingService(
    made.map(({ truth }) => truth),
    (index) => (index < answered ? { strike: ({ forward }) => forward() } : slow),
  );
  const environment = { VOUCH_HOME: join(folder, 'home'), ...service.environment };
  const untilCalls = async (calls: number) => {
    while (service.calls() < calls) await wait(10);
    // The responses before the last call are being written to the ledger.
    await wait(300);
  };
  return { folder, input, service, environment, untilCalls, release: gate.resolve };
};

const integrity = (home: string) => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  const verdict = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  db.close();
  return verdict;
};

describe('an interrupted batch', () => {
  test('makes calls only for pages without a response in the run after a kill', async () => {
    const { input, service, environment, untilCalls, release } = await setUp(6, 3);
    const first = startVouch(['invoice', input, '--concurrency', '2', '--csv', '-'], environment);
    await untilCalls(5);
    first.kill('SIGKILL');
    await first.ran();
    expect(integrity(environment.VOUCH_HOME)).toBe('ok');
    release();
    const second = await vouch(['invoice', input, '--json', '-'], environment);
    expect(second.code).toBe(0);
    expect(states(second.stdout).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'recognized'),
      ...Array.from({ length: 3 }, () => 'recognized again'),
    ]);
    // Two calls were in progress at the kill. Another run counts as the user's request to call again.
    expect(service.calls()).toBe(5 + 3);
    expect(integrity(environment.VOUCH_HOME)).toBe('ok');
  });

  test('keeps calls that end in time after the user stops it, and does not start the rest', async () => {
    const { input, service, environment, untilCalls, release } = await setUp(6, 2);
    const child = startVouch(['invoice', input, '--concurrency', '2', '--json', '-'], environment);
    await untilCalls(4);
    child.kill('SIGINT');
    setTimeout(release, 500);
    const ran = await child.ran();
    expect(ran.code).toBe(130);
    expect(states(ran.stdout)).toEqual([...four('recognized'), 'waiting', 'waiting']);
    expect(ran.stderr).toContain('4 recognized, 0 failed, 2 stopped');
    expect(paid(ran.stdout)).not.toContain(true);
    expect((await vouch(['invoice', input, '--quiet'], environment)).code).toBe(0);
    expect(service.calls()).toBe(6);
  });

  test.each(['SIGINT', 'SIGHUP'] as const)(
    'marks calls that don’t end in time after %s as possibly billed, permanently and in every output',
    async (signal) => {
      const { input, folder, service, environment, untilCalls, release } = await setUp(4, 1);
      const csv = join(folder, 'a.csv');
      const child = startVouch(
        ['invoice', input, '--concurrency', '2', '--json', '-', '--csv', csv],
        environment,
      );
      await untilCalls(3);
      child.kill(signal);
      const ran = await child.ran();
      expect(ran.code).toBeGreaterThan(128);
      // Of the two pages that are prepared at the same time, either may be sent first.
      const first = states(ran.stdout).indexOf('recognized');
      const lost = [0, 1, 2, 3].map((index) => index !== first && index < 3);
      expect(states(ran.stdout)).toEqual(
        lost.map((_, index) => (index === first ? 'recognized' : 'waiting')),
      );
      expect(paid(ran.stdout)).toEqual(lost);
      expect(ran.stderr).toContain('2 pages have calls that may have been billed');
      const marks: Record<string, string>[] = parse(await readFile(csv), { columns: true, bom: true });
      expect(marks.map((row) => row['May have been billed'])).toEqual(lost.map((is) => (is ? 'maybe' : '')));
      release();
      const again = await vouch(['invoice', input, '--json', '-'], environment);
      expect(states(again.stdout).filter((state) => state === 'recognized')).toHaveLength(3);
      expect(paid(again.stdout)).toEqual(lost);
      expect(service.calls()).toBe(3 + 3);
    },
  );

  test('ends at once after a second signal', async () => {
    const { input, environment, untilCalls, release } = await setUp(2, 0);
    const child = startVouch(['invoice', input], environment);
    await untilCalls(2);
    child.kill('SIGTERM');
    await wait(300);
    child.kill('SIGTERM');
    const ran = await child.ran();
    expect(ran.code).toBe(143);
    // The next run finds them, and reports it.
    release();
    const next = await vouch(['invoice', input, '--json', '-'], environment);
    expect(paid(next.stdout)).toEqual([true, true]);
    expect(next.stderr).toContain('2 pages have calls that may have been billed');
  });
});

test('names the owner of the data folder to a second run, which sends nothing', async () => {
  const { input, service, environment, untilCalls, release } = await setUp(2, 0);
  const first = startVouch(['invoice', input], environment);
  await untilCalls(2);
  const second = await vouch(['invoice', input], environment);
  expect(second.code).toBe(2);
  expect(second.stderr).toContain(`pid ${first.pid}`);
  expect(service.calls()).toBe(2);
  release();
  expect((await first.ran()).code).toBe(0);
  expect((await vouch(['invoice', input], environment)).stderr).toContain('2 of them from earlier results');
});

test('continues if a reader closes the stream', async () => {
  const { input, environment, release } = await setUp(3, 3);
  release();
  const child = startVouch(['invoice', input, '--json', '-'], environment);
  child.stdout?.destroy();
  child.stderr?.destroy();
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect((await vouch(['invoice', input], environment)).stderr).toContain('3 of them from earlier results');
});
