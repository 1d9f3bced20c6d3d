import { startChromium, type Devtools } from './devtools.ts';

let started: Devtools | null = null;

/** The one Chromium of this program; started before the program's own main module. */
export const openChromium = async (): Promise<Devtools> => {
  started = await startChromium();
  // So that a page that closes is told of.
  await started.browser.send('Target.setDiscoverTargets', { discover: true });
  return started;
};

export const chromium = (): Devtools => {
  if (!started) throw new Error('Chromium is not started yet.');
  return started;
};

/** The system ends the processes of Chromium's pages, as it does where memory is short. */
export const killPages = async (): Promise<void> => {
  const { processInfo } = await chromium().browser.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo) if (type === 'renderer') process.kill(id, 'SIGKILL');
};
