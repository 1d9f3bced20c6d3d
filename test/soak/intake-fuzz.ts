import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readArchive } from '../../electron/intake/archive.ts';
import { createIntake } from '../../electron/intake/intake.ts';
import { nodeDecoder } from '../../electron/intake/node-decoder.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { seededRandom } from '../samples/random.ts';
import { overloadedPictures } from '../helpers/attachments.ts';
import { heic } from '../helpers/heic.ts';
import { tiffChain } from '../helpers/hostile.ts';
import { zip } from '../samples/digital/zip.ts';
import { mutate, mutateInside } from '../helpers/mutate.ts';
import { chineseText, filledBox, pdf, scannedPage } from '../samples/digital/pdf-file.ts';
import { bmp, runBmp } from '../helpers/pictures.ts';

/** A picture with some detail, so that a flipped bit changes something. */
const detailed = (width = 160, height = 120) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#f0f0e8',
      noise: { type: 'gaussian', mean: 200, sigma: 30 },
    },
  });

/** One valid file of each format. */
export const fuzzSamples = async (): Promise<Readonly<Record<string, Buffer>>> => {
  const jpeg = await detailed().jpeg().toBuffer();
  const page = { content: [filledBox(60, 60, 200, 90), chineseText('价税合计', 60, 600, 24)].join('\n') };
  return {
    jpg: await detailed().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    progressive: await detailed().jpeg({ progressive: true }).toBuffer(),
    png: await detailed().png({ progressive: true }).toBuffer(),
    bmp: bmp(60, 40),
    gif: await detailed().gif().toBuffer(),
    webp: await detailed().webp().toBuffer(),
    tiff: await detailed().tiff({ compression: 'lzw' }).toBuffer(),
    chain: tiffChain([1, 2, -1]),
    avif: await detailed(64, 48).avif({ effort: 0 }).toBuffer(),
    heic: heic({ width: 160, height: 120, at: (x, y) => [x, y, (x * y) % 256] }),
    'heic of tiles': heic({ width: 160, height: 120, at: (x, y) => [x, y, 90] }, { tile: 64, turns: 1 }),
    pdf: pdf([page]),
    scan: pdf([scannedPage({ width: 160, height: 120, bytes: jpeg, filter: 'DCTDecode' })]),
    cmyk: await detailed().toColourspace('cmyk').jpeg().toBuffer(),
    deep: await detailed().toColourspace('rgb16').png().toBuffer(),
    runs: runBmp(8, 3, [8, 1, 0, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 3, 7, 5, 9, 0, 1]),
    zip: zip([{ name: 'a.jpg', bytes: jpeg }]),
    'zip of GBK names': zip([
      { name: Buffer.from([0xb7, 0xa2, 0xc6, 0xb1, 0x2e, 0x6a, 0x70, 0x67]), bytes: jpeg, utf8: false },
      {
        name: Buffer.from([0xc6, 0xb1, 0x2e, 0x7a, 0x69, 0x70]),
        bytes: zip([{ name: 'b.jpg', bytes: jpeg }]),
      },
    ]),
  };
};

type Fuzzed = {
  readonly made: number;
  readonly refused: number;
  /** Processor time of the slowest file, of all threads. */
  readonly slowestMs: number;
  /** Peak memory of the decoder process above its memory after a sound file. */
  readonly peakBytes: number;
  readonly faults: readonly string[];
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or the system has no such files.
    return '';
  }
};

/** Memory and processor time of the decoder process, from outside; zeros if it is not there, or not on Linux. */
const decoder = () => {
  const children = textOf(`/proc/self/task/${process.pid}/children`).trim().split(' ');
  const pid = children.find((child) => textOf(`/proc/${child}/cmdline`).includes('decoder-main'));
  const read = (name: string): string => (pid === undefined ? '' : textOf(`/proc/${pid}/${name}`));
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(read('status'))?.[1] ?? 0) * 1024;
  const ticks = read('stat').split(') ')[1]?.split(' ') ?? [];
  return {
    resident: bytes('VmRSS'),
    peak: bytes('VmHWM'),
    cpuMs: (Number(ticks[11] ?? 0) + Number(ticks[12] ?? 0)) * 10,
    /** From here on, the peak is that of later files. */
    forget: () => {
      if (pid !== undefined) writeFileSync(`/proc/${pid}/clear_refs`, '5');
    },
  };
};

/** Limits of one file: processor time, and memory above the idle process. */
const mostCpuMs = 2_000;
const mostBytes = 300_000_000;

/** Adds mutations of a file; anything but a picture or a reason within the limits is a failure. */
export const fuzz = async (
  name: string,
  sample: Buffer,
  other: Buffer,
  rounds: number,
  seed: number,
): Promise<Fuzzed> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-fuzz-'));
  const path = join(folder, 'file');
  const intake = createIntake({ threads: 1, startDecoder: nodeDecoder() });
  const random = seededRandom(seed);
  const faults: string[] = [];
  let [made, refused, slowestMs] = [0, 0, 0];
  const once = async (): Promise<boolean> => {
    if (!name.startsWith('zip')) {
      const count = await intake.pagesOf(path, null);
      // As in the queue: pages that can't be counted are not made.
      if (!count.ok) return false;
      const result = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
      if (!result.ok && result.failure.kind !== 'input') faults.push(`${name}: ${result.failure.kind}`);
      return result.ok;
    }
    let all = true;
    for await (const { content } of readArchive(path)) all &&= content.ok;
    return all;
  };
  // The decoder has loaded its code, and has decoded.
  await writeFile(path, sample);
  await once();
  const { resident: idle, forget } = decoder();
  forget();
  let peakBytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const damage = round % 2 === 0 ? mutate : mutateInside;
    await writeFile(path, damage(sample, random, other));
    const before = decoder().cpuMs;
    try {
      if (await once()) made += 1;
      else refused += 1;
    } catch (error) {
      faults.push(`${name} ${round}: ${String(error)}`);
    }
    const { cpuMs, peak } = decoder();
    slowestMs = Math.max(slowestMs, cpuMs - before);
    if (idle > 0) peakBytes = Math.max(peakBytes, peak - idle);
  }
  // Files that no decoder accepts test only the checks before it.
  if (made === 0 && rounds >= 100) faults.push(`${name}: none was taken in`);
  if (slowestMs > mostCpuMs) faults.push(`${name}: ${Math.round(slowestMs)} ms`);
  if (peakBytes > mostBytes) faults.push(`${name}: ${Math.round(peakBytes / 1e6)} MB`);
  await intake.close();
  await rm(folder, { recursive: true, force: true });
  return { made, refused, slowestMs, peakBytes, faults };
};

/**
 * Every format in turn.
 * @param rounds mutations of each, 2,000 in the full form
 */
export const run = async (rounds = 2000): Promise<boolean> => {
  const samples = { ...(await fuzzSamples()), ...(await overloadedPictures(0.1)) };
  const names = Object.keys(samples);
  let whole = true;
  for (const [index, name] of names.entries()) {
    const other = samples[names[(index + 1) % names.length] ?? 'png'] ?? Buffer.alloc(0);
    const { made, refused, slowestMs, peakBytes, faults } = await fuzz(
      name,
      samples[name] ?? other,
      other,
      rounds,
      index + 1,
    );
    console.log(
      `${name}: ${rounds} mutations, ${made} taken in, ${refused} refused, slowest ${Math.round(slowestMs)} ms of processor time, ${faults.length} faults, ${Math.round(peakBytes / 1e6)} MB above idle`,
    );
    for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
    whole &&= faults.length === 0;
  }
  return whole;
};
