import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createIntake } from '../../electron/intake/intake.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { overloadedPictures } from './attachments.ts';

/** Prepares every overloaded picture in threads of this process, and prints the peak memory. */
const folder = await mkdtemp(join(tmpdir(), 'vouch-overloaded-'));
const intake = createIntake({ threads: 1 });
const prepare = async (bytes: Buffer) => {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const started = performance.now();
  const { ok } = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
  return { ok, ms: Math.round(performance.now() - started) };
};

const pictures = Object.entries(await overloadedPictures());
const [, first] = pictures[1] ?? [];
if (first) await prepare(first.subarray(0, 40));
globalThis.gc?.();
const idle = process.memoryUsage.rss();
const peakMb = (): number => Math.round((process.resourceUsage().maxRSS * 1024 - idle) / 1e6);
const results: Record<string, { ok: boolean; ms: number; peakMb: number }> = {};
for (const [name, bytes] of pictures) results[name] = { ...(await prepare(bytes)), peakMb: peakMb() };
await intake.close();
await rm(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(results));
