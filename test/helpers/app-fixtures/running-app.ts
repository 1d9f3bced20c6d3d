import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { onTestFailed, onTestFinished } from 'vitest';

export type AppOptions = {
  /** Data folder; a fresh one by default. */
  readonly home?: string;
  /** Folder of `*.truth.json` for the built-in sandbox. */
  readonly truths?: string;
  /** The folder of an unpacked desktop program, instead of the one with the build. */
  readonly program?: string;
  /** Paths passed to the desktop program on start. */
  readonly files?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** BCP 47 tag for the page and the program. */
  readonly locale?: 'en-US' | 'zh-CN';
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
};

export type RunningApp = {
  readonly page: Page;
  readonly home: string;
  /** The host's log output so far. */
  readonly log: () => string;
  /** Drops files on the window, like from the file manager. */
  readonly drop: (paths: readonly string[]) => Promise<void>;
  /** Chooses files when the page opens a file dialog. */
  readonly choose: (paths: readonly string[], open: () => Promise<unknown>) => Promise<void>;
  /**
   * Allows an error on the page's console in this test, such as Chromium's message about a refused request.
   */
  readonly forgive: PageErrors['forgive'];
  readonly errors: Pick<PageErrors, 'refuse' | 'begin'>;
  /** Closes the app like a user. Rejects if the page reported an unexpected error. */
  readonly close: () => Promise<void>;
};

const leftovers = new Set<() => void>();
const processes = new Set<ChildProcess>();

const kill = (child: ChildProcess): void => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
};

/** Processes first: a worker of Vitest has half a second for it. */
const cleanLeftovers = (): void => {
  processes.forEach(kill);
  leftovers.forEach((clean) => clean());
};
process.once('exit', cleanLeftovers);
// Vitest ends its workers in this way, which is not an exit.
process.once('SIGTERM', () => {
  cleanLeftovers();
  process.kill(process.pid, 'SIGTERM');
});

let outlivesTests = false;

/** Starts a program that this process's later tests use, too: it lasts until process exit. */
export const beyondTests = async <Value>(start: () => Promise<Value>): Promise<Value> => {
  outlivesTests = true;
  try {
    return await start();
  } finally {
    outlivesTests = false;
  }
};

/** Runs at the end of the current test, or at process exit if there is none (in a hook). */
export const atEnd = (clean: () => void): void => {
  leftovers.add(clean);
  if (outlivesTests) return;
  try {
    onTestFinished(clean);
  } catch {
    // In a hook: run at process exit.
  }
};

/** Ends a process at the latest with its test or with this process. */
export const endWithTest = (child: ChildProcess): void => {
  processes.add(child);
  atEnd(() => kill(child));
};

/** A data folder that is deleted at the end of the test. */
export const freshHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'vouch-app-'));
  atEnd(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return home;
};

export const environmentOf = (home: string, options: AppOptions): Record<string, string> => {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('VOUCH_'),
  );
  return {
    ...Object.fromEntries(inherited),
    ...(process.env.VOUCH_CHROMIUM ? { VOUCH_CHROMIUM: process.env.VOUCH_CHROMIUM } : {}),
    LANG: options.locale === 'zh-CN' ? 'zh_CN.UTF-8' : 'en_US.UTF-8',
    LC_ALL: options.locale === 'zh-CN' ? 'zh_CN.UTF-8' : 'en_US.UTF-8',
    VOUCH_HOME: home,
    VOUCH_STAND_IN_LOCALE: options.locale ?? 'en-US',
    ...(options.truths ? { VOUCH_SANDBOX_TRUTH: options.truths } : {}),
    ...options.env,
  };
};

export const readLogs = (home: string): string => {
  const folder = join(home, 'logs');
  mkdirSync(folder, { recursive: true });
  // A folder in it holds crash dumps.
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

type PageErrors = {
  /** Allows errors with this text, at any address or at matching addresses. */
  readonly forgive: (shape: RegExp, address?: RegExp) => void;
  /** Throws if there was an error that is not allowed, and forgets it. */
  readonly refuse: () => void;
  /** Forgets earlier errors and what was allowed. Later errors are printed if the current test fails. */
  readonly begin: () => void;
};

/** Collects every error of the page: console errors and uncaught exceptions. If the test fails, they are printed. */
export const watchErrors = (page: Page): PageErrors => {
  const errors: { readonly text: string; readonly address: string }[] = [];
  const failed: string[] = [];
  const forgiven: { readonly shape: RegExp; readonly address: RegExp }[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push({ text: message.text(), address: message.location().url });
  });
  page.on('pageerror', (error) => errors.push({ text: String(error), address: '' }));
  page.on('requestfailed', (request) =>
    failed.push(`${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  const printIfFailed = (): void => {
    try {
      onTestFailed(() => {
        const said = [...errors.map(({ text, address }) => `${text} ${address}`), ...failed];
        if (said.length > 0) console.warn(`Errors of the page:\n${said.join('\n')}`);
      });
    } catch {
      // In a hook there is no test that can fail.
    }
  };
  printIfFailed();
  return {
    forgive: (shape, address = /^/u) => forgiven.push({ shape, address }),
    refuse: () => {
      const left = errors
        .splice(0)
        .filter(
          (error) =>
            !forgiven.some(({ shape, address }) => shape.test(error.text) && address.test(error.address)),
        );
      const lines = left.map(({ text, address }) => `${text} ${address}`.trimEnd());
      if (lines.length > 0) throw new Error(`The page said errors:\n${lines.join('\n')}`);
    },
    begin: () => {
      for (const list of [errors, failed, forgiven]) list.length = 0;
      printIfFailed();
    },
  };
};

/**
 * Resolves when the interface is ready for drops. With VOUCH_SLOWDOWN the page's CPU is then throttled by
 * that factor, like a slow computer, which exposes race conditions.
 */
export const untilShown = async (page: Page): Promise<void> => {
  const rate = Number(process.env.VOUCH_SLOWDOWN ?? 1);
  if (rate > 1) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  }
  await page.getByRole('tab').first().waitFor();
};

/**
 * Drops files in the middle of the window through Chromium: real files with a real drop event.
 * @param beforeDrop runs when the files are over the window
 */
export const dropFiles = async (
  page: Page,
  paths: readonly string[],
  beforeDrop: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await beforeDrop();
    await devtools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  }
  await devtools.detach();
};
