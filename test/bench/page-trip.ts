import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { createBackend } from '../../electron/app/create-backend.ts';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { commandSender, testHost } from '../helpers/test-host.ts';
import type { BenchRow } from './row.ts';

const postedSchema = z.object({
  task: z.looseObject({ kind: z.string().optional(), name: z.string().optional() }),
});

/** What a trip costs: messages to threads, commits, events to the window, and queries for the page's own row. */
type Trip = { messages: number; commits: number; events: number; reads: number };

/** Queries that return the rows of pages. */
const rowQueries: ReadonlySet<string> = new Set(['page', 'pages', 'sources']);

/** Drops one scan into the backend of a window, and waits until everything about it is shown. */
const tripOf = async (sandbox: boolean): Promise<Trip> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const trip: Trip = { messages: 0, commits: 0, events: 0, reads: 0 };
  const seen: VouchEvent[] = [];
  const backend = await createBackend(testHost(join(folder, 'home')));
  backend.listen((event) => {
    seen.push(event);
    trip.events += 1;
  });
  const send = commandSender(backend);
  const post = Reflect.getOwnPropertyDescriptor(Worker.prototype, 'postMessage');
  const traced: string[] = [];
  const isReady = async () => {
    const pages = z
      .array(z.looseObject({ state: z.string() }))
      .parse(await send('pages.list', { service: 'vat-invoice' }));
    return pages.length === 1 && pages.every(({ state }) => state === 'recognized' || state === 'failed');
  };
  try {
    // The threads of the store and of the pictures have started before the trip: a search needs the second thread.
    await send('pages.list', { service: 'vat-invoice' });
    await send('history.search', { filter: {}, after: null, limit: 1 });
    const counted = function counted(this: Worker, message: unknown, ...rest: readonly unknown[]): void {
      const posted = postedSchema.safeParse(message);
      trip.messages += 1;
      const { kind = '', name = '' } = posted.success ? posted.data.task : {};
      traced.push(`${kind} ${name}`.trim());
      if (kind === 'commit') trip.commits += 1;
      if (rowQueries.has(name)) trip.reads += 1;
      if (post?.value) Reflect.apply(post.value, this, [message, ...rest]);
    };
    Reflect.defineProperty(Worker.prototype, 'postMessage', { ...post, value: counted });
    trip.events = 0;
    const bytes = new Uint8Array(await readFile(join(projectFolder, 'samples', 'special-paper.jpg')));
    await send('pages.add', {
      service: 'vat-invoice',
      sandbox,
      files: [{ kind: 'bytes', name: 'scan.jpg', bytes }],
    });
    for (;;) {
      const before = { ...trip };
      await setTimeout(2_000);
      if (before.messages === trip.messages && before.events === trip.events) {
        const costs = { ...trip };
        if (await isReady()) return costs;
        Object.assign(trip, costs);
      }
    }
  } finally {
    if (post) Reflect.defineProperty(Worker.prototype, 'postMessage', post);
    if (process.env.VOUCH_BENCH_TRACE)
      console.log(traced.join('\n'), '\n', seen.map(({ type }) => type).join(' '));
    await backend.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const rowsOf = (name: string, { messages, commits, events, reads }: Trip): readonly BenchRow[] =>
  (
    [
      ['messages to threads', messages, 20],
      ['commits', commits, 4],
      ['events', events, 6],
      ['reads of its own row', reads, 6],
    ] as const
  ).map(([what, count, most]) => ({
    name: `${name}: ${what}`,
    measured: String(count),
    floor: `${most} allowed`,
    ratio: count / most,
    limit: 1,
  }));

/** What a dropped scan costs between the threads, in counts, which no load of the machine changes. */
export const run = async (): Promise<readonly BenchRow[]> => [
  ...rowsOf('a dropped scan, read by the service', await tripOf(true)),
  ...rowsOf('a dropped scan, read on this computer', await tripOf(false)),
];
