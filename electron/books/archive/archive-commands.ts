import type { Period } from '../../../shared/books/period.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { type Result, failed, success } from '../../../shared/result.ts';
import { archiveFiles } from './archive-files.ts';
import { type ArchivedInvoice, archivedInvoices, entityOf } from './archived-invoices.ts';
import { checkArchive, type ArchiveDefect } from './check-archive.ts';
import { writeArchive } from './write-archive.ts';
import type { WriteFailure } from '../../infra/files/write-failure.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import { createOriginals, type Originals } from '../../app/originals.ts';
import { noteBooks } from '../ledger-invoices.ts';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exported } from '../../../shared/contract/export/exported.ts';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Handlers } from '../../app/handlers.ts';
import { exportFailed } from '../../app/command-failures.ts';
import { booksFailure, handedFailure, missingOriginals } from '../books-failures.ts';
import type { BooksDependencies, BooksReads } from '../../app/books-room.ts';
import { readHanded } from '../../app/attachments.ts';

/** An invoice whose original can't be found. */
type MissingOriginal = { readonly name: string; readonly number: string | null };

/** The archive of a period: first planned, then written, then recorded on its invoices. */
type PeriodArchive = {
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

const archiveOf = async (
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

type ArchiveQueries = Pick<Handlers, 'books.archivePlan' | 'books.checkArchive'>;

/** Maximum bytes of an archive that a browser uploads or downloads: its host holds it in memory. */
const mostArchiveBytes = 1_000_000_000;

/** Creates a temporary folder for the duration of the work. */
const inTemporaryFolder = async <Value>(work: (folder: string) => Promise<Value>): Promise<Value> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-archive-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

type Target = { readonly path: string } | 'cancelled' | 'download';

export const archiveQueries = ({ folder, assessor, originals }: BooksReads): ArchiveQueries => ({
  'books.archivePlan': async (period) => {
    const { invoices } = await archivedInvoices(period, folder, assessor, originals);
    return success({
      invoices: invoices.length,
      unconfirmed: invoices.filter(({ confirmed }) => !confirmed).length,
      unbooked: invoices.filter(({ booking }) => booking === null).length,
      unverified: invoices.filter(({ verification }) => verification === null).length,
    });
  },
  'books.checkArchive': async ({ file }) => {
    if (file.kind === 'path') return success(await checkArchiveAt(file.path));
    const read = await readHanded(file, mostArchiveBytes);
    if (!read.ok) return failed(handedFailure(read.failure));
    return inTemporaryFolder(async (temporary) => {
      const path = join(temporary, 'archive.zip');
      await writeFile(path, read.value.bytes);
      return success(await checkArchiveAt(path));
    });
  },
});

export const archiveCommands = (dependencies: BooksDependencies): Pick<Handlers, 'books.archive'> => {
  const { delivery, settings, host, emit, emitRows } = dependencies;

  /** A zip from the system's dialog, a subfolder of the folder that the user chose, or a download. */
  const targetOf = async (name: string, as: 'zip' | 'folder'): Promise<Target> => {
    if (as === 'folder' && host.chooseSaveFolder) {
      const parent = await host.chooseSaveFolder('archive');
      return parent === null ? 'cancelled' : { path: join(parent, name) };
    }
    if (!host.chooseSavePath) return 'download';
    const path = await host.chooseSavePath(`${name}.zip`);
    return path === null ? 'cancelled' : { path: path.endsWith('.zip') ? path : `${path}.zip` };
  };

  const done = async ({ pages, record }: PeriodArchive, missing: readonly string[]) => {
    await record();
    await emitRows(pages);
    if (missing.length > 0) emit({ type: 'failure', failure: missingOriginals(missing) });
  };

  return {
    'books.archive': async ({ from, to, as }): Promise<Result<Exported, CommandFailure>> => {
      const archive = await archiveOf({ from, to }, dependencies, settings());
      const { pages } = archive;
      if (archive.invoices.length === 0) return failed(booksFailure('archive-empty'));
      const missing: string[] = [];
      const write = (path: string) => archive.write(path, (original) => missing.push(original.name));
      const name = `发票归档 ${from} ${to}`;
      const target = await targetOf(name, as);
      if (target === 'cancelled') return success({ kind: 'cancelled' });
      if (target !== 'download') {
        const written = await write(target.path);
        if (!written.ok) return failed(exportFailed(written.failure));
        await done(archive, missing);
        return success({ kind: 'saved', path: target.path, pages: pages.length, leftOut: 0 });
      }
      return inTemporaryFolder(async (temporary) => {
        const path = join(temporary, 'archive.zip');
        const written = await write(path);
        if (!written.ok) return failed(exportFailed(written.failure));
        const given = await delivery.bytes(`${name}.zip`, await readFile(path), 'application/zip');
        await done(archive, missing);
        return given;
      });
    },
  };
};
