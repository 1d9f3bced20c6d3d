import { officeTexts } from '../../../../shared/texts/office-command.ts';
import type { OfficeCommand } from './arguments.ts';
import { installOffice } from './install-office.ts';
import type { CommandDependencies } from '../../terminal/dependencies.ts';

/**
 * Runs a command of an office. Its modules are loaded only now, because the other commands don't need them.
 */
export const runOffice = async (
  command: OfficeCommand,
  dependencies: CommandDependencies,
): Promise<0 | 1 | 2> => {
  if (!installOffice()) {
    dependencies.streams.note(officeTexts[command.language].notInstalled);
    return 2;
  }
  if (command.kind === 'worker')
    return (await import('../../worker/run-worker.ts')).runWorker(command, dependencies);
  return (await import('./migrate.ts')).runMigrate(command, dependencies);
};
