import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { languageOf, type Bilingual, type Language } from '../../../shared/language.ts';
import { createDataFolder, dataFolder, programEnvironment } from '../../app/home.ts';
import { oneLine } from '../../infra/terminal.ts';
import { isFolderHeld } from '../../infra/files/lock-file.ts';
import { openInterfaceFiles } from '../http/interface-files.ts';
import { describeError, openLog } from '../../infra/log.ts';
import { findProjectFiles } from '../http/project-files.ts';
import { onEnter, createSessions } from './sessions.ts';
import { createBrowserOpener } from './open-browser.ts';
import { parseParameters, type Parameters } from './parameters.ts';
import { startServer } from './server.ts';
import { addressUsedAgain } from '../../../shared/texts/host-failures.ts';
import { browserUsageTexts } from '../../../shared/texts/office-command.ts';
import type { Backend } from '../../app/contract.ts';

type LazyBackend = {
  /** The backend, created by the first call; a failed attempt is not repeated. */
  readonly get: () => Promise<Backend>;
  /** Closes the backend if it was created. */
  readonly close: () => Promise<void>;
};

/** The backend's modules take longer to load than the first page to arrive: they are loaded after it. */
const createLazyBackend = (make: () => Promise<Backend>): LazyBackend => {
  let made: Promise<Backend> | null = null;
  return {
    get: () => (made ??= make()),
    close: async () => {
      const backend = await made?.catch(() => null);
      await backend?.close();
    },
  };
};

/** The backend is loaded after the first response, or after this time without a request, in milliseconds. */
const idleMs = 300;

const systemLanguage = (): Language => languageOf(Intl.DateTimeFormat().resolvedOptions().locale);

/** Ends the program, because it can't start with these arguments or this environment. */
const refuse = ({ message }: { readonly message: Bilingual }): never => {
  process.stderr.write(`${oneLine(message[systemLanguage()])}\n`);
  return process.exit(2);
};

const run = async ({ port, open }: Parameters): Promise<void> => {
  const own = programEnvironment(process.env);
  if (!own.ok) return refuse(own.failure);
  const environment = own.value;
  const home = dataFolder(environment, process.platform);
  createDataFolder(home);
  const project = findProjectFiles(import.meta.url);
  const log = openLog(join(home, 'logs', 'browser.log'), () => new Date());
  const language = systemLanguage();
  const warn = (): void => {
    log.write('warn', 'address-used-again', 'the session may be somebody else’s');
    process.stderr.write(`${addressUsedAgain[language]}\n`);
  };
  const sessions = createSessions(() => performance.now(), warn);
  const opener = createBrowserOpener(home, homedir(), process.platform);
  const show = (address: string): void => {
    // If no browser can be opened, the user opens the printed address.
    if (open)
      opener.open(address).catch((error: unknown) => log.write('warn', 'opener', describeError(error)));
  };
  const backend = createLazyBackend(async () => {
    const [{ browserHost }, { createRestorableBackend }] = await Promise.all([
      import('./host.ts'),
      import('../../app/restorable-backend.ts'),
    ]);
    return createRestorableBackend(browserHost(home, project, environment, log));
  });
  const server = await startServer(
    {
      files: openInterfaceFiles(project.interfaceFolder),
      sessions,
      backend: backend.get,
      log,
      incoming: join(home, 'incoming'),
    },
    port,
  );
  const stop = async (): Promise<void> => {
    await server.close();
    await opener.close();
    await backend.close();
    await log.flush();
    process.exit(0);
  };
  // A library that cleans up on a signal sends the same signal again: that must not interrupt our shutdown.
  let stopping: Promise<void> | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void (stopping ??= stop()));

  const giveAddress = (): string => {
    const address = `http://127.0.0.1:${server.port}/#token=${sessions.issueToken()}`;
    process.stdout.write(`Vouch: ${address}\n`);
    return address;
  };
  // Another Vouch holds the data folder: the backend reports that, or waits a moment for one that is just
  // ending.
  if (isFolderHeld(home)) await backend.get();
  const address = giveAddress();
  onEnter(process.stdin, () => show(giveAddress()));
  // Without a backend there is nothing to show, so Vouch reports the reason and ends.
  const stand = (): Promise<void> =>
    backend.get().then(
      () => show(address),
      async (error: unknown) => {
        log.write('error', 'backend', describeError(error));
        await log.flush();
        complain(error);
      },
    );
  setTimeout(() => void stand(), open ? 0 : idleMs);
};

const complain = (error: unknown): void => {
  process.stderr.write(`${oneLine(error instanceof Error ? error.message : String(error))}\n`);
  process.exit(1);
};

const parameters = parseParameters(process.argv.slice(2));
if (parameters.ok) {
  run(parameters.value).catch(complain);
} else {
  const { message } = parameters.failure;
  const { usage } = browserUsageTexts;
  refuse({ message: { zh: `${message.zh} ${usage.zh}`, en: `${message.en} ${usage.en}` } });
}
