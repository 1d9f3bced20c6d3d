import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { onTestFinished } from 'vitest';

export type AppOptions = {
  /** Data folder; a fresh one of its own where it is left out. */
  readonly home?: string;
  /** Folder of `*.truth.json` for the built-in sandbox. */
  readonly truths?: string;
  /** Paths that the desktop program is opened with. */
  readonly files?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** BCP 47 tag of the page and of the program. */
  readonly locale?: 'en-US' | 'zh-CN';
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
};

export type RunningApp = {
  readonly page: Page;
  readonly home: string;
  /** What the host has logged so far. */
  readonly log: () => string;
  /** Drops files on the window, as from the file manager. */
  readonly drop: (paths: readonly string[]) => Promise<void>;
  /** Chooses files where the page asks for some. */
  readonly choose: (paths: readonly string[], open: () => Promise<unknown>) => Promise<void>;
  /** An error that the page is meant to say in this test, such as Chromium's own word on a refused request. */
  readonly forgive: (shape: RegExp) => void;
  /** Ends the app as a user does. Rejects where the page has said an error that no test expected. */
  readonly close: () => Promise<void>;
};

const leftovers = new Set<() => void>();
process.once('exit', () => leftovers.forEach((clean) => clean()));

/** Runs at the end of the test that is running; of the process, where none is (in a hook). */
export const atEnd = (clean: () => void): void => {
  leftovers.add(clean);
  try {
    onTestFinished(clean);
  } catch {
    // In a hook: the process runs it.
  }
};

/** A process that outlives neither its test, however that ends, nor this process. */
export const endWithTest = (child: ChildProcess): void =>
  atEnd(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });

/** A data folder that goes when the test has ended. */
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
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

export type PageErrors = {
  readonly forgive: (shape: RegExp) => void;
  /** Throws where something is left that was not forgiven. */
  readonly refuse: () => void;
};

/** Every error that the page says, in its console or by an exception that nobody caught. */
export const watchErrors = (page: Page): PageErrors => {
  const errors: string[] = [];
  const forgiven: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    forgive: (shape) => forgiven.push(shape),
    refuse: () => {
      const left = errors.filter((error) => !forgiven.some((shape) => shape.test(error)));
      if (left.length > 0) throw new Error(`The page said errors:\n${left.join('\n')}`);
    },
  };
};

/**
 * The interface stands: what is dropped from here on is taken. With VOUCH_SLOWDOWN the page gets that part of its
 * processor from here on, as on a slow computer: what is torn by it was a race.
 */
export const untilShown = async (page: Page): Promise<void> => {
  const rate = Number(process.env.VOUCH_SLOWDOWN ?? 1);
  if (rate > 1) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  }
  await page.getByRole('tab').first().waitFor();
};

/** Files dropped in the middle of the window, by Chromium itself: real files, with a real drop event. */
export const dropFiles = async (page: Page, paths: readonly string[]): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  }
  await devtools.detach();
};
