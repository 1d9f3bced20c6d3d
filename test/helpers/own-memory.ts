import { readFileSync } from 'node:fs';

/**
 * Bytes of the process's own memory, without memory-mapped files: the ledger is mapped, and the system can
 * reclaim its pages. If the system does not report this figure, all memory.
 */
export const ownBytes = (): number => {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const kilobytes = /^RssAnon:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
};
