import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { routeFailure } from '../../app/app-routes.ts';
import { openOfficeRun } from './open-office-run.ts';
import type { OfficeRun } from '../../app/files/open-run.ts';
import { accountFrom } from '../../credentials/environment-account.ts';
import type { CommandDependencies, RecognizeCommand } from '../../hosts/terminal/dependencies.ts';

type OfficeRunDependencies = Omit<CommandDependencies, 'signal'>;

/** A worker in this process. Returns a function that ends it. */
const startWorker = async (
  { concurrency, sandbox, language }: RecognizeCommand,
  dependencies: OfficeRunDependencies,
): Promise<() => Promise<void>> => {
  const { runWorker } = await import('../worker/run-worker.ts');
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
 * Opens the office's ledger, and starts a worker with `--work`.
 * @param command the command whose pages the office's workers recognize; null if nothing is sent
 */
export const openCommandInOffice = async (
  command: RecognizeCommand | null,
  dependencies: OfficeRunDependencies,
): Promise<Result<OfficeRun, CommandFailure>> => {
  const { environment, home, streams } = dependencies;
  // A worker in this process needs the account, like any worker.
  if (command?.work && !command.sandbox && accountFrom(environment, null) === null)
    return failed(routeFailure({ reason: 'no-account' }));
  const opened = await openOfficeRun({
    environment,
    home,
    workers: command && {
      force: command.force,
      onNoWorker: () => streams.note(officeTexts[command.language].noWorker),
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
