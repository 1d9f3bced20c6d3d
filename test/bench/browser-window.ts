import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';

/** The browser host as users start it, with the benchmark's own data folder and sandbox. */
export const startHost = async (
  home: string,
  truths: string,
  environment: Readonly<Record<string, string>> = {},
) => {
  const main = fileURLToPath(new URL('../../out/main/browser.js', import.meta.url));
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, '--no-open'],
    {
      env: { ...process.env, VOUCH_HOME: home, VOUCH_SANDBOX_TRUTH: truths, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (!child.stdout) throw new Error('no output');
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  const address = String(line).replace('Vouch: ', '');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { address, stop };
};

/** The work of a page's thread for one input, in ms, as Chromium counts it: the median of several. */
const medianWork = async (page: Page, times: number, input: () => Promise<unknown>): Promise<number> => {
  const devtools = await page.context().newCDPSession(page);
  // Its own CPU time: other programs on the machine don't count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  const works: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const before = await busy();
    await input();
    await page.waitForTimeout(150);
    works.push((await busy()) - before);
  }
  await devtools.detach();
  return works.toSorted((a, b) => a - b)[times >> 1] ?? NaN;
};

/** A page that works more than this while nothing happens, in ms per turn of 150 ms, is still loading. */
const mostAtRest = 4;

/**
 * The work of a page's thread for one input, in ms, above its work at rest: the median of 40. Waits until the page
 * rests, and fails if it never does.
 */
export const workOfInput = async (page: Page, input: () => Promise<unknown>): Promise<number> => {
  // The first inputs compile code.
  await medianWork(page, 5, input);
  for (let tries = 0; tries < 20; tries += 1) {
    const rest = await medianWork(page, 10, () => Promise.resolve());
    if (rest <= mostAtRest) return (await medianWork(page, 40, input)) - rest;
  }
  throw new Error('The page never rests');
};
