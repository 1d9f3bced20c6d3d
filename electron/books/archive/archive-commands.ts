import type { Period } from '../../../shared/books/period.ts';
import type { Company, Settings } from '../../../shared/contract/settings.ts';
import { type Result, failed, success } from '../../../shared/result.ts';
import { archiveFiles } from './archive-files.ts';
import { type ArchiveContent, archivedInvoices, entityOf } from './archived-invoices.ts';
import { digestOfArchive, examineArchive, standingArchive, type Examined } from './check-archive.ts';
import { writeArchive, type ArchiveTarget, type ArchiveWritten, type InTheWay } from './write-archive.ts';
import {
  archiveUnderWay,
  reserve,
  resolveCertain,
  takenBy,
  withReserved,
  type Taken,
} from '../book-files.ts';
import type { WriteFailure } from '../../infra/files/write-failure.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import { createOriginals, type Originals } from '../../app/originals.ts';
import { valuesDigest } from '../ledger-invoices.ts';
import type { ReadStore } from '../../store/port.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exported } from '../../../shared/contract/export/exported.ts';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Caller, Handlers } from '../../app/handlers.ts';
import { exportFailed } from '../../app/command-failures.ts';
import {
  archiveInTheWay,
  booksFailure,
  handedFailure,
  missingOriginals,
  takenFailure,
} from '../books-failures.ts';
import type { BooksDependencies, BooksReads } from '../../app/books-room.ts';
import { readHanded } from '../../app/attachments.ts';

/** An invoice whose original can't be found. */
type MissingOriginal = { readonly name: string; readonly number: string | null };

/** The plan that a user has seen. `last`: the newest archive of the period when it was shown. */
type ArchiveSeen = { readonly digest: string; readonly last: number | null };

/** What an archive would hold, as a digest. Its files count by name and SHA-256. */
const digestOfContent = ({ pages, papers, ...content }: ArchiveContent): string =>
  sha256Of(
    JSON.stringify([[...pages, ...papers].map(({ id, invoice }) => [id, valuesDigest(invoice)]), content]),
  );

const changedSince = async (
  store: Pick<ReadStore, 'archivesOf'>,
  period: Period,
  content: ArchiveContent,
  seen: ArchiveSeen,
): Promise<Taken | null> => {
  const last = (await store.archivesOf(period)).at(-1);
  if (last && last.id !== seen.last)
    return { reason: 'archived-meanwhile', by: last.author, at: last.at, file: last.id };
  return digestOfContent(content) === seen.digest
    ? null
    : { reason: 'changed-meanwhile', by: null, at: null, file: null };
};

/** The archive of a period: first planned, then written and noted on its invoices. */
type PeriodArchive = {
  readonly content: ArchiveContent;
  /**
   * Reserves the period, writes the archive, and settles. Writes a folder, or a zip if the path ends in `.zip`.
   * @param target what the ledger keeps of the path; null if it is only temporary
   */
  readonly write: (
    to: Pick<ArchiveTarget, 'path' | 'replace'> & {
      readonly target: string | null;
      /** What the user has seen; nothing if nobody has seen a plan. */
      readonly seen?: ArchiveSeen;
    },
    onMissing: (original: MissingOriginal) => void,
  ) => Promise<Result<ArchiveWritten, WriteFailure | InTheWay | Taken>>;
};

type Sources = {
  readonly folder: DataFolder;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed'>;
  readonly originals: Pick<Originals, 'locate'>;
};

type Archivist = {
  readonly by: string;
  /** The newest digest of an office's audit log; null or absent without one. */
  readonly auditDigest?: string | null;
  readonly own: readonly Company[];
};

const archiveOf = async (
  period: Period,
  sources: Sources,
  { by, own, auditDigest = null }: Archivist,
): Promise<PeriodArchive> => {
  const { store } = sources.folder;
  const content = await archivedInvoices(period, sources, [...own]);
  const { from, to } = period;
  const changes = new Map(
    [...content.pages, ...content.papers].map(
      ({ id, invoice }) => [id, { kind: 'archive', from, to, values: valuesDigest(invoice) }] as const,
    ),
  );
  return {
    content,
    write: async ({ path, replace, target, seen }, onMissing) => {
      const invoices = content.invoices.length;
      const reserved = await reserve(store, async (unit) => {
        const other = await archiveUnderWay(unit, period);
        if (other) return failed(takenBy(other));
        const changed = seen === undefined ? null : await changedSince(unit, period, content, seen);
        if (changed) return failed(changed);
        const file = { kind: 'archive', author: by, target, from, to, invoices } as const;
        return success({ file, vouchers: [], value: null });
      });
      if (!reserved.ok) return reserved;
      const writeReserved = async ({
        note,
        written,
        dropped,
      }: typeof reserved.value): ReturnType<PeriodArchive['write']> => {
        const files = archiveFiles({ period, auditDigest, ...content }, entityOf(own), onMissing);
        const outcome = await writeArchive(
          { path, period, replace, readStanding: standingArchive },
          files,
          ({ digest }) => note({ target, digest, changes }),
        );
        await (outcome.ok ? written() : dropped());
        return outcome;
      };
      return withReserved(reserved.value, writeReserved, failed);
    },
  };
};

