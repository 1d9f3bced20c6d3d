import { booksTexts } from '../../../../shared/texts/books.ts';
import { archivedInvoices, entityOf } from '../../../app/books/archived-invoices.ts';
import { noteBooks } from '../../../app/books/note-books.ts';
import { createOriginals } from '../../../app/originals.ts';
import { archiveFiles } from '../../../export/archive/archive-files.ts';
import { writeArchive } from '../../../export/archive/write-archive.ts';
import type { ArchiveCommand } from '../books-arguments.ts';
import { readSettings } from '../../../credentials/saved-settings.ts';
import type { ExitCode, RunDependencies } from '../run.ts';
import { withLedger } from './with-ledger.ts';

/** `vouch archive`: the invoices that were issued in a period, with their originals. */
export const runArchive = (command: ArchiveCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams, signal } = dependencies;
  const { language, quiet, from, to, out } = command;
  return withLedger(language, dependencies, async (folder, assessor) => {
    const settings = readSettings(home);
    const originals = createOriginals({ folder, settings: () => settings, signal });
    const { invoices, pages } = await archivedInvoices({ from, to }, folder, assessor, originals);
    if (invoices.length === 0) {
      streams.note(booksTexts.archiveEmpty[language]);
      return 1;
    }
    let gaps = 0;
    const files = archiveFiles(invoices, entityOf(settings.ownCompanies), ({ name, number }) => {
      gaps += 1;
      streams.note(`${name} (${number ?? '-'}): ${booksTexts.originalMissing[language]}`);
    });
    const written = await writeArchive(out, files);
    if (!written.ok) {
      const { message, remedy } = written.failure;
      streams.note(`${out}: ${message[language]} ${remedy[language]}`);
      return written.failure.said === 'ENOTEMPTY' || written.failure.reason === 'no-folder' ? 2 : 1;
    }
    await noteBooks(folder, new Map(pages.map((id) => [id, { kind: 'archive', from, to }])));
    if (!quiet) streams.note(booksTexts.archived(invoices.length)[language]);
    return gaps === 0 ? 0 : 1;
  });
};
