import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { printInvoice } from '../samples/digital/write-pdf.ts';
import { seededRandom } from '../samples/random.ts';
import { startDecoderAt } from '../../electron/intake/node-decoder.ts';
import { createBackend } from '../../electron/app/create-backend.ts';
import { testHost } from '../helpers/test-host.ts';
import type { BenchRow } from './row.ts';

/** Measured as users run it: a build, whose threads load one file. */
const builtDecoder = fileURLToPath(new URL('../../out/main/intake-decoder.js', import.meta.url));

const files = 500;
const firstMs = 300;
/** The time from dragging the files into the window to the drop. */
const leadMs = 300;
const allMs = 30_000;
const delayMs = 8;

/** Files of 500 different invoices: XML, OFD and PDF in turn. */
const writeFiles = async (folder: string): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (let seed = 0; seed < files; seed += 1) {
    const random = seededRandom(seed);
    const options = { lines: 1 + (seed % 6), isRed: false, hasSpecialCharacters: false, hasAddresses: false };
    const invoice = makeDigitalInvoice(random, options);
    const contents = [
      () => writeEInvoice(invoice),
      () => packOfd(ofdInvoiceParts(invoice, { tags: true })),
      () => printInvoice(invoice, 'digital', random),
    ];
    const path = join(folder, `${seed}`);
    await writeFile(path, contents[seed % contents.length]?.() ?? '');
    paths.push(path);
  }
  return paths;
};

const row = (name: string, value: number, limit: number, unit = 'ms'): BenchRow => ({
  name,
  measured: `${value.toFixed(1)} ${unit}`,
  floor: `${limit} ${unit}`,
  ratio: limit === 0 ? value : value / limit,
  limit: limit === 0 ? 0 : 1,
});

/** Drops 500 digital invoices into the real composition, without an account, so that nothing can be sent. */
export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const paths = await writeFiles(folder);
  let requests = 0;
  const host = testHost(join(folder, 'home'), {
    startDecoder: () => startDecoderAt(builtDecoder),
    transport: () => {
      requests += 1;
      throw new Error('A request left');
    },
  });
  const backend = await createBackend(host);
  const checked = new Set<number>();
  let [started, first, last] = [0, 0, 0];
  backend.listen((event) => {
    if (event.type !== 'pages.changed') return;
    for (const { id, state } of event.pages) {
      if (state !== 'recognized' || checked.has(id)) continue;
      checked.add(id);
      if (checked.size === 1) first = performance.now() - started;
      last = performance.now() - started;
    }
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(50);
  delay.reset();
  const used = process.cpuUsage();
  // The window does this when files are dragged over it; no user drops files faster.
  await backend.invoke('pages.expect', {});
  await wait(leadMs);
  started = performance.now();
  const dropped = paths.map((path) => ({ kind: 'path', path }) as const);
  const added = await backend.invoke('pages.add', { service: 'vat-invoice', sandbox: false, files: dropped });
  if (!added.ok) throw new Error(added.failure.message.en);
  while (checked.size < files && performance.now() - started < 10 * allMs) await wait(20);
  const { user, system } = process.cpuUsage(used);
  const cpuSeconds = (user + system) / 1e6;
  const p99 = delay.percentile(99) / 1e6 - 1;
  delay.disable();
  await backend.close();
  await rm(folder, { recursive: true, force: true });
  if (checked.size < files) throw new Error(`Only ${checked.size} were read`);
  return [
    row(`the first of ${files} dropped digital invoices is shown`, first, firstMs),
    row(`all ${files} are read and checked`, last, allMs),
    // Processor time, so that other programs do not count: two cores provide this much in 30 seconds.
    row('processor time for it', cpuSeconds, (2 * allMs) / 1000, 's'),
    row('99 % of the delays of the event loop meanwhile', p99, delayMs),
    row('requests that left', requests, 0, 'requests'),
  ];
};
