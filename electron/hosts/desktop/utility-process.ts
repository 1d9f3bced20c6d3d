import { utilityProcess } from 'electron';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { threadAddress } from '../../infra/thread-address.ts';
import type { PoolWorker } from '../../infra/worker-pool.ts';

/**
 * Starts a separate process of Electron, without anything from the account. Only after `ready`.
 */
const startUtility = (address: URL, serviceName: string): PoolWorker => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VOUCH_')));
  const child = utilityProcess.fork(fileURLToPath(address), [], { env, stdio: 'ignore', serviceName });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
    send: (posted) => child.postMessage(posted),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.on('exit', () => listener('ended')),
    // The window keeps the program alive.
    hold: () => {},
    end: () => void child.kill(),
  };
};

/** Decodes pictures. */
export const utilityDecoder = (): PoolWorker =>
  startUtility(
    threadAddress(import.meta.url, '../../intake/decoder-main.ts', 'intake-decoder.js'),
    'Vouch decoder',
  );

/** Reads the text of scans. */
export const utilityReader = (): PoolWorker =>
  startUtility(
    threadAddress(import.meta.url, '../../extract/local/engine/reader-main.ts', 'line-reader.js'),
    'Vouch reader',
  );
