import { startChromium, type Devtools } from './devtools.ts';

let started: Devtools | null = null;

/** The only Chromium of this program; started before the program's main module. */
export const openChromium = async (): Promise<Devtools> => {
  started = await startChromium();
  // Enables events about closed pages.
  await started.browser.send('Target.setDiscoverTargets', { discover: true });
  return started;
};

export const chromium = (): Devtools => {
  if (!started) throw new Error('Chromium is not started yet.');
  return started;
};

/** Kills the processes of Chromium's pages, like a system that is short of memory. */
export const killPages = async (): Promise<void> => {
  const { processInfo } = await chromium().browser.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL');
};
