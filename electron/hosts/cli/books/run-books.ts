import type { BooksCommand } from '../books-arguments.ts';
import type { ExitCode, RunDependencies } from '../run.ts';

type Run = () => Promise<ExitCode>;

/** Runs one of the books' commands; the code of each is loaded on demand. */
export const runBooks = async (command: BooksCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const run = await loaded(command, dependencies);
  return run();
};

const loaded = async (command: BooksCommand, dependencies: RunDependencies): Promise<Run> => {
  if (command.kind === 'match') {
    const { runMatch } = await import('./match.ts');
    return () => runMatch(command, dependencies);
  }
  if (command.kind === 'vouchers') {
    const { runVouchers } = await import('./vouchers.ts');
    return () => runVouchers(command, dependencies);
  }
  if (command.kind === 'archive') {
    const { runArchive } = await import('./archive.ts');
    return () => runArchive(command, dependencies);
  }
  if (command.kind === 'check-archive') {
    const { runCheck } = await import('./archive.ts');
    return () => runCheck(command, dependencies);
  }
  if (command.kind === 'print') {
    const { runPrint } = await import('./print.ts');
    return () => runPrint(command, dependencies);
  }
  const { runRename, runUndo } = await import('./rename.ts');
  return () =>
    command.kind === 'rename' ? runRename(command, dependencies) : runUndo(command, dependencies);
};
