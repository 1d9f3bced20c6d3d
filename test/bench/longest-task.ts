import type { Browser, Page } from 'playwright';

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread, in µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

const taskNames = new Set(['ThreadControllerImpl::RunTask', 'RunTask']);

/**
 * The task of a page's main thread that took the most CPU time during some work, in ms. Time in which another
 * program has the processor does not count. Other pages of the browser must be closed.
 */
export const longestTask = async (
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<number> => {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString('utf8'),
  );
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const times = trace.traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && taskNames.has(name) && mains.has(`${pid}/${tid}`))
    // A task that began before the trace has none.
    .flatMap(({ tdur }) => tdur ?? []);
  if (times.length === 0) throw new Error('Chromium told no CPU times of tasks');
  return times.reduce((most, time) => Math.max(most, time), 0) / 1000;
};
