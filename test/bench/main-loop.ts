import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../../electron/app/contract.ts';
import { createBackend } from '../../electron/app/create-backend.ts';
import { openLedger } from '../../electron/store/sqlite/open-ledger.ts';
import { decodeResponse } from '../../electron/extract/service/decode-response.ts';
import { encodeFaces } from '../../shared/face/pack.ts';
import { reviewFaces } from '../../shared/face/review.ts';
import { crowdResponse } from '../helpers/crowd.ts';
import { fillLedger, manySearches } from '../helpers/large-ledger.ts';
import { bmp } from '../helpers/pictures.ts';
import { testHost } from '../helpers/test-host.ts';
import type { BenchRow } from './row.ts';

/** How long slow work blocks the main process, compared with the same work in its own thread. */

const invoices = 100_000;
/** The longest time that adding large pictures may block it. */
const allowedMs = 50;
/** The longest time for a summary of all pages. */
const summaryMs = 1_000;
const rounds = 7;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** The longest block of this process's event loop during an action, in milliseconds. */
const longestStop = async (work: () => Promise<unknown>): Promise<number> => {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(20);
  delay.reset();
  await work();
  await wait(20);
  delay.disable();
  return delay.max / 1e6;
};

const timed = (work: () => unknown): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

/** The median of some rounds: the system itself sometimes delays a thread. */
const medianStop = async (work: () => Promise<unknown>): Promise<number> => {
  const stops: number[] = [];
  for (let round = 0; round < rounds; round += 1) stops.push(await longestStop(work));
  return median(stops);
};

const row = (name: string, stop: number, here: number): BenchRow => ({
  name,
  measured: `${stop.toFixed(1)} ms`,
  floor: `${allowedMs} ms allowed, ${here.toFixed(0)} ms where the main thread does it`,
  ratio: stop / allowedMs,
  limit: 1,
});

const medianTime = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
};

const timeRow = (what: string, ms: number): BenchRow => ({
  name: `${what} ${invoices.toLocaleString('en')} pages`,
  measured: `${ms.toFixed(0)} ms`,
  floor: `${summaryMs} ms allowed`,
  ratio: ms / summaryMs,
  limit: 1,
});

const ask = async (backend: Backend, name: string, input: unknown): Promise<void> => {
  const answer = await backend.invoke(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.failure.message.en}`);
};

const searchRows = async (folder: string): Promise<readonly BenchRow[]> => {
  const home = join(folder, 'searched');
  await mkdir(home);
  const path = join(home, 'ledger.sqlite');
  fillLedger(path, invoices);
  const backend = await createBackend(testHost(home));
  const service = 'vat-invoice';
  const searchAll = async (): Promise<void> => {
    for (const filter of manySearches)
      await ask(backend, 'history.search', { filter, after: null, limit: 100 });
  };
  try {
    await searchAll();
    const searching = await medianStop(searchAll);
    const summing = await medianStop(() => ask(backend, 'history.totals', { filter: {}, by: 'seller' }));
    const listing = await medianStop(() => ask(backend, 'pages.list', { service }));
    const ids = Array.from({ length: invoices }, (_, index) => invoices - index);
    const summaries = [
      ['totals of', () => ask(backend, 'history.totals', { filter: {}, by: 'seller' })],
      ['summary before an export of', () => ask(backend, 'pages.summarizeExport', { service })],
      ['summary before an export, by ids, of', () => ask(backend, 'pages.summarizeExport', { service, ids })],
    ] as const;
    const times: BenchRow[] = [];
    for (const [what, work] of summaries) times.push(timeRow(what, await medianTime(work)));
    const summarizing = await medianStop(summaries[1][1]);
    const listed = await medianStop(summaries[2][1]);
    await backend.close();
    const opened = openLedger(path, () => new Date());
    if (!opened.ok) throw new Error(opened.failure.detail);
    const ledger = opened.value;
    const here = (work: () => unknown): number => median(Array.from({ length: rounds }, () => timed(work)));
    const searches = manySearches.map((filter) =>
      here(() => ledger.pages.pages(ledger.history.search(filter, null, 100).ids)),
    );
    const totals = here(() => ledger.history.totals({}, 'seller'));
    const list = here(() => ledger.pages.recent(service, 1_000));
    const summary = here(() => ledger.exports.summarizeExport(service, null));
    const ofListed = here(() => ledger.exports.summarizeExport(service, ids));
    ledger.close();
    return [
      row(
        `longest stop while ${invoices.toLocaleString('en')} invoices are searched`,
        searching,
        Math.max(...searches),
      ),
      row('longest stop while their totals are made', summing, totals),
      row('longest stop while the list of a thousand is read', listing, list),
      row('longest stop while an export of all is summarized', summarizing, summary),
      row('longest stop while the same is asked by a list of pages', listed, ofListed),
      ...times,
    ];
  } finally {
    await backend.close().catch(() => {});
  }
};

const startServer = async () => {
  const script = fileURLToPath(new URL('main-loop-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(child.stdout, 'data');
  return { baseUrl: `http://127.0.0.1:${String(line).trim()}`, stop: () => void child.kill() };
};

const responseRows = async (folder: string): Promise<readonly BenchRow[]> => {
  const server = await startServer();
  const environment = {
    VOUCH_BASE_URL: server.baseUrl,
    VOUCH_APP_ID: 'bench',
    VOUCH_API_KEY: 'k'.repeat(32),
    VOUCH_API_SECRET: 's'.repeat(32),
  };
  const backend = await createBackend(testHost(join(folder, 'asked'), { environment }));
  try {
    const path = join(folder, 'crowd.bmp');
    await writeFile(path, bmp(32, 32));
    const ended = new Set<number>();
    backend.listen((event) => {
      if (event.type === 'pages.changed')
        for (const { id, state } of event.pages)
          if (state === 'recognized') ended.add(id);
          else ended.delete(id);
    });
    const files = [{ kind: 'path', path }];
    await ask(backend, 'pages.add', { service: 'face-detect', sandbox: false, files });
    while (ended.size === 0) await wait(5);
    const ids = [...ended];
    const [id = 0] = ids;
    const recognizeAgain = async (): Promise<void> => {
      ended.clear();
      await ask(backend, 'pages.recognize', { ids });
      while (ended.size === 0) await wait(5);
    };
    const open = async (): Promise<void> => {
      await ask(backend, 'pages.open', { id });
      await backend.faces(id);
    };
    const arriving = await medianStop(recognizeAgain);
    const opening = await medianStop(open);
    const body = crowdResponse(9_999);
    const decoding = median(
      Array.from({ length: rounds }, () => timed(() => decodeResponse('face-detect', body, []))),
    );
    const { outcome } = decodeResponse('face-detect', body, []);
    const faces = outcome.ok && outcome.value.service === 'face-detect' ? outcome.value.faces : null;
    const packing = faces ? timed(() => encodeFaces(reviewFaces(faces, []))) : NaN;
    return [
      row('longest stop while a response of 9,999 faces arrives', arriving, decoding),
      row('longest stop while those faces are opened', opening, packing),
    ];
  } finally {
    await backend.close();
    server.stop();
  }
};

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-main-loop-bench-'));
  try {
    return [...(await searchRows(folder)), ...(await responseRows(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
