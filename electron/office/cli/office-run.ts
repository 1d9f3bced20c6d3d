import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { success, type Result, failed } from '../../../shared/result.ts';
import { createQueuedRecognizer } from '../worker/queued-recognizer.ts';
import { openPageQueue } from '../store/page-queue.ts';
import { openCommandLineLog } from './command-line-log.ts';
import { openOfficeSettings } from '../store/settings.ts';
import { livingWorkers } from '../store/workers.ts';
import { openOfficeFolder, type OfficeFolder } from '../open-office.ts';
import { withOfficeSettings } from '../office-settings.ts';
import type { OfficeRun } from '../../app/files/open-run.ts';
import type { Environment } from '../../infra/environment.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import { joinSentences } from '../../../shared/texts/phrases.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { routeFailure } from '../../app/command-failures.ts';
import { accountFrom } from '../../credentials/environment-account.ts';
import type { CommandDependencies, RecognizeCommand } from '../../hosts/terminal/dependencies.ts';

type OfficeRunOptions = {
  readonly environment: Environment;
  readonly home: string;
  /** How the office's workers recognize the pages; null if nothing is sent. */
  readonly workers: {
    /** Whether a call that may have been billed is repeated. */
    readonly force: boolean;
    /** Called if no worker is running. */
    readonly onNoWorker: () => void;
    /** Called if pages wait for the budget of another day. */
    readonly onOverBudget: (failure: Failure) => void;
  } | null;
  readonly onBug: (error: unknown) => void;
};

const openWorkers = async (
  { office, store }: OfficeFolder,
  { force, onNoWorker, onOverBudget }: NonNullable<OfficeRunOptions['workers']>,
  onBug: (error: unknown) => void,
): Promise<Pick<OfficeRun, 'recognize' | 'close'>> => {
  const queue = await openPageQueue(office, { supervises: false, onBug });
  const recognizer = createQueuedRecognizer({
    store,
    queue,
    workers: (makesCalls) => livingWorkers(office, makesCalls),
    onNoWorker,
    onOverBudget,
    onBug,
  });
  return {
    recognize: (page, stop) => recognizer.recognize(page, force, stop),
    close: async () => {
      recognizer.close();
      await queue.close();
    },
  };
};

/** Opens the office's ledger for one run. */
const openOfficeRun = async ({
  environment,
  home,
  workers,
  onBug,
}: OfficeRunOptions): Promise<Result<OfficeRun, CommandFailure>> => {
  const opened = await openOfficeFolder(environment, home);
  if (!opened.ok) return opened;
  const { store, office } = opened.value;
  try {
    const log = await openCommandLineLog(office.connection, store);
    const folder = log ? { ...opened.value, store: { ...store, transact: log.transact } } : opened.value;
    // The settings come first: if they can't be read, no queue is left open.
    const settings = await openOfficeSettings(office, onBug);
    const reached = workers && (await openWorkers(folder, workers, onBug));
    return success({
      folder,
      settings: (ofComputer) => withOfficeSettings(ofComputer, settings),
      recognize: reached?.recognize ?? null,
      onOutput: log?.output ?? (() => Promise.resolve()),
      close: async () => {
        await reached?.close();
        await folder.close();
      },
    });
  } catch (error) {
    await opened.value.close();
    throw error;
  }
};

type OfficeRunDependencies = Omit<CommandDependencies, 'signal'>;

/** A worker in this process. Returns a function that ends it. */
const startWorker = async (
  { concurrency, sandbox, language }: RecognizeCommand,
  dependencies: OfficeRunDependencies,
): Promise<() => Promise<void>> => {
  const { runWorker } = await import('../worker/run-worker.ts');
  const ending = new AbortController();
  const ended = runWorker(
    { kind: 'worker', concurrency, sandbox, language, operations: null },
    { ...dependencies, signal: ending.signal },
  ).catch((error: unknown) => dependencies.streams.note(String(error)));
  return async () => {
    ending.abort();
    await ended;
  };
};

/**
 * Opens the office's ledger, and starts a worker with `--work`.
 * @param command the command whose pages the office's workers recognize; null if nothing is sent
 */
export const openCommandInOffice = async (
  command: RecognizeCommand | null,
  dependencies: OfficeRunDependencies,
): Promise<Result<OfficeRun, CommandFailure>> => {
  const { environment, home, streams } = dependencies;
  // A worker in this process needs the account for calls, like any worker.
  const needsAccount = command?.service === 'face-detect' || command?.reader === 'service';
  if (command?.work && needsAccount && !command.sandbox && accountFrom(environment, null) === null)
    return failed(routeFailure({ reason: 'no-account' }));
  const opened = await openOfficeRun({
    environment,
    home,
    workers: command && {
      force: command.force,
      onNoWorker: () => streams.note(officeTexts[command.language].noWorker),
      onOverBudget: (failure) => {
        const { message, remedy } = explainFailure(command.service, failure, command.language);
        const lines = [message, remedy, officeTexts[command.language].keepsWaiting];
        streams.note(joinSentences(lines, command.language));
      },
    },
    onBug: streams.noteBug,
  });
  if (!opened.ok || !command?.work) return opened;
  const endWorker = await startWorker(command, dependencies);
  return success({
    ...opened.value,
    close: async () => {
      await endWorker();
      await opened.value.close();
    },
  });
};
