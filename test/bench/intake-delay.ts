import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { createBackend } from '../../electron/app/create-backend.ts';
import type { Backend } from '../../electron/app/contract.ts';
import { commands, type CommandName } from '../../shared/contract/commands.ts';
import { bmp } from '../helpers/pictures.ts';
import { pdf, latinText } from '../samples/digital/pdf-file.ts';
import { testHost } from '../helpers/test-host.ts';
import { photo } from './intake.ts';
import type { BenchRow } from './row.ts';

const wanted = 50;
const allowedMs = 50;

/** Photos, screenshots, bitmaps below and far above the limit, and a document with several pages. */
const writeFiles = async (folder: string): Promise<readonly string[]> => {
  const [large, screen, page] = [
    await photo(1),
    await sharp(await photo(2))
      .resize(1920, 1080)
      .png()
      .toBuffer(),
    pdf(Array.from({ length: 10 }, (_, index) => ({ content: latinText(`Page ${index}`, 60, 700, 30) }))),
  ];
  const kinds = [large, screen, bmp(1000, 1000), bmp(5000, 4000)];
  const files = Array.from({ length: wanted - 10 }, (_, index) => ({
    name: `${index}.bin`,
    bytes: kinds[index % kinds.length] ?? large,
  }));
  await mkdir(folder);
  for (const { name, bytes } of [...files, { name: 'pages.pdf', bytes: page }])
    await writeFile(join(folder, name), bytes);
  return [folder];
};

const ask = async (backend: Backend, name: CommandName, input: unknown) => {
  const result = await backend.invoke(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.failure.message.en}`);
  return commands[name].output.parse(result.value);
};

/** Adds them up to the request for approval, and loads each as a window does. */
const takeIn = async (backend: Backend, paths: readonly string[]): Promise<void> => {
  const service = 'face-detect';
  await ask(backend, 'settings.change', { lookFirst: true });
  const files = paths.map((path) => ({ kind: 'path', path }));
  await ask(backend, 'pages.add', { service, files, sandbox: true });
  const shown = new Set<number>();
  while (shown.size < wanted) {
    const pages = commands['pages.list'].output.parse(await ask(backend, 'pages.list', { service }));
    for (const { id, hasPicture } of pages) {
      if (!hasPicture || shown.has(id)) continue;
      if (!(await backend.picture(id, 'thumbnail'))) throw new Error('no thumbnail');
      shown.add(id);
    }
    if (pages.some(({ state }) => state === 'failed')) throw new Error('a page was refused');
    await setTimeout(20);
  }
};

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const paths = await writeFiles(join(folder, 'in'));
  const backend = await createBackend(testHost(join(folder, 'home')));
  // One-time loading happens before the first file: the start has its own benchmark.
  await setTimeout(200);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    delay.enable();
    await takeIn(backend, paths);
    delay.disable();
    const most = delay.max / 1e6;
    return [
      {
        name: `longest stop of the main process while ${wanted} big pictures come in`,
        measured: `${most.toFixed(1)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
        floor: `${allowedMs} ms allowed`,
        ratio: most / allowedMs,
        limit: 1,
      },
    ];
  } finally {
    await backend.close();
    await rm(folder, { recursive: true });
  }
};
