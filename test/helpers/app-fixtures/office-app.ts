import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { chromiumPath, shortLivedFlags } from '../../../build/chromium.mjs';
import { startVouch } from '../command-line.ts';
import { endWithTest, freshHome } from './running-app.ts';

export type ServeProcess = {
  readonly address: string;
  /** The link for the first administrator; null if the office has one. */
  readonly firstLink: () => Promise<string>;
  readonly stop: () => Promise<number | null>;
  /** Resolves when the server has ended without a signal. */
  readonly ended: () => Promise<{ readonly code: number | null; readonly detail: string }>;
  readonly kill: () => Promise<void>;
};

/** `vouch serve` as a separate process, on a free port of loopback. */
export const spawnServe = async (databaseUrl: string): Promise<ServeProcess> => {
  const child = startVouch(['serve', '--port', '0', '--lang', 'en'], {
    VOUCH_DATABASE_URL: databaseUrl,
    VOUCH_HOME: freshHome(),
  });
  endWithTest(child);
  const ended = once(child, 'exit');
  const lines: string[] = [];
  let complaints = '';
  // The log, which would fill its pipe if nobody read it.
  child.stdout?.resume();
  if (!child.stderr) throw new Error('No output');
  const output = createInterface({ input: child.stderr });
  const lineThat = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (line: string): void => {
        const found = pattern.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      };
      for (const line of lines) look(line);
      output.on('line', look);
      child.on('exit', (code) => reject(new Error(`vouch serve ended (${code}): ${complaints}`)));
    });
  output.on('line', (line) => {
    lines.push(line);
    complaints += `${line}\n`;
  });
  const firstLink = lineThat(/(http:\S+#link=[\w-]+)/);
  // Only tests that request it need a message if it is missing.
  firstLink.catch(() => {});
  const address = await lineThat(/^Vouch: (http:\S+)$/);
  return {
    address,
    firstLink: () => firstLink,
    ended: async () => {
      await ended;
      return { code: child.exitCode, detail: complaints };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
};

/** A separate Chromium. */
export const openBrowser = async (
  look: Pick<BrowserContextOptions, 'locale' | 'colorScheme'> = {},
): Promise<{ readonly browser: Browser; readonly page: Page }> => {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: shortLivedFlags });
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    ...look,
  });
  return { browser, page: await context.newPage() };
};
