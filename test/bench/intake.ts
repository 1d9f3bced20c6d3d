import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { createIntake, type Intake } from '../../electron/intake/intake.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { chineseText, filledBox, latinText, pdf } from '../samples/digital/pdf-file.ts';
import type { BenchRow } from './row.ts';

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A grainy photo of 20 megapixels, over the limit of the service. */
export const photo = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 5472,
      height: 3648,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 120 + seed, sigma: 10 },
    },
  })
    .blur(0.8)
    .jpeg({ quality: 96 })
    .toBuffer();

const request = (path: string, page = 1) => ({ path, page, treatment: untreated, password: null });

const prepare = async (intake: Intake, path: string, page = 1) => {
  const made = await intake.prepare(request(path, page));
  if (!made.ok) throw new Error(`refused: ${made.failure.reason}`);
  return made.value;
};

/** The same picture brought to the same size and quality by sharp alone, from the same file. */
const bySharp = async (path: string, width: number, quality: number): Promise<void> => {
  await sharp(await readFile(path))
    .autoOrient()
    .resize({ width })
    .jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' })
    .toBuffer();
};

/** Milliseconds of CPU time, all threads together, and of wall time. */
type Cost = { readonly work: number; readonly wall: number };

const costOf = async (job: () => Promise<unknown>): Promise<Cost> => {
  const [before, started] = [process.cpuUsage(), performance.now()];
  await job();
  const { user, system } = process.cpuUsage(before);
  return { work: (user + system) / 1000, wall: performance.now() - started };
};

/** Only CPU time is compared; wall time depends on the free cores. */
const costRow = (name: string, ours: readonly Cost[], floor: readonly Cost[]): BenchRow => {
  const shown = (costs: readonly Cost[]) =>
    `${median(costs.map(({ work }) => work)).toFixed(0)} ms of work in ${median(costs.map(({ wall }) => wall)).toFixed(0)} ms`;
  return {
    name,
    measured: shown(ours),
    floor: `${shown(floor)}, sharp alone`,
    ratio: median(ours.map(({ work }) => work)) / median(floor.map(({ work }) => work)),
    limit: 1.3,
  };
};

const encodeRow = async (folder: string, intake: Intake): Promise<BenchRow> => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, await photo(0));
  const { sent, preparation } = await prepare(intake, path);
  const quality = preparation.changes.flatMap((change) =>
    change.id === 'encoded' && change.quality !== null ? [change.quality] : [],
  )[0];
  const [ours, floor]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < 7; round += 1) {
    ours.push(await costOf(() => prepare(intake, path)));
    floor.push(await costOf(() => bySharp(path, sent.width, quality ?? 85)));
  }
  return costRow(`a 20-megapixel photo made to fit (${sent.width} px, quality ${quality})`, ours, floor);
};

/** Runs a job for each of a number of pictures, as many at a time as the queue does. */
const together = async (count: number, job: (index: number) => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  const left = Array.from({ length: count }, (_, index) => index);
  const takers = Array.from({ length: 4 }, async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) await job(index);
  });
  await Promise.all(takers);
  return performance.now() - started;
};

/** A batch of pictures, in which neither side has a core to itself. */
const batchRow = async (folder: string, intake: Intake): Promise<BenchRow> => {
  const count = 12;
  const photos: { readonly path: string; readonly width: number; readonly quality: number }[] = [];
  for (let seed = 0; seed < 4; seed += 1) {
    const path = join(folder, `batch-${seed}.jpg`);
    await writeFile(path, await photo(seed * 5));
    const { sent, preparation } = await prepare(intake, path);
    const [quality = 85] = preparation.changes.flatMap((change) =>
      change.id === 'encoded' && change.quality !== null ? [change.quality] : [],
    );
    photos.push({ path, width: sent.width, quality });
  }
  const at = (index: number) => photos[index % photos.length] ?? { path: '', width: 1, quality: 85 };
  const [ours, floor]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    ours.push(await costOf(() => together(count, (index) => prepare(intake, at(index).path))));
    floor.push(
      await costOf(() =>
        together(count, (index) => bySharp(at(index).path, at(index).width, at(index).quality)),
      ),
    );
  }
  return costRow(`${count} photos of 20 megapixels made to fit, side by side`, ours, floor);
};

const pages = 100;

const invoicePdf = (): Buffer =>
  pdf(
    Array.from({ length: pages }, (_, index) => ({
      content: [
        ...Array.from({ length: 12 }, (_unused, row) => filledBox(40, 60 + row * 60, 515, 1)),
        ...Array.from({ length: 24 }, (_unused, row) =>
          latinText(`Line ${index} ${row} 318.00`, 60, 70 + row * 30, 11),
        ),
        chineseText('增值税电子普通发票 价税合计 叁佰壹拾捌圆整', 120, 790, 18),
      ].join('\n'),
    })),
  );

/** The library alone: the file opened once, and every page rendered at the same size, to readable pixels. */
const byLibrary = async (path: string): Promise<number> => {
  const started = performance.now();
  const opened = await openPdf(new Uint8Array(await readFile(path)), null);
  if (!opened.ok) throw new Error('unreadable');
  const { proxy, close } = opened.value;
  for (let number = 1; number <= pages; number += 1) {
    const page = await proxy.getPage(number);
    const viewport = page.getViewport({ scale: 200 / 72 });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const drawn: unknown = canvas;
    await page.render({ canvas: drawn as HTMLCanvasElement, viewport, background: 'white' }).promise;
    // The canvas only records drawing commands: it makes pixels when they are read.
    canvas.data();
    page.cleanup();
  }
  await close();
  return performance.now() - started;
};

const byIntake = (intake: Intake, path: string): Promise<number> =>
  together(pages, (index) => prepare(intake, path, index + 1));

const pdfRow = async (folder: string, intake: Intake): Promise<BenchRow> => {
  const path = join(folder, 'invoices.pdf');
  await writeFile(path, invoicePdf());
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    floor.push(await byLibrary(path));
    ours.push(await byIntake(intake, path));
  }
  const [measured, alone] = [median(ours), median(floor)];
  return {
    name: `a PDF of ${pages} pages, rendered and encoded`,
    measured: `${(measured / 1000).toFixed(1)} s`,
    floor: `${(alone / 1000).toFixed(1)} s, pdf.js alone without encoding`,
    ratio: measured / alone,
    limit: 1.3,
  };
};

const memoryLimit = 600;

/** A separate process adds 200 photos and reports its peak memory. */
const memoryRow = async (folder: string): Promise<BenchRow> => {
  for (let seed = 0; seed < 4; seed += 1) await writeFile(join(folder, `${seed}.jpg`), await photo(seed * 5));
  const script = fileURLToPath(new URL('intake-memory.ts', import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [script, folder, '200'], { encoding: 'utf8' });
  const peak = Number(stdout);
  if (status !== 0 || !(peak > 0)) throw new Error('The memory was not measured');
  return {
    name: 'peak memory over 200 pictures of 20 megapixels',
    measured: `${Math.round(peak)} MB`,
    floor: `${memoryLimit} MB allowed`,
    ratio: peak / memoryLimit,
    limit: 1,
  };
};

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const intake = createIntake();
  try {
    // Memory first: a process inherits the peak of its parent.
    const memory = await memoryRow(folder);
    return [
      await encodeRow(folder, intake),
      await batchRow(folder, intake),
      await pdfRow(folder, intake),
      memory,
    ];
  } finally {
    await intake.close();
    await rm(folder, { recursive: true });
  }
};
