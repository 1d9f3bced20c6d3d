import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createBackend } from '../../electron/backend/create-backend.ts';
import type { PageSummary } from '../../shared/records.ts';
import { goodReply } from '../helpers/fault-server.ts';
import { testHost } from '../helpers/test-host.ts';
import type { BenchRow } from './row.ts';

const documents = Number(process.env['VOUCH_BENCH_DOCUMENTS'] ?? 1_000);
/** So many files lie on the disk at once. */
const atOnce = 100;
const fileBytes = 3_000_000;
const megabyte = 1_000_000;

const nullServer = fileURLToPath(new URL('client-cost-server.ts', import.meta.url));

const startNullServer = async () => {
  const reply = goodReply('face-detect').toString();
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', nullServer, reply], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port]: unknown[] = await once(running.stdout, 'data');
  return { baseUrl: `http://127.0.0.1:${String(port).trim()}`, stop: () => running.kill('SIGKILL') };
};

/** A photo with grain, of somewhat below three million bytes. */
const photo = async (): Promise<Buffer> => {
  const bytes = await sharp({
    create: {
      width: 2600,
      height: 1950,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 120, sigma: 20 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
  if (bytes.length > fileBytes - 4) throw new Error(`The photo is too large: ${bytes.length}`);
  return bytes;
};

/** A photo of three million bytes that differs from the others: what fills it up stands behind its end. */
const photoNumber = (base: Buffer, index: number): Buffer => {
  const bytes = Buffer.alloc(fileBytes, index % 251);
  base.copy(bytes);
  bytes.writeUInt32LE(index, fileBytes - 4);
  return bytes;
};

/** The ledger's size, and that of the same rows packed anew. */
const ledgerBytes = async (home: string, folder: string) => {
  const path = join(home, 'ledger.sqlite');
  const packed = join(folder, 'packed.sqlite');
  const db = new DatabaseSync(path);
  const replies = Number(db.prepare('SELECT sum(length(body)) AS n FROM replies').get()?.['n']);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.prepare('VACUUM INTO ?').run(packed);
  db.close();
  return { grown: (await stat(path)).size, packed: (await stat(packed)).size, replies };
};

/** Takes the documents in, a hundred after the other, and waits for their ends. */
const recognizeAll = async (home: string, folder: string, baseUrl: string) => {
  const account = {
    VOUCH_APP_ID: 'bench',
    VOUCH_API_KEY: 'k'.repeat(32),
    VOUCH_API_SECRET: 's'.repeat(32),
  };
  const backend = await createBackend(
    testHost(home, { environment: { ...account, VOUCH_BASE_URL: baseUrl } }),
  );
  const open = new Set<number>();
  const others: string[] = [];
  const follow = ({ id, state, failure }: PageSummary): void => {
    if (state === 'waiting' || state === 'calling') open.add(id);
    else if (open.delete(id) && state !== 'recognized') others.push(`${state} ${failure?.reason ?? ''}`);
  };
  backend.listen((event) => {
    if (event.type === 'pages.changed') for (const page of event.pages) follow(page);
  });
  const base = await photo();
  await wait(500);
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let ms = 0;
  for (let from = 0; from < documents; from += atOnce) {
    const input = join(folder, 'in');
    await mkdir(input);
    for (let index = from; index < Math.min(documents, from + atOnce); index += 1)
      await writeFile(join(input, `${index}.jpg`), photoNumber(base, index));
    const started = performance.now();
    delay.enable();
    const added = await backend.invoke('pages.add', {
      service: 'face-detect',
      sandbox: false,
      files: [{ kind: 'path', path: input }],
    });
    if (!added.ok) throw new Error(added.failure.message.en);
    while (open.size > 0) await wait(20);
    delay.disable();
    ms += performance.now() - started;
    await rm(input, { recursive: true });
  }
  clearInterval(sampling);
  await backend.close();
  if (others.length > 0) throw new Error(`${others.length} pages ended as ${others[0]}`);
  return { idle, peak, ms, p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 };
};

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-thousand-'));
  const home = join(folder, 'home');
  const server = await startNullServer();
  try {
    const { idle, peak, ms, p99, most } = await recognizeAll(home, folder, server.baseUrl);
    const { grown, packed, replies } = await ledgerBytes(home, folder);
    const above = (peak - idle) / megabyte;
    console.log(`  ${documents} documents of 3 MB: ${(ms / documents).toFixed(1)} ms each`);
    return [
      {
        name: `peak memory above idle (${(idle / megabyte).toFixed(0)} MB), ${documents} documents of 3 MB`,
        measured: `${above.toFixed(0)} MB`,
        floor: '250 MB allowed',
        ratio: above / 250,
        limit: 1,
      },
      {
        name: 'event loop delay meanwhile, p99',
        measured: `${p99.toFixed(1)} ms, longest ${most.toFixed(1)} ms`,
        floor: '50 ms allowed',
        ratio: p99 / 50,
        limit: 1,
      },
      {
        name: `the ledger's file beside its rows packed anew (replies: ${(replies / documents).toFixed(0)} bytes each)`,
        measured: `${(grown / documents).toFixed(0)} bytes a document`,
        floor: `${(packed / documents).toFixed(0)} bytes`,
        ratio: grown / packed,
        limit: 1.2,
      },
    ];
  } finally {
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
