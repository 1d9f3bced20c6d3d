import type { CommandFailure } from '../../../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import { officeTexts } from '../../../../shared/texts/office-command.ts';
import { routeFailure } from '../../../app/app-routes.ts';
import type { OfficeRun } from '../../../app/files/recognize-files.ts';
import { openOfficeFolder, type OfficeFolder } from '../../../app/open-office.ts';
import { withOfficeSettings } from '../../../app/office-settings.ts';
import { accountFrom } from '../../../credentials/environment-account.ts';
import { createQueuedRecognizer } from '../../../pipeline/office/queued-recognizer.ts';
import { openPageQueue } from '../../../store/postgres/page-queue.ts';
import { openOfficeSettings } from '../../../store/postgres/settings.ts';
import { livingWorkers } from '../../../store/postgres/workers.ts';
import type { RecognizeCommand } from '../arguments.ts';
import type { Streams } from '../streams.ts';
import type { OfficeDependencies } from './arguments.ts';

/** The office's workers recognize the pages of this run. */
const openWorkers = async (
  { office, store }: OfficeFolder,
  { force, language }: Pick<RecognizeCommand, 'force' | 'language'>,
  streams: Streams,
): Promise<Pick<OfficeRun, 'recognize' | 'close'>> => {
  const queue = await openPageQueue(office, {
    supervises: false,
    onBug: (error) => streams.note(String(error)),
  });
  const recognizer = createQueuedRecognizer({
    store,
    queue,
    workers: () => livingWorkers(office),
    onNobody: () => streams.note(officeTexts[language].nobody),
  });
  return {
    recognize: (page, stop) => recognizer.recognize(page, force, stop),
    close: async () => {
      recognizer.close();
      await queue.close();
    },
  };
};

type OfficeRunDependencies = Omit<OfficeDependencies, 'signal'>;

/** A worker in this process. Returns a function that ends it. */
const startWorker = async (
  { concurrency, sandbox, language }: RecognizeCommand,
  dependencies: OfficeRunDependencies,
): Promise<() => Promise<void>> => {
  const { runWorker } = await import('../../worker/run-worker.ts');
  const ending = new AbortController();
  const ended = runWorker(
    { kind: 'worker', concurrency, sandbox, language },
    { ...dependencies, signal: ending.signal },
  ).catch((error: unknown) => dependencies.streams.note(String(error)));
  return async () => {
    ending.abort();
    await ended;
  };
};

/**
 * Opens the office's ledger.
 * @param command the command whose pages the office's workers recognize; null if nothing is sent
 */
export const openOfficeRun = async (
  command: RecognizeCommand | null,
  dependencies: OfficeRunDependencies,
): Promise<Result<OfficeRun, CommandFailure>> => {
  const { environment, home, streams } = dependencies;
  // A worker in this process needs the account, like any worker.
  if (command?.work && !command.sandbox && accountFrom(environment, null) === null)
    return failed(routeFailure({ reason: 'no-account' }));
  const opened = await openOfficeFolder(environment, home);
  if (!opened.ok) return opened;
  const folder = opened.value;
  try {
    const workers = command && (await openWorkers(folder, command, streams));
    const settings = await openOfficeSettings(folder.office, (error) => streams.note(String(error)));
    const endWorker = command?.work ? await startWorker(command, dependencies) : null;
    return success({
      folder,
      settings: (ofComputer) => withOfficeSettings(ofComputer, settings),
      recognize: workers?.recognize ?? null,
      close: async () => {
        await endWorker?.();
        await workers?.close();
        await folder.close();
      },
    });
  } catch (error) {
    await folder.close();
    throw error;
  }
};
