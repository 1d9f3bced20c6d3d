import { booksTexts } from '../../../../shared/texts/books.ts';
import { checkArchiveAt } from '../../../app/books/archive-period.ts';
import type { CheckCommand } from '../books-arguments.ts';
import type { ExitCode, RunDependencies } from '../run.ts';

/** `vouch archive --check`: names each file that has changed since it was written. */
export const runCheck = async (
  { path, language, quiet }: CheckCommand,
  { streams }: RunDependencies,
): Promise<ExitCode> => {
  const { files, defects } = await checkArchiveAt(path);
  for (const { path: file, defect } of defects)
    streams.note(`${file}: ${booksTexts.archiveDefect[defect][language]}`);
  if (defects.length > 0) return 1;
  if (!quiet) streams.note(booksTexts.archiveSound(files)[language]);
  return 0;
};
