import type { Period } from '../../../shared/books/period.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Result } from '../../../shared/result.ts';
import { archiveFiles } from './archive-files.ts';
import type { ArchivedInvoice } from './archived-invoice.ts';
import { checkArchive, type ArchiveDefect } from './check-archive.ts';
import { writeArchive } from './write-archive.ts';
import type { WriteFailure } from '../../infra/files/write-failure.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import { createOriginals, type Originals } from '../../app/originals.ts';
import { archivedInvoices, entityOf } from './archived-invoices.ts';
import { noteBooks } from '../note-books.ts';

/** An invoice whose original can't be found. */
type MissingOriginal = { readonly name: string; readonly number: string | null };

/** The archive of a period: first planned, then written, then recorded on its invoices. */
export type PeriodArchive = {
  readonly invoices: readonly ArchivedInvoice[];
  readonly pages: readonly PageId[];
  /** Writes a zip, or a folder if the path doesn't end in `.zip`. */
  readonly write: (
    path: string,
    onMissing: (original: MissingOriginal) => void,
  ) => Promise<Result<unknown, WriteFailure>>;
  readonly record: () => Promise<void>;
};

type Sources = {
  readonly folder: DataFolder;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed'>;
  readonly originals: Pick<Originals, 'locate'>;
};

export const archiveOf = async (
  { from, to }: Period,
  { folder, assessor, originals }: Sources,
  { ownCompanies }: Pick<Settings, 'ownCompanies'>,
): Promise<PeriodArchive> => {
  const { invoices, pages } = await archivedInvoices({ from, to }, folder, assessor, originals);
  return {
    invoices,
    pages,
    write: (path, onMissing) => writeArchive(path, archiveFiles(invoices, entityOf(ownCompanies), onMissing)),
    record: () => noteBooks(folder, new Map(pages.map((page) => [page, { kind: 'archive', from, to }]))),
  };
};

/** The same for a process without a window. */
export const archiveOfFolder = (
  period: Period,
  sources: Omit<Sources, 'originals'>,
  settings: Pick<Settings, 'ownCompanies' | 'originals'>,
  signal: AbortSignal,
): Promise<PeriodArchive> => {
  const originals = createOriginals({ folder: sources.folder, settings: () => settings, signal });
  return archiveOf(period, { ...sources, originals }, settings);
};

/** Names each file of an archive that has changed since it was written. */
export const checkArchiveAt = async (
  path: string,
): Promise<{
  readonly files: number;
  readonly defects: { readonly path: string; readonly defect: ArchiveDefect['defect'] }[];
}> => {
  const { files, defects } = await checkArchive(path);
  return { files, defects: defects.map(({ path: file, defect }) => ({ path: file, defect })) };
};
