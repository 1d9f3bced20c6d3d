import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, chromium, type Browser, type ElectronApplication, type Page } from 'playwright';
import { electronPath } from '../../../build/electron.mjs';
import { builtFolder, projectFolder } from './folders.ts';
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
import { controlOf, type StandInControl } from './stand-in-control.ts';

/** `VOUCH_ELECTRON=real` runs the same specs on the real binary. */
export const onRealElectron = process.env.VOUCH_ELECTRON === 'real';

export type DesktopApp = RunningApp & {
  /** Sets the result of the next dialog of a kind (`showSaveDialog`, …). */
  readonly scriptDialog: (method: string, answer: object) => Promise<void>;
  /** The window's page after its process was replaced: Playwright gives up a page whose process has ended. */
  readonly newPage: () => Promise<Page>;
  /** Null on the real binary, which exposes and forges less. */
  readonly standIn: StandInControl | null;
  /** Null on the stand-in. */
  readonly real: ElectronApplication | null;
};

const standInFile = join(projectFolder, 'test', 'helpers', 'electron-stand-in', 'run.ts');

/** Starts a stand-in process up to its Chromium. It may exit without a signal, as a second instance does. */
export const spawnStandIn = (options: AppOptions & { readonly home: string }) => {
  const mainFile = join(options.program ?? builtFolder, 'out', 'main', 'main.js');
  const parameters = [standInFile, mainFile, ...(options.files ?? [])];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...parameters], {
    env: environmentOf(options.home, options),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  endWithTest(child);
  let detail = '';
  child.stdout?.on('data', (part: Buffer) => (detail += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (detail += part.toString()));
  /** Rejects with the last output when the process ends; others race it. */
  const failure = new Promise<never>((_, reject) => {
    child.on('exit', (code) => reject(new Error(`The stand-in ended (${code}): ${detail}`)));
  });
  failure.catch(() => {});
  const told = new Promise<string>((resolve) => {
    child.on('message', (message: { readonly endpoint?: string }) => {
      if (message.endpoint) resolve(message.endpoint);
    });
  });
  return {
    child,
    endpoint: Promise.race([told, failure]),
    failure,
    ended: once(child, 'exit'),
    detail: () => detail,
  };
};

const pagesOf = (browser: Browser): readonly Page[] =>
  browser.contexts().flatMap((context) => context.pages());

/**
 * The window's page, once it shows the program's own address. A connection made just after a page's process
 * ended never learns of the next page, so it is opened again.
 */
const findPage = async (address: string): Promise<Page> => {
  for (let connection = 0; connection < 12; connection += 1) {
    const browser = await chromium.connectOverCDP(address);
    for (let look = 0; look < 100; look += 1) {
      const page = pagesOf(browser).find((each) => each.url().startsWith('https://app.vouch.invalid/'));
      if (page) return page;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('The window did not open.');
};

const startOnStandIn = async (home: string, options: AppOptions): Promise<DesktopApp> => {
  const { child, endpoint, failure } = spawnStandIn({ ...options, home });
  const control = controlOf(child);
  const address = await endpoint;
  const page = await Promise.race([findPage(address), failure]);
  const errors = watchErrors(page);
  await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' });
  await page.setViewportSize(options.viewport ?? { width: 1440, height: 900 });
  await untilShown(page);
  return {
    page,
    home,
    standIn: control,
    real: null,
    forgive: errors.forgive,
    errors,
    log: () => readLogs(home),
    scriptDialog: control.scriptDialog,
    newPage: () => Promise.race([findPage(address), failure]),
    drop: async (paths) => {
      await control.tellFiles(paths);
      await dropFiles(page, paths);
    },
    choose: async (paths, open) => {
      await control.scriptDialog('showOpenDialog', { canceled: false, filePaths: paths });
      await open();
    },
    close: async () => {
      await control.quit();
      await page.context().browser()?.close();
      errors.refuse();
    },
  };
};

const electronArguments = (options: AppOptions): string[] => [
  options.program ?? builtFolder,
  // As root, Chromium does not start without this.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...(options.files ?? []),
];

const startOnElectron = async (home: string, options: AppOptions): Promise<DesktopApp> => {
  const app = await _electron.launch({
    executablePath: electronPath() ?? '',
    args: electronArguments(options),
    env: environmentOf(home, options),
    locale: options.locale ?? 'en-US',
    colorScheme: options.colorScheme ?? 'light',
  });
  const page = await app.firstWindow();
  const errors = watchErrors(page);
  await untilShown(page);
  return {
    page,
    home,
    standIn: null,
    real: app,
    forgive: errors.forgive,
    errors,
    log: () => readLogs(home),
    scriptDialog: (method, answer) =>
      app.evaluate(
        ({ dialog }, [name, result]) => {
          Object.assign(dialog, { [name]: () => Promise.resolve(result) });
        },
        [method, answer] as const,
      ),
    newPage: () => app.firstWindow(),
    drop: (paths) => dropFiles(page, paths),
    choose: async (paths, open) => {
      await app.evaluate(
        ({ dialog }, filePaths) => {
          Object.assign(dialog, { showOpenDialog: () => Promise.resolve({ canceled: false, filePaths }) });
        },
        [...paths],
      );
      await open();
    },
    close: async () => {
      await app.close();
      errors.refuse();
    },
  };
};

/** Starts the desktop program: on the stand-in, or on the real binary if `VOUCH_ELECTRON=real`. */
export const startDesktop = (options: AppOptions = {}): Promise<DesktopApp> => {
  const home = options.home ?? freshHome();
  return onRealElectron ? startOnElectron(home, options) : startOnStandIn(home, options);
};

/** Starts the program again on the data folder of a running one; resolves with the second one's exit code. */
export const startAgain = async (options: AppOptions & { readonly home: string }): Promise<unknown> => {
  if (!onRealElectron) return (await spawnStandIn(options).ended)[0];
  const env = environmentOf(options.home, options);
  const child = spawn(electronPath() ?? '', electronArguments(options), { env, stdio: 'ignore' });
  endWithTest(child);
  return (await once(child, 'exit'))[0];
};
