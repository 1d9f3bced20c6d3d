// The entry point of the office: all that other folders import from it.
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { runTexts } from '../../shared/texts/command-line.ts';
import { officeCommandFailures } from '../../shared/texts/office-failures.ts';
import { officeTexts, type OfficeProgramName } from '../../shared/texts/office-command.ts';
import type { OfficeRun } from '../app/files/open-run.ts';
import { findProjectFiles } from '../hosts/http/project-files.ts';
import type { CommandDependencies, CommandGroup, RecognizeCommand } from '../hosts/terminal/dependencies.ts';
import { officeCommand, type OfficeCommand } from './cli/arguments.ts';
import { buildWindow, installOffice } from './cli/install-office.ts';
import { serveCommand, type ServeCommand } from './server/parameters.ts';

/** Runs a command. Its modules are loaded only now, because they need the office's packages. */
const run = async (
  command: OfficeCommand | ServeCommand,
  dependencies: CommandDependencies,
): Promise<number> => {
  const texts = officeTexts[command.language];
  const installed = installOffice();
  if (installed !== 'ready') {
    dependencies.streams.note(installed === 'packaged' ? texts.notInstalled : texts.installationFailed);
    return 2;
  }
  // A link is printed without a window.
  if (command.kind === 'serve' && !command.administratorLink && buildWindow() === 'failed') {
    dependencies.streams.note(texts.buildFailed);
    return 2;
  }
  const project = findProjectFiles(import.meta.url);
  if (command.kind === 'serve')
    return (await import('./server/run-serve.ts')).runServe(command, { ...dependencies, project });
  if (command.kind === 'worker')
    return (await import('./worker/run-worker.ts')).runWorker(command, dependencies);
  if (command.kind === 'trail') return (await import('./cli/trail.ts')).runTrail(command, dependencies);
  if (command.kind === 'prepare') return (await import('./cli/prepare.ts')).runPrepare(command, dependencies);
  return (await import('./cli/migrate.ts')).runMigrate(command, dependencies);
};

const stoppedNote = ({ kind, language }: OfficeCommand | ServeCommand): string | null => {
  if (kind === 'serve') return null;
  return kind === 'worker' ? officeTexts[language].stopping : runTexts[language].interrupted;
};

/** The commands of an office. */
export const officeGroup: CommandGroup<OfficeProgramName | 'serve'> = {
  parse: (name, given, fallback) => {
    const parsed = name === 'serve' ? serveCommand(given, fallback) : officeCommand(name, given, fallback);
    if (!parsed.ok) return parsed;
    const { value: command } = parsed;
    const { language } = command;
    return success({
      language,
      // A server runs until a signal stops it, and a worker that is stopped finishes its work: no interruption.
      stopped: { note: stoppedNote(command), interrupts: false },
      // A server must not stop when its certificate is renewed, also if it has none.
      reloads: command.kind === 'serve',
      run: (dependencies) => run(command, dependencies),
    });
  },
};

/**
 * Opens the office's ledger for a command that recognizes files.
 * @param command the command whose pages the office's workers recognize; null if nothing is sent
 * @returns the refusal `not-installed` if the office's packages are missing
 */
export const openInOffice = async (
  command: RecognizeCommand | null,
  dependencies: CommandDependencies,
): Promise<Result<OfficeRun, CommandFailure | 'not-installed'>> => {
  const installed = installOffice();
  if (installed === 'packaged') return failed('not-installed');
  if (installed === 'failed') return failed(officeCommandFailures.notInstalled);
  const { openCommandInOffice } = await import('./cli/office-run.ts');
  return openCommandInOffice(command, dependencies);
};
