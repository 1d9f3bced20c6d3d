import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser } from 'playwright';
import { chromiumPath, shortLivedFlags } from '../../../build/chromium.mjs';
import { hostFlags } from '../../../build/install.mjs';
import { builtFolder } from './folders.ts';
import {
  dropFiles,
  endWithTest,
  environmentOf,
  freshHome,
  readLogs,
  untilShown,
  watchErrors,
  type AppOptions,
  type RunningApp,
} from './running-app.ts';
import { chooseFilesAfter } from '../interface/page-events.ts';

type BrowserHostProcess = {
  readonly address: string;
  readonly home: string;
  readonly child: ChildProcess;
  /** All lines on standard output. */
  readonly lines: readonly string[];
  readonly complaints: () => string;
  /** Ends the host with a signal; resolves with its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Starts the built browser host as a separate process; resolves once it has printed its address. */
export const spawnBrowserHost = async (
  options: AppOptions = {},
  parameters: readonly string[] = [],
): Promise<BrowserHostProcess> => {
  const home = options.home ?? freshHome();
  const child = spawn(
    process.execPath,
    [...hostFlags, join(builtFolder, 'out', 'main', 'browser.js'), '--no-open', ...parameters],
    { env: environmentOf(home, options), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  endWithTest(child);
  const ended = once(child, 'exit');
  const lines: string[] = [];
  let complaints = '';
  child.stderr.on('data', (part: Buffer) => (complaints += part.toString()));
  const output = createInterface({ input: child.stdout });
  const first = new Promise<string>((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line);
      resolve(line);
    });
    child.on('exit', (code) => reject(new Error(`The browser host ended (${code}): ${complaints}`)));
  });
  const address = /^Vouch: (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+)$/.exec(await first)?.[1];
  if (!address) throw new Error(`Not the line that was promised: ${lines[0]}`);
  return {
    address,
    home,
    child,
    lines,
    complaints: () => complaints,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
};

let launched: Promise<Browser> | null = null;

/** One Chromium for all tests of a file; each app gets its own context. */
export const testBrowser = (): Promise<Browser> => {
  launched ??= chromium.launch({ executablePath: chromiumPath() ?? '', args: shortLivedFlags });
  return launched;
};

/** Starts the browser host and opens its page in Chromium. */
export const startBrowserHost = async (
  options: AppOptions = {},
): Promise<RunningApp & { readonly host: BrowserHostProcess }> => {
  const host = await spawnBrowserHost(options);
  const context = await (
    await testBrowser()
  ).newContext({
    locale: options.locale ?? 'en-US',
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1440, height: 900 },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.goto(host.address);
  await untilShown(page);
  return {
    page,
    home: host.home,
    host,
    forgive: errors.forgive,
    errors,
    log: () => readLogs(host.home),
    drop: (paths) => dropFiles(page, paths),
    choose: (paths, open) => chooseFilesAfter(page, open, paths),
    close: async () => {
      await context.close();
      await host.stop();
      errors.refuse();
    },
  };
};
