import { readFileSync } from 'node:fs';

/**
 * Bytes that the process holds for itself, without the files that the system shows it as memory: the ledger is read
 * that way, and its pages are the system's to take back. Where the system tells no such figure, the whole.
 */
export const ownBytes = (): number => {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const kilobytes = /^RssAnon:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
};
