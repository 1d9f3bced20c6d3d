import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startNodeProcess } from '../infra/node-process.ts';
import { threadAddress } from '../infra/thread-address.ts';
import type { PoolWorker } from '../infra/worker-pool.ts';
import type { StartDecoder } from './decode-pool.ts';

/**
 * glibc gives each thread its own heaps, and pictures fragment all of them: few heaps, and large blocks return to the
 * system at once. Other systems ignore this.
 */
const fewHeaps = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Starts the decoder process whose code is at a path: a built one, or a source. */
export const startDecoderAt = (path: string): PoolWorker => startNodeProcess(path, fewHeaps);

const startNodeDecoder = (): PoolWorker =>
  startDecoderAt(fileURLToPath(threadAddress(import.meta.url, './decoder-main.ts', 'intake-decoder.js')));

/**
 * How this Node.js starts a decoder process. Undefined in the packaged command line: Electron's binary can't
 * run a script of ours as a child, and its utility processes need a display. There, threads decode. A picture
 * that crashes them ends only that run.
 */
export const nodeDecoder = (): StartDecoder | undefined =>
  process.versions['electron'] === undefined ? startNodeDecoder : undefined;
