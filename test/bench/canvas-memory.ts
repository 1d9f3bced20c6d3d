import type { Browser, Page } from 'playwright';
import { proportionalBytes } from '../helpers/tree-memory.ts';

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
    const bytes = proportionalBytes(id);
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
};
