import { booksTexts } from '../../../shared/texts/books.ts';
import { archiveOfFolder, checkArchiveAt } from '../archive/archive-commands.ts';
import { checkNotOurs } from '../../app/files/check-outputs.ts';
import type { ArchiveCommand, CheckCommand } from './arguments.ts';
import type { ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { withLedger } from './with-ledger.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

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

/** `vouch archive`: the invoices that were issued in a period, with their originals. */
export const runArchive = async (
  command: ArchiveCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { home, streams, signal } = dependencies;
  const { language, quiet, from, to, out } = command;
  const ours = await checkNotOurs(out, home);
  if (ours) {
    streams.note(ours.message[language]);
    return 2;
  }
  return withLedger(language, dependencies, async ({ folder, assessor, settings }) => {
    const archive = await archiveOfFolder({ from, to }, { folder, assessor }, settings, signal);
    if (archive.invoices.length === 0) {
      streams.note(booksTexts.archiveEmpty[language]);
      return 1;
    }
    let gaps = 0;
    const written = await archive.write(out, ({ name, number }) => {
      gaps += 1;
      streams.note(`${name} (${number ?? '-'}): ${booksTexts.originalMissing[language]}`);
    });
    if (!written.ok) {
      streams.note(`${out}: ${commandFailureLine(written.failure, language)}`);
      return written.failure.detail === 'ENOTEMPTY' || written.failure.reason === 'no-folder' ? 2 : 1;
    }
    await archive.record();
    if (!quiet) streams.note(booksTexts.archived(archive.invoices.length)[language]);
    return gaps === 0 ? 0 : 1;
  });
};
