import { officeTexts } from '../../../../shared/texts/office-command.ts';
import type { ServeCommand } from '../../server/parameters.ts';
import type { CommandDependencies } from '../../terminal/dependencies.ts';
import type { ProjectFiles } from '../../window/project-files.ts';
import type { OfficeCommand } from './arguments.ts';
import { installOffice } from './install-office.ts';

/**
 * Runs a command of an office. Its modules are loaded only now, because the other commands don't need them.
 */
export const runOffice = async (
  command: OfficeCommand | ServeCommand,
  dependencies: CommandDependencies & { readonly project: ProjectFiles },
): Promise<number> => {
  if (!installOffice()) {
    dependencies.streams.note(officeTexts[command.language].notInstalled);
    return 2;
  }
  if (command.kind === 'serve')
    return (await import('../../server/run-serve.ts')).runServe(command, dependencies);
  if (command.kind === 'worker')
    return (await import('../../worker/run-worker.ts')).runWorker(command, dependencies);
  return (await import('./migrate.ts')).runMigrate(command, dependencies);
};
