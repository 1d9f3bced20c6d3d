import { basename, dirname, extname } from 'node:path';
import type { PageId } from '../../../shared/contract/page.ts';
import type { DocumentId } from '../../store/port.ts';
import type { BooksDependencies } from './dependencies.ts';
import { invoicesOf, type LedgerInvoice } from './ledger-invoices.ts';
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

/** The original and the other files of an invoice's document, such as its XML beside its PDF. */
const filesOf = async (one: LedgerInvoice, reads: Reads): Promise<readonly LedgerFile[]> => {
  const { host, folder, originals } = reads;
  const { row, invoice, pages } = one;
  const several = await hasSeveral(one, reads);
  const renditions = await folder.store.renditions(row.document);
  const others = renditions.filter(({ sha256 }) => sha256 !== row.originalSha256);
  const ownCopy = renditions.find(({ sha256 }) => sha256 === row.originalSha256)?.path ?? null;
  const found: { readonly name: string; readonly path: string | null }[] = [
    { name: row.name, path: (await originals.locate(row)) ?? ownCopy },
    ...others,
  ];
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
      several,
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
  for await (const one of invoicesOf(reads.folder, reads.assessor, ids)) {
    if (seen.has(one.row.document)) continue;
    seen.add(one.row.document);
    for (const file of await filesOf(one, reads)) {
      if (file.path !== '' && paths.has(file.path)) continue;
      paths.add(file.path);
      files.push(file);
    }
  }
  return files;
};
