import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { crowdResponse } from '../helpers/crowd.ts';
import { answer, startFaultServer } from '../helpers/fault-server.ts';
import { fillLedger } from '../helpers/large-ledger.ts';
import { pictureOf } from '../helpers/pictures.ts';
import { startEveryThread } from '../helpers/reused-threads.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

startEveryThread();

/** A backend whose threads of the ledger run: the first search starts the one that only reads. */
const startWithThreads = async (options: Parameters<typeof startBackend>[0] = {}) => {
  const started = await startBackend(options);
  await started.ask('history.search', { filter: {}, after: null, limit: 1 });
  return started;
};

/** Kills the next threads that start, as the system would, before they respond. */
const killNextThreads = (count: number): { readonly killed: () => number } => {
  let killed = 0;
  const kill = (worker: Worker): void => {
    if (killed === count) return;
    killed += 1;
    worker.once('online', () => void worker.terminate());
  };
  process.on('worker', kill);
  onTestFinished(() => void process.off('worker', kill));
  return { killed: () => killed };
};

test.each([
  ['loses nothing if one thread is killed while it prepares a page', 1, 0],
  ['fails only the page whose two threads are killed, and can retry it', 2, 1],
])('%s', async (_, kills, lost) => {
  const { ask } = await startWithThreads();
  const service = 'face-detect';
  await ask('settings.change', { lookFirst: true });
  // A thread must convert a WebP; the page then waits for the user's approval.
  const pictures = await Promise.all([1, 2, 3].map((seed) => pictureOf(seed)));
  const files = await Promise.all(
    pictures.map(async (picture, index) => {
      const bytes = new Uint8Array(await sharp(picture).webp().toBuffer());
      return { kind: 'bytes', name: `${index}.webp`, bytes } as const;
    }),
  );
  const standing = async () => {
    const pages = await ask('pages.list', { service });
    return pages.map(({ state, held, hasPicture }) => (held && hasPicture ? 'ready' : state)).toSorted();
  };
  const threads = killNextThreads(kills);
  await ask('pages.add', { service, sandbox: true, files });
  const ends = [0, 1, 2].map((index) => (index < lost ? 'failed' : 'ready'));
  await expect.poll(standing, { timeout: 20_000 }).toEqual(ends);
  expect(threads.killed()).toBe(kills);

  const failed = (await ask('pages.list', { service })).filter(({ state }) => state === 'failed');
  if (failed.length > 0) await ask('pages.recognize', { ids: failed.map(({ id }) => id) });
  await expect.poll(standing, { timeout: 20_000 }).not.toContain('waiting');
  const states = (await ask('pages.list', { service })).map(({ hasPicture }) => hasPicture);
  expect(states).toEqual([true, true, true]);
});

test('a killed thread ends the export, but not the program', async () => {
  const { ask, ended, backend } = await startWithThreads();
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await ended(added);
  const input = {
    service: 'vat-invoice',
    format: 'xlsx',
    layout: 'vouch',
    language: 'en',
    encoding: 'utf8',
    unresolved: 'keep',
  } as const;
  killNextThreads(1);
  await expect(backend.invoke('pages.export', input)).rejects.toThrow(/export thread ended/);
  expect((await ask('pages.export', input)).kind).toBe('download');
});

test('killed ledger threads lose no response, and the next change is stored', async () => {
  const home = join(await temporaryFolder(), 'home');
  mkdirSync(home);
  fillLedger(join(home, 'ledger.sqlite'), 1_000);
  const threads: Worker[] = [];
  const note = (worker: Worker): void => void threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const { ask } = await startWithThreads({ home });
  const asked = ask('history.search', { filter: { text: '公司' }, after: null, limit: 100 });
  const killed = threads.length;
  expect(killed).toBeGreaterThan(1);
  await Promise.all(threads.map((thread) => thread.terminate()));
  expect((await asked).pages).toHaveLength(100);

  const counted = async () =>
    (await ask('history.totals', { filter: {}, by: 'month' })).rows.reduce(
      (sum, row) => sum + row.invoices,
      0,
    );
  expect(await counted()).toBe(1_000);
  await ask('pages.remove', { ids: [1, 2] });
  expect(await counted()).toBe(998);
  // One that reads, and one that writes.
  expect(threads.length).toBeGreaterThanOrEqual(killed + 2);
});

test('a thread killed while decoding a response loses no data and causes no new call', async () => {
  const server = await startFaultServer({ script: () => answer(200, {}, crowdResponse(2_000)) });
  onTestFinished(server.close);
  const { ask, ended, packedFaces } = await startWithThreads({
    environment: {
      VOUCH_BASE_URL: server.baseUrl,
      VOUCH_APP_ID: 'app',
      VOUCH_API_KEY: 'k'.repeat(32),
      VOUCH_API_SECRET: 's'.repeat(32),
    },
  });
  const threads = killNextThreads(1);
  const file = { kind: 'bytes', name: 'crowd.png', bytes: new Uint8Array(await pictureOf(1)) } as const;
  const { added } = await ask('pages.add', { service: 'face-detect', sandbox: false, files: [file] });
  await ended(added);
  expect(threads.killed()).toBe(1);
  expect((await packedFaces(added[0] ?? 0)).count).toBe(2_000);
  expect(server.taken).toHaveLength(1);
});
