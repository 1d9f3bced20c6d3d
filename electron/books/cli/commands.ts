import { runTexts } from '../../../shared/texts/command-line.ts';
import { success } from '../../../shared/result.ts';
import type { BooksCommandName } from '../../../shared/texts/books-usage.ts';
import type { CommandGroup, ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { booksCommand, type BooksCommand } from './arguments.ts';

/** The code of each command is loaded on demand. */
const run = async (command: BooksCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  if (command.kind === 'match') return (await import('./match.ts')).runMatch(command, dependencies);
  if (command.kind === 'vouchers') return (await import('./vouchers.ts')).runVouchers(command, dependencies);
  if (command.kind === 'archive') return (await import('./archive.ts')).runArchive(command, dependencies);
  if (command.kind === 'check-archive') return (await import('./archive.ts')).runCheck(command, dependencies);
  if (command.kind === 'print') return (await import('./print.ts')).runPrint(command, dependencies);
  if (command.kind === 'rename') return (await import('./rename.ts')).runRename(command, dependencies);
  return (await import('./rename.ts')).runUndo(command, dependencies);
};

/** The commands of the books. */
export const booksGroup: CommandGroup<BooksCommandName> = {
  parse: (name, given, fallback) => {
    const parsed = booksCommand(name, given, fallback);
    if (!parsed.ok) return parsed;
    const { value: command } = parsed;
    const { language } = command;
    return success({
      language,
      stopped: { note: runTexts[language].interrupted, interrupts: true },
      run: (dependencies) => run(command, dependencies),
    });
  },
};
