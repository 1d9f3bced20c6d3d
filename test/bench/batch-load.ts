import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBackend } from '../../electron/app/create-backend.ts';
import { ownBytes } from '../helpers/own-memory.ts';
import { testHost } from '../helpers/test-host.ts';
import type { BenchRow } from './row.ts';

const documents = 1_000;
const documentBytes = 3_000_000;
const allowedMb = 250;
/** Limits of the event loop's delay on a quiet machine, in milliseconds. */
const allowed = { p99: 8, longest: 50 };

const scriptAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const writeDocuments = (folder: string): void => {
  const given = [folder, String(documents), String(documentBytes)];
  const { status } = spawnSync(process.execPath, [scriptAt('batch-load-documents.ts'), ...given], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The documents could not be written');
};

const startServer = async (folder: string) => {
  const sample = fileURLToPath(new URL('../../samples/digital-ordinary.truth.json', import.meta.url));
  const { text }: { text: unknown } = JSON.parse(await readFile(sample, 'utf8'));
  const path = join(folder, 'answer.json');
  await writeFile(path, JSON.stringify(text));
  const script = scriptAt('batch-load-server.ts');
  const child = spawn(process.execPath, [script, path, '24512000000186420573', '2024年05月28日'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(child.stdout, 'data');
  return { baseUrl: `http://127.0.0.1:${String(line).trim()}`, stop: () => void child.kill() };
};

type Memory = { readonly own: number; readonly resident: number };

const memoryNow = (): Memory => ({ own: ownBytes(), resident: process.memoryUsage.rss() });

/** Memory of the whole process, threads included, sampled every few milliseconds. */
const watchMemory = () => {
  let most: Memory = { own: 0, resident: 0 };
  const look = (): void => {
    const { own, resident } = memoryNow();
    most = { own: Math.max(most.own, own), resident: Math.max(most.resident, resident) };
  };
  const timer = setInterval(look, 20);
  return {
    most: (): Memory => {
      look();
      clearInterval(timer);
      return most;
    },
  };
};

const atRest = async (): Promise<Memory> => {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await wait(100);
  }
  return memoryNow();
};

const idleScript = `
const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.stdin.resume().on('end', () => console.log(delay.max));`;

/** Starts a process that does nothing: what stops it meanwhile is the machine, not Vouch. */
const startIdleProcess = () => {
  const child = spawn(process.execPath, ['--eval', idleScript], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    /** Ends it; resolves with the longest delay of its event loop in nanoseconds. */
    longest: async (): Promise<number> => {
      child.stdin.end();
      const [line]: unknown[] = await once(child.stdout, 'data');
      return Number(line);
    },
    stop: () => void child.kill(),
  };
};

/** Recognizes all files of a folder; resolves when every page has ended. */
const recognizeAll = async (home: string, folder: string, baseUrl: string) => {
  const environment = {
    VOUCH_BASE_URL: baseUrl,
    VOUCH_APP_ID: 'bench',
    VOUCH_API_KEY: 'k'.repeat(32),
    VOUCH_API_SECRET: 's'.repeat(32),
  };
  const backend = await createBackend(testHost(home, { environment }));
  const recognized = new Set<number>();
  const ended = Promise.withResolvers<void>();
  backend.listen((event) => {
    // Like a host that forwards it.
    JSON.stringify(event);
    if (event.type === 'failure') ended.reject(new Error(event.failure.message.en));
    if (event.type !== 'pages.changed') return;
    for (const { id, state, failure } of event.pages) {
      if (state === 'failed') ended.reject(new Error(failure?.reason));
      if (state === 'recognized') recognized.add(id);
    }
    if (recognized.size === documents) ended.resolve();
  });
  const idle = await atRest();
  const memory = watchMemory();
  const idleProcess = startIdleProcess();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const started = performance.now();
  try {
    delay.enable();
    const files = [{ kind: 'path', path: folder }];
    const added = await backend.invoke('pages.add', { service: 'vat-invoice', sandbox: false, files });
    if (!added.ok) throw new Error(added.failure.message.en);
    await ended.promise;
    delay.disable();
    const seconds = (performance.now() - started) / 1000;
    return { idle, most: memory.most(), delay, longestOfIdle: await idleProcess.longest(), seconds };
  } finally {
    idleProcess.stop();
    memory.most();
    await backend.close();
  }
};

/** The bytes of all values in a ledger, without SQLite's overhead. */
const valueBytes = (db: DatabaseSync): number => {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL`).all();
  return tables
    .map(({ name }) => {
      const columns = db.prepare(`SELECT name FROM pragma_table_info(?)`).all(name ?? null);
      const lengths = columns.map((column) => `coalesce(sum(octet_length("${String(column['name'])}")), 0)`);
      return Number(
        db.prepare(`SELECT ${lengths.join('+')} AS bytes FROM "${String(name)}"`).get()?.['bytes'],
      );
    })
    .reduce((sum, bytes) => sum + bytes, 0);
};

const sizesUnder = async (folder: string): Promise<ReadonlyMap<string, number>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)));
};

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The disk usage at the end, compared with the necessary data: each picture, response and value once. */
const growthRows = async (home: string): Promise<readonly BenchRow[]> => {
  const ledger = join(home, 'ledger.sqlite');
  const db = new DatabaseSync(ledger, { readOnly: true });
  const values = valueBytes(db);
  db.close();
  const sizes = await sizesUnder(home);
  const all = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const grown = sizes.get(ledger) ?? 0;
  const pictures = documents * documentBytes;
  return [
    {
      name: 'ledger after the batch, floor: the values in it',
      measured: mb(grown),
      floor: mb(values),
      ratio: grown / values,
      limit: 1.5,
    },
    {
      name: 'data folder without its ledger, floor: each picture once',
      measured: mb(all - grown),
      floor: mb(pictures),
      ratio: (all - grown) / pictures,
      limit: 1.001,
    },
  ];
};

const delayRow = (name: string, ms: number, allowedMs: number): BenchRow => ({
  name,
  measured: `${ms.toFixed(1)} ms`,
  floor: `${allowedMs.toFixed(1)} ms allowed`,
  ratio: ms / allowedMs,
  limit: 1,
});

/** A batch of large invoices against a server that accepts everything and responds at once. */
export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const server = await startServer(folder);
  try {
    writeDocuments(join(folder, 'in'));
    const home = join(folder, 'home');
    const { idle, most, delay, longestOfIdle, seconds } = await recognizeAll(
      home,
      join(folder, 'in'),
      server.baseUrl,
    );
    const beyond = (most.own - idle.own) / 1e6;
    const withFiles = `${mb(most.resident)} with mapped files`;
    return [
      {
        name: `peak memory beyond idle while ${documents} documents of 3 MB are recognized (${seconds.toFixed(0)} s)`,
        measured: `${beyond.toFixed(0)} MB (idle ${mb(idle.own)}, ${withFiles})`,
        floor: `${allowedMb} MB allowed`,
        ratio: beyond / allowedMb,
        limit: 1,
      },
      delayRow('event loop delay meanwhile, p99', delay.percentile(99) / 1e6, allowed.p99),
      delayRow(
        `event loop delay meanwhile, longest, beyond that of an idle process (${(longestOfIdle / 1e6).toFixed(1)} ms)`,
        Math.max(0, delay.max - longestOfIdle) / 1e6,
        allowed.longest,
      ),
      ...(await growthRows(home)),
    ];
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
};
