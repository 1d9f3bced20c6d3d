import { digitalReaders, isComplete, isTrustedMore } from '../../shared/invoice/complete.ts';
import type { InvoiceExtraction, Seal } from '../../shared/invoice/extraction.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { WorkFolder } from './work-folder.ts';
import type { DigitalFile } from '../intake/read-digital.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { PageRow } from '../store/records/page.ts';
import { copyOriginal } from './page-intake.ts';

/** Of the readers: a newer one may read more, so that its data is kept beside the older one's. */
export const digitalReaderVersion = 1;

/**
 * How a page of a digital file came out: read on its own page, or folded into the page that has the same invoice from
 * another file already.
 */
export type Taken =
  { readonly kind: 'read'; readonly complete: boolean } | { readonly kind: 'folded'; readonly into: PageId };

/** The data that a page got from a file, and not from a service. */
export const localExtractions = (
  folder: WorkFolder,
  pageId: PageId,
): readonly (Extraction & { readonly payload: InvoiceExtraction })[] =>
  folder.ledger.extractions
    .of(pageId)
    .flatMap((one) => (one.payload === null ? [] : [{ ...one, payload: one.payload }]));

const severity: Readonly<Record<Seal['state'], number>> = { unchanged: 0, unchecked: 1, changed: 2 };

/** The seal of a document with several files is the worst of theirs. */
const keepSeal = (folder: WorkFolder, document: number, known: Seal | null, seal: Seal | null): void => {
  if (seal === null || (known !== null && severity[known.state] >= severity[seal.state])) return;
  folder.ledger.documents.setSeal(document, seal);
};

/** Shows what is trusted most of all that was read from the page's files. */
export const showMostTrusted = (folder: WorkFolder, pageId: PageId): void => {
  const local = localExtractions(folder, pageId);
  let best = local.at(-1);
  for (const one of local) if (best && isTrustedMore(one.payload, best.payload)) best = one;
  if (best) folder.ledger.extractions.show(pageId, best.id);
};

const isSameInvoice = (one: InvoiceExtraction, other: InvoiceExtraction): boolean =>
  one.invoice.number !== null &&
  one.invoice.number === other.invoice.number &&
  (one.invoice.code === other.invoice.code || one.invoice.code === null || other.invoice.code === null);

/**
 * The page that has the same invoice from a file of another format, or from this very file; null where there is none.
 * Another file of the same format is no rendition: it is left to the check of duplicates.
 */
const otherRendition = (
  { ledger }: WorkFolder,
  row: PageRow,
  extraction: InvoiceExtraction,
  file: DigitalFile,
): PageRow | null => {
  const { number } = extraction.invoice;
  if (number === null) return null;
  for (const id of ledger.documents.digitalPages(number)) {
    const page = ledger.pages.get(id);
    if (!page || page.document === row.document || (page.sandbox && !row.sandbox)) continue;
    const local = ledger.extractions.of(id).flatMap(({ payload }) => payload ?? []);
    if (!local.some((payload) => isSameInvoice(payload, extraction))) continue;
    const isSameFile = ledger.documents
      .renditions(page.document)
      .some(({ sha256 }) => sha256 === file.sha256);
    if (isSameFile || !local.some(({ reader }) => reader === extraction.reader)) return page;
  }
  return null;
};

/**
 * Keeps what a digital file states about one invoice. The original is always copied: it is the legal document. Nothing
 * is awaited between looking for the same invoice and keeping this one, so that two files of it never miss each other.
 * @param onFolded called with the page that has another file now
 */
export const takeDigital = async (
  folder: WorkFolder,
  row: PageRow,
  file: DigitalFile,
  index: number,
): Promise<Taken> => {
  const { ledger } = folder;
  const read = file.extractions[index];
  if (!read || row.path === null) throw new Error('A page without its invoice');
  const extraction = { ...read, from: { sha256: file.sha256, page: file.pages[index] ?? 1 } };
  const path = await copyOriginal(folder, row.path);
  const rendition = { name: row.source, path, sha256: file.sha256, format: file.format, bytes: file.bytes };
  // A page that was recognized before keeps its place, and what the user made of it.
  const isNew = ledger.extractions.of(row.id).length === 0;
  const other = isNew ? otherRendition(folder, row, extraction, file) : null;
  if (other) {
    const known = ledger.documents.renditions(other.document).some(({ sha256 }) => sha256 === file.sha256);
    if (!known) {
      ledger.documents.addRendition(other.document, rendition);
      keepSeal(folder, other.document, other.seal, file.seal);
      ledger.extractions.add(other.id, { version: digitalReaderVersion, payload: extraction });
      showMostTrusted(folder, other.id);
    }
    ledger.pages.remove([row.id]);
    return { kind: 'folded', into: other.id };
  }
  ledger.documents.setContent(row.document, file, file.pages.length + file.otherPages.length);
  ledger.documents.addRendition(row.document, rendition);
  keepSeal(folder, row.document, row.seal, file.seal);
  ledger.extractions.add(row.id, { version: digitalReaderVersion, payload: extraction });
  return { kind: 'read', complete: isComplete(extraction) };
};

/** Whether a page has all that it needs from its own file, so that nobody has to be asked. */
export const isSettledLocally = (folder: WorkFolder, pageId: PageId): boolean =>
  localExtractions(folder, pageId).some(({ payload }) => isComplete(payload));

export const isLocalReader = (row: Pick<PageRow, 'reader'>): boolean =>
  row.reader !== null && digitalReaders.some((reader) => reader === row.reader);
