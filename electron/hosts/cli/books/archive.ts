import { readFile } from 'node:fs/promises';
import { sideOf } from '../../../../shared/books/choose-rule.ts';
import { isInPeriod } from '../../../../shared/books/period.ts';
import type { Company } from '../../../../shared/contract/settings.ts';
import { booksTexts } from '../../../../shared/texts/books.ts';
import type { DataFolder } from '../../../app/data-folder.ts';
import { ledgerInvoices, type LedgerInvoice } from '../../../app/books/ledger-invoices.ts';
import { noteBooks } from '../../../app/books/note-books.ts';
import { createOriginals, type Originals } from '../../../app/originals.ts';
import { archiveFiles } from '../../../export/archive/archive-files.ts';
import type { ArchivedInvoice, ArchiveOriginal } from '../../../export/archive/archived-invoice.ts';
import { writeArchive } from '../../../export/archive/write-archive.ts';
import { maxFileBytes } from '../../../intake/limits.ts';
import type { ArchiveCommand } from '../books-arguments.ts';
import { readSettings } from '../kept-settings.ts';
import type { ExitCode, RunDependencies } from '../run.ts';
import { withLedger } from './with-ledger.ts';

const readBounded = async (path: string | null): Promise<Buffer | null> => {
  if (path === null) return null;
  try {
    const bytes = await readFile(path);
    return bytes.length > maxFileBytes ? null : bytes;
  } catch {
    return null;
  }
};

const archivedOf = async (
  { row, invoice, ticket, reader }: LedgerInvoice,
  { store }: Pick<DataFolder, 'store'>,
  originals: Originals,
): Promise<ArchivedInvoice> => {
  const others = (await store.renditions(row.document))
    .filter(({ sha256 }) => sha256 !== row.originalSha256)
    .map(({ name, path, sha256 }): ArchiveOriginal => ({ name, sha256, read: () => readBounded(path) }));
  const { booking, verification } = row.books;
  return {
    invoice,
    ticket,
    reader,
    page: row.page,
    original: {
      name: row.name,
      sha256: row.originalSha256 ?? '',
      read: async () => readBounded(await originals.locate(row)),
    },
    renditions: others,
    confirmed: row.figures?.review === 'confirmed',
    booking,
    entries: [],
    verification,
  };
};

/** The company whose books these are: the own one among the parties, else the buyer. */
const entityOf =
  (own: readonly Company[]) =>
  ({ invoice }: ArchivedInvoice): Company | null => {
    const { name, taxId } = sideOf([...own], invoice) === 'sale' ? invoice.seller : invoice.buyer;
    return name === null && taxId === null ? null : { name: name ?? '', taxId: taxId ?? '' };
  };

const keyOf = ({ invoice: { issueDate, number, code } }: ArchivedInvoice): string =>
  `${issueDate ?? ''}/${number ?? ''}/${code ?? ''}`;
/** The same invoices make the same archive, in whichever order they were read. */
const byDay = (a: ArchivedInvoice, b: ArchivedInvoice): number =>
  keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b));

/** `vouch archive`: the invoices that were issued in a period, with their originals. */
export const runArchive = (command: ArchiveCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams, signal } = dependencies;
  const { language, quiet, from, to, out } = command;
  return withLedger(language, dependencies, async (folder, assessor) => {
    const settings = readSettings(home);
    const originals = createOriginals({ folder, settings: () => settings, signal });
    const invoices: ArchivedInvoice[] = [];
    const inPeriod = ledgerInvoices(folder, assessor, ({ figures }) =>
      isInPeriod({ from, to }, figures?.issueDate ?? null),
    );
    const ids: number[] = [];
    for await (const found of inPeriod) {
      invoices.push(await archivedOf(found, folder, originals));
      ids.push(found.row.id);
    }
    invoices.sort(byDay);
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
    await noteBooks(folder, new Map(ids.map((id) => [id, { kind: 'archive', from, to }])));
    if (!quiet) streams.note(booksTexts.archived(invoices.length)[language]);
    return gaps === 0 ? 0 : 1;
  });
};