/** The same for a process without a window. */
export const archiveOfFolder = (
  period: Period,
  sources: Omit<Sources, 'originals'>,
  settings: Pick<Settings, 'originals'>,
  signal: AbortSignal,
  archivist: Archivist,
): Promise<PeriodArchive> => {
  const originals = createOriginals({ folder: sources.folder, settings: () => settings, signal });
  return archiveOf(period, { ...sources, originals }, archivist);
};

/** Whether the ledger knows an archive: `other` if it keeps another digest of an archive of that period. */
export const knownArchive = async (
  store: Pick<ReadStore, 'archivesOf' | 'archivesWithDigest'>,
  { listDigest, facts }: Pick<Examined, 'listDigest' | 'facts'>,
): Promise<{
  readonly known: 'yes' | 'no' | 'other';
  readonly at: string | null;
  readonly by: string | null;
}> => {
  const [same] = listDigest === null ? [] : await store.archivesWithDigest(listDigest);
  if (same) return { known: 'yes', at: same.at, by: same.author };
  const others = facts ? await store.archivesOf({ from: facts.from, to: facts.to }) : [];
  const last = others.at(-1);
  return last ? { known: 'other', at: last.at, by: last.author } : { known: 'no', at: null, by: null };
};

type ArchiveQueries = Pick<Handlers, 'books.archivePlan' | 'books.checkArchive'>;

/** More invoices that are left out are only counted. */
const mostLeftOut = 200;

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

export const archiveQueries = (reads: BooksReads): ArchiveQueries => {
  const { folder, settings } = reads;
  const check = async (path: string) => {
    const examined = await examineArchive(path);
    const { files, defects } = examined;
    return { files, defects: [...defects], ...(await knownArchive(folder.store, examined)) };
  };
  return {
    'books.archivePlan': async (period) => {
      const { ownCompanies } = settings();
      const content = await archivedInvoices(period, reads, ownCompanies);
      const { invoices, leftOut, noInvoices, setAside, demo, otherPeriods } = content;
      return success({
        digest: digestOfContent(content),
        last: (await folder.store.archivesOf(period)).at(-1)?.id ?? null,
        invoices: invoices.length,
        unconfirmed: invoices.filter(({ confirmed }) => !confirmed).length,
        unbooked: invoices.filter(({ booking }) => booking === null).length,
        unverified: invoices.filter(({ verification }) => verification === null).length,
        leftOut: leftOut.slice(0, mostLeftOut).map(({ name, number, reason }) => ({ name, number, reason })),
        missing: leftOut.length,
        noInvoices: noInvoices.slice(0, mostLeftOut),
        setAside: setAside.slice(0, mostLeftOut),
        demo,
        otherPeriods,
      });
    },
    'books.checkArchive': async ({ file }) => {
      if (file.kind === 'path') return success(await check(file.path));
      const read = await readHanded(file, mostArchiveBytes);
      if (!read.ok) return failed(handedFailure(read.failure));
      return inTemporaryFolder(async (temporary) => {
        const path = join(temporary, 'archive.zip');
        await writeFile(path, read.value.bytes);
        return success(await check(path));
      });
    },
  };
};

const refused = async (failure: WriteFailure | InTheWay | Taken, nameOf?: Caller['nameOf']) => {
  if (failure.reason === 'in-the-way') return failed(archiveInTheWay(failure));
  if ('by' in failure) return failed(await takenFailure(failure, nameOf));
  return failed(exportFailed(failure));
};

export const archiveCommands = (dependencies: BooksDependencies): Pick<Handlers, 'books.archive'> => {
  const { folder, delivery, settings, host, auditDigest, emit, emitRows } = dependencies;

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

  return {
    'books.archive': async (
      { from, to, as, seen },
      { by, nameOf },
    ): Promise<Result<Exported, CommandFailure>> => {
      await resolveCertain(folder.store, { by, now: host.now() }, digestOfArchive, ['archive']);
      const archive = await archiveOf({ from, to }, dependencies, {
        by,
        own: settings().ownCompanies,
        auditDigest: await auditDigest(),
      });
      const pages = archive.content.pages.map(({ id }) => id);
      if (archive.content.invoices.length === 0) return failed(booksFailure('archive-empty'));
      const missing: string[] = [];
      const name = `发票归档 ${from} ${to}`;
      const target = await targetOf(name, as);
      if (target === 'cancelled') return success({ kind: 'cancelled' });
      const done = async () => {
        await emitRows([...pages, ...archive.content.papers.map(({ id }) => id)]);
        if (missing.length > 0) emit({ type: 'failure', failure: missingOriginals(missing) });
      };
      const onMissing = (original: MissingOriginal): void => void missing.push(original.name);
      if (target !== 'download') {
        const { path } = target;
        // The dialog has asked whether to replace what is there; only the archive of the same period is.
        const written = await archive.write({ path, replace: true, target: path, seen }, onMissing);
        if (!written.ok) return refused(written.failure, nameOf);
        await done();
        return success({ kind: 'saved', path, pages: pages.length, leftOut: archive.content.leftOut.length });
      }
      return inTemporaryFolder(async (temporary) => {
        const path = join(temporary, 'archive.zip');
        const written = await archive.write({ path, replace: false, target: null, seen }, onMissing);
        if (!written.ok) return refused(written.failure, nameOf);
        const given = await delivery.bytes(`${name}.zip`, await readFile(path), 'application/zip');
        await done();
        return given;
      });
    },
  };
};
