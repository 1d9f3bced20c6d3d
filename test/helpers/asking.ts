import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Notice } from '../../electron/pipeline/ask-service.ts';
import { newBatch, type Batch } from '../../electron/pipeline/batch.ts';
import { openDataFolder, type DataFolder } from '../../electron/app/data-folder.ts';
import { createLeases } from '../../electron/pipeline/leases.ts';
import { createRecognizer, type AnsweredOutcome } from '../../electron/pipeline/recognizer.ts';
import type { Route } from '../../electron/pipeline/routes.ts';
import { createEndpointStates } from '../../electron/pipeline/endpoint-state.ts';
import { createQueue } from '../../electron/pipeline/queue.ts';
import type { RetryTimes } from '../../electron/pipeline/retry.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { startFaultServer, type Fault } from './fault-server.ts';
import { accountAt, jpegBytes, plantedKeys } from './service-calls.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Waiting times shortened for tests, in the same proportions. */
const shortTimes: RetryTimes = { firstWaitMs: 20, longestWaitMs: 200, totalMs: 5_000 };

/** A different picture for each number and set. */
export const pictureOf = (index: number, set = 0): Buffer =>
  Buffer.concat([jpegBytes, Buffer.from(`picture ${index} of ${set}`)]);

export const addPages = async (
  folder: DataFolder,
  count: number,
  service: ServiceId = 'face-detect',
  from = 0,
  set = 0,
): Promise<readonly number[]> => {
  const added: number[] = [];
  for (let index = from; index < from + count; index += 1) {
    const bytes = pictureOf(index, set);
    const hash = sha256Of(bytes);
    // oxlint-disable-next-line no-await-in-loop -- one small file after the other
    await folder.pictures.put(hash, 'jpg', bytes);
    const ids = await folder.store.transact((unit) =>
      unit.addPages([
        {
          service,
          name: `${index}.jpg`,
          source: `${index}.jpg`,
          path: `/in/${index}.jpg`,
          sandbox: false,
          options: {},
          author: 'local',
          prepared: {
            originalSha256: hash,
            originalBytes: bytes.length,
            pageCount: 1,
            preparation: {
              format: 'jpg',
              page: { width: 4, height: 3, unit: 'px' },
              treatment: { turn: 0, masks: [] },
              changes: [],
            },
            picture: { encoding: 'jpg', width: 4, height: 3, bytes: bytes.length, sha256: hash },
          },
        },
      ]),
    );
    added.push(...ids);
  }
  return added;
};

type AskingOptions = {
  readonly script: (index: number) => Fault;
  readonly forwardTo?: string;
  readonly keys?: typeof plantedKeys | { appId: string; apiKey: string; apiSecret: string };
  readonly concurrency?: number;
  readonly times?: RetryTimes;
  readonly waitsForNetwork?: boolean;
  readonly now?: () => Date;
  /** The length of the leases of calls. */
  readonly leaseMs?: number;
};

const openFolder = async (home: string, now: () => Date): Promise<DataFolder> => {
  const opened = await openDataFolder(home, 'test', now);
  if (!opened.ok) throw new Error(opened.failure.message.en);
  return opened.value;
};

/** A data folder for the running test, with its own clock. */
const folderAt = async (now: () => Date): Promise<DataFolder> => {
  const folder = await openFolder(join(await temporaryFolder(), 'home'), now);
  onTestFinished(folder.close);
  return folder;
};

/**
 * The recognizer over real sockets. All tests of a file share one data folder, because opening one takes most of
 * the time of a short test. A test with its own clock has its own folder. Each test has its own pictures, which
 * have no results yet. Called once, outside tests.
 */
export const askingForFile = () => {
  let shared: DataFolder;
  let parent = '';
  let sets = 0;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'vouch-asking-'));
    shared = await openFolder(join(parent, 'home'), () => new Date());
  });
  afterAll(async () => {
    await shared.close();
    await rm(parent, { recursive: true, force: true });
  });

  return async (options: AskingOptions) => {
    const set = options.now ? 0 : (sets += 1);
    const folder = options.now ? await folderAt(options.now) : shared;
    const { close, ...asking } = await askOver(folder, options);
    onTestFinished(close);
    return {
      ...asking,
      folder,
      addPages: (count: number) => addPages(folder, count, 'face-detect', 0, set),
    };
  };
};

/** The same in a folder of the caller, who closes it. */
export const openAsking = async (parent: string, options: AskingOptions) => {
  const home = join(parent, 'home');
  const folder = await openFolder(home, options.now ?? (() => new Date()));
  const { close, ...asking } = await askOver(folder, options);
  return {
    ...asking,
    home,
    folder,
    close: async (): Promise<void> => {
      await close();
      await folder.close();
    },
  };
};

const askOver = async (
  folder: DataFolder,
  {
    script,
    forwardTo,
    keys = plantedKeys,
    concurrency = 1,
    times = shortTimes,
    waitsForNetwork = false,
    now = () => new Date(),
    leaseMs = 60_000,
  }: AskingOptions,
) => {
  const server = await startFaultServer({ script, ...(forwardTo === undefined ? {} : { forwardTo }) });
  let open = true;
  /** Closes the service, so that nobody listens at its address. */
  const shut = async (): Promise<void> => {
    if (open) await server.close();
    open = false;
  };
  const notices: Notice[] = [];
  const bugs: unknown[] = [];
  const onBug = (error: unknown) => bugs.push(error);
  const leases = createLeases({ store: folder.store, now, lengthMs: leaseMs, onBug });
  const close = async (): Promise<void> => {
    leases.close();
    await shut();
  };
  const recognizer = createRecognizer({
    folder,
    now,
    onChange: () => {},
    onNotice: (notice) => notices.push(notice),
    waitsForNetwork,
    leases,
    times,
  });
  const account = accountAt(server.baseUrl, keys);
  const endpoints = createEndpointStates(concurrency);
  const route: Route = {
    transport: makeNodeTransport(),
    account,
    endpoint: endpoints.to('service'),
    answererOf: () => ({ kind: 'service', appId: account.appId, baseUrl: account.baseUrl.text }),
  };

  /** Recognizes pages as a batch; the outcomes are in the order of the pages. */
  const run = async (
    ids: readonly number[],
    batch: Batch = newBatch(),
    stopAt: AbortSignal = new AbortController().signal,
  ): Promise<readonly AnsweredOutcome[]> => {
    const outcomes = new Map<number, AnsweredOutcome>();
    const queue = createQueue<number>({
      concurrency,
      idOf: (id) => id,
      groupOf: () => 'pages',
      run: async (id, signal) => {
        const page = await folder.store.page(id);
        if (!page) throw new Error(`No page ${id}`);
        outcomes.set(id, await recognizer.recognize(page, route, batch, signal));
        return 'done';
      },
      onDropped: () => {},
      onProgress: () => {},
      onBug: (_, error) => bugs.push(error),
    });
    stopAt.addEventListener('abort', () => queue.cancel('all'));
    queue.add(ids);
    await queue.settled();
    if (bugs.length > 0) throw bugs[0];
    return ids.map((id) => outcomes.get(id) ?? 'cancelled');
  };

  /** The current pages. */
  const rows = (ids: readonly number[]) => folder.store.pages(ids);

  return { rows, server, shut, close, route, notices, run, calls: () => server.taken.length };
};
