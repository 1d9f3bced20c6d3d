import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBackend } from '../../electron/app/create-backend.ts';
import { randomAccount } from '../../electron/extract/sandbox/server.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import { ownBytes } from '../helpers/own-memory.ts';
import { testHost } from '../helpers/test-host.ts';
import { soakDocument } from './soak-document.ts';

/** Memory in MB after a number of documents, after garbage collection. */
type MemoryAfter = { readonly documents: number; readonly heap: number; readonly own: number };

type DocumentsReport = {
  readonly recognized: number;
  /** Pages with another result. */
  readonly others: readonly string[];
  readonly memory: readonly MemoryAfter[];
};

const megabyte = 1024 * 1024;

const memoryAfter = (documents: number): MemoryAfter => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return {
    documents,
    heap: Math.round((heapUsed + external) / megabyte),
    own: Math.round(ownBytes() / megabyte),
  };
};

const child = fileURLToPath(new URL('sandbox-child.ts', import.meta.url));

const startSandboxApart = async (documents: number) => {
  const account = randomAccount();
  const running = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', child, JSON.stringify({ documents, account })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line]: unknown[] = await once(running.stdout, 'data');
  return { account, baseUrl: String(line).trim(), stop: () => running.kill('SIGKILL') };
};

/** Adds documents, a number at a time, and has each of them recognized by the sandbox. */
export const soakDocuments = async (documents: number, atOnce = 1_000): Promise<DocumentsReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-documents-'));
  const input = join(folder, 'in');
  const sandbox = await startSandboxApart(documents);
  const environment = {
    VOUCH_BASE_URL: sandbox.baseUrl,
    VOUCH_APP_ID: sandbox.account.appId,
    VOUCH_API_KEY: sandbox.account.apiKey,
    VOUCH_API_SECRET: sandbox.account.apiSecret,
  };
  const backend = await createBackend(testHost(join(folder, 'home'), { environment }));
  const open = new Set<number>();
  let recognized = 0;
  const others: string[] = [];
  const follow = ({ id, state, failure }: PageSummary): void => {
    if (state === 'waiting' || state === 'calling') open.add(id);
    else if (open.delete(id)) {
      if (state === 'recognized') recognized += 1;
      else others.push(`${state} ${failure?.reason ?? ''}`);
    }
  };
  backend.listen((event) => {
    if (event.type === 'pages.changed') for (const page of event.pages) follow(page);
  });
  const memory: MemoryAfter[] = [];
  try {
    for (let from = 0; from < documents; from += atOnce) {
      const count = Math.min(atOnce, documents - from);
      await mkdir(input);
      for (let index = from; index < from + count; index += 1)
        await writeFile(join(input, `${index}.bmp`), soakDocument(index).bytes);
      const added = await backend.invoke('pages.add', {
        service: 'vat-invoice',
        sandbox: false,
        files: [{ kind: 'path', path: input }],
      });
      if (!added.ok) throw new Error(added.failure.message.en);
      while (open.size > 0) await wait(20);
      await rm(input, { recursive: true });
      memory.push(memoryAfter(from + count));
    }
    return { recognized, others, memory };
  } finally {
    await backend.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Memory is flat after this many documents. */
const settledAfter = 2_000;
/** Allowed growth from there on in MB: live data, and memory that the process keeps for itself. */
const heapBreath = 10;
const ownBreath = 20;

const growth = (values: readonly number[]): number => Math.max(0, ...values) - (values[0] ?? 0);

/** The full length: each document is recognized, and memory is flat. */
export const run = async (documents = 20_000): Promise<boolean> => {
  const { recognized, others, memory } = await soakDocuments(documents);
  console.table(memory);
  console.log({ recognized, others: others.slice(0, 10) });
  const later = memory.filter((after) => after.documents >= settledAfter);
  return (
    recognized === documents &&
    growth(later.map(({ heap }) => heap)) <= heapBreath &&
    growth(later.map(({ own }) => own)) <= ownBreath
  );
};
