import { basename, dirname, extname, isAbsolute } from 'node:path';
import type { PageId } from '../../../shared/contract/page.ts';
import { createFileFinder, type FileFinder } from '../../intake/find-file.ts';
import type { Rendition } from '../../store/records/document.ts';
import type { DocumentId } from '../../store/port.ts';
import type { BooksDependencies } from '../../app/books-room.ts';
import { invoicesOf, type LedgerInvoice } from '../ledger-invoices.ts';
import { isOurCopy } from '../../pipeline/page-intake.ts';
import { isOwnFile, type RenameSubject } from './plan-renames.ts';

/** A file of the ledger. Vouch's own files, copies in the data folder and samples, are never renamed. */
export type LedgerFile = RenameSubject & { readonly isOurs: boolean };

type Reads = Pick<BooksDependencies, 'host' | 'folder' | 'assessor' | 'originals'>;

/** Whether the pages of a document have different invoice numbers. */
const hasSeveral = async ({ row }: LedgerInvoice, { folder }: Reads): Promise<boolean> => {
  if (row.originalSha256 === null) return false;
  const same = await folder.store.pagesWithContent(row.originalSha256);
  const rows = await folder.store.pages(same.map(({ id }) => id));
  const numbers = rows
    .filter(({ document, state }) => document === row.document && state === 'recognized')
    .map(({ figures }) => figures?.number ?? null);
  return new Set(numbers).size > 1;
};

/**
 * Path of the user's own file of a rendition: the given path, or a path near the original if an earlier run
 * moved both. Vouch's copy if neither exists.
 */
const pathOfRendition = async (
  { name, path, sha256, bytes }: Rendition,
  original: string | null,
  finder: FileFinder,
): Promise<string | null> => {
  const content = { sha256, bytes };
  if (isAbsolute(name) && (await finder.look(name, content)) === 'same') return name;
  const near = original === null ? [] : [{ folder: dirname(original), depth: 0 }];
  return (await finder.find(content, near)) ?? path;
};

/** The original and the other files of an invoice's document, such as its XML next to its PDF. */
const filesOf = async (
  one: LedgerInvoice,
  reads: Reads,
  finder: FileFinder,
): Promise<readonly LedgerFile[]> => {
  const { host, folder, originals } = reads;
  const { row, invoice, pages } = one;
  const hasSeveralInvoices = await hasSeveral(one, reads);
  const renditions = await folder.store.renditions(row.document);
  const original = await originals.locate(row);
  const ownCopy = renditions.find(({ sha256 }) => sha256 === row.originalSha256)?.path ?? null;
  const found: { readonly name: string; readonly path: string | null }[] = [
    { name: row.name, path: original ?? ownCopy },
  ];
  for (const other of renditions.filter(({ sha256 }) => sha256 !== row.originalSha256))
    found.push({ name: other.name, path: await pathOfRendition(other, original, finder) });
  for (const page of pages)
    if (page.document !== row.document) found.push({ name: page.name, path: await originals.locate(page) });
  return found.map(({ name, path }) => {
    const own = basename(name.replaceAll('\\', '/'));
    const extension = extname(own);
    return {
      source: name,
      path: path ?? '',
      stem: basename(own, extension),
      extension,
      invoice,
      hasSeveralInvoices,
      isOwnFile: path !== null && isOwnFile(path),
      isOurs: isOurCopy(folder, { path }) || dirname(path ?? '') === host.samplesFolder,
    };
  });
};

/** The files of invoices, each file once, in the order of the invoices. */
export const filesToName = async (ids: readonly PageId[], reads: Reads): Promise<readonly LedgerFile[]> => {
  const seen = new Set<DocumentId>();
  const paths = new Set<string>();
  const files: LedgerFile[] = [];
  const finder = createFileFinder(new AbortController().signal);
  for await (const one of invoicesOf(reads.folder, reads.assessor, ids)) {
    if (seen.has(one.row.document)) continue;
    seen.add(one.row.document);
    for (const file of await filesOf(one, reads, finder)) {
      if (file.path !== '' && paths.has(file.path)) continue;
      paths.add(file.path);
      files.push(file);
    }
  }
  return files;
};
