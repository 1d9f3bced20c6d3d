import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';

/** Private bytes of a process, with its share of shared memory; null if the system does not report it. */
const memoryOf = async (pid: number): Promise<number | null> => {
  try {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
};

/**
 * Bytes of all processes that show a page, after garbage collection; null if the system does not report it.
 */
export const rendererMemory = async (browser: Browser, page: Page): Promise<number | null> => {
  const session = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i += 1) await session.send('HeapProfiler.collectGarbage');
  const root = await browser.newBrowserCDPSession();
  const { processInfo } = await root.send('SystemInfo.getProcessInfo');
  let sum = 0;
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    const bytes = await memoryOf(id);
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
};
