import { isComplete, isDigitalReader, isTrustedMore } from '../../shared/invoice/complete.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { sealSigner, withTrusted } from '../../shared/invoice/signer.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { severalFinding } from '../extract/document/page-text/findings.ts';
import type { WorkFolder } from './work-folder.ts';
import type { DigitalFile } from '../intake/read-digital.ts';
import type { ReadStore, WriteStore } from '../store/port.ts';
import type { NewRendition } from '../store/records/document.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { PageRow } from '../store/records/page.ts';
import { copyOriginal } from './page-intake.ts';

/**
 * Version of the digital readers. A newer version may extract more, so its data is saved next to the older
 * data.
 */
const digitalReaderVersion = 1;

/**
 * The result for a page of a digital file: it has its own page, or it was folded into the page that already
 * has the same invoice from another file.
 */
export type Taken = (
  | { readonly kind: 'read'; readonly isSettled: boolean }
  | { readonly kind: 'folded'; readonly into: PageId }
) & {
  /** The other invoices on its page, which were added to its document. */
  readonly parts: readonly PageId[];
};

/**
 * The place of a page's invoice among those of its file, from 0; -1 if the file has none for it. Of several invoices on a
 * page, the whole page has the first.
 */
export const indexInFile = (file: DigitalFile, { page, part }: Pick<PageRow, 'page' | 'part'>): number => {
  const exact = file.pages.findIndex(
    (one, index) => one === page && (file.extractions[index]?.part?.place ?? 1) === Math.max(part, 1),
  );
  return exact < 0 && part === 0 ? file.pages.indexOf(page) : exact;
};

/** The first of the invoices on a page as the reading of the whole page, with an error that names all of them. */
export const asWholePage = ({ part, ...first }: InvoiceExtraction): InvoiceExtraction => ({
  ...first,
  findings: [...first.findings, ...(part ? [severalFinding(part.numbers)] : [])],
});

/** Whether a page is known to show several invoices that could not be separated. */
export const isOfSeveral = ({ findings }: Pick<InvoiceExtraction, 'findings'>): boolean =>
  findings.some(({ id }) => id === 'several-invoices');

/** A page with several invoices counts once. */
export const pageCountOf = ({ pages, otherPages }: Pick<DigitalFile, 'pages' | 'otherPages'>): number =>
  new Set(pages).size + otherPages.length;

type LocalExtraction = Extraction & { readonly payload: InvoiceExtraction };
type ExtractionReads = Pick<ReadStore, 'extractionsOf'>;

/** The extractions of a page that come from a digital file, and not from its picture. */
export const localExtractions = async (
  reads: ExtractionReads,
  pageId: PageId,
): Promise<readonly LocalExtraction[]> =>
  (await reads.extractionsOf(pageId)).flatMap((one) =>
    one.payload === null || !isDigitalReader(one.payload.reader) ? [] : [{ ...one, payload: one.payload }],
  );

type Payload = InvoiceExtraction;

/** Whether an unchanged seal of a known signer covers the file of a complete extraction. */
const isVouchedFor = (payload: Payload, trusted: readonly string[]): boolean =>
  payload.seal?.state === 'unchanged' &&
  sealSigner(withTrusted(payload.seal, trusted)) === 'known' &&
  isComplete(payload);

/** Between files, an unchanged seal of a known signer comes first of all, and no other seal counts. */
const takesPrecedence = (one: Payload, other: Payload, trusted: readonly string[]): boolean => {
  const isFirst = isVouchedFor(one, trusted);
  return isFirst === isVouchedFor(other, trusted) ? isTrustedMore(one, other) : isFirst;
};

/**
 * Shows the most trusted of all extractions from the page's files, with the seal of its own file.
 * @param trusted fingerprints of the keys that the user trusts besides the shipped ones
 */
const showMostTrusted = async (
  unit: WriteStore,
  pageId: PageId,
  trusted: readonly string[],
): Promise<void> => {
  const local = await localExtractions(unit, pageId);
  let best = local.at(-1);
  for (const one of local) if (best && takesPrecedence(one.payload, best.payload, trusted)) best = one;
  // A call that the user asked for may have found an invoice on what says that it is none.
  const isAsked = (await unit.extractionsOf(pageId)).some(({ callId }) => callId !== null);
  if (!best || (best.payload.paper && isAsked)) return;
  await unit.showExtraction(pageId, best.id);
  const page = await unit.page(pageId);
  // An older version did not store the seal with the data.
  const { seal } = best.payload;
  if (page && seal !== undefined) await unit.setSeal(page.document, seal);
};

type Numbered = Pick<InvoiceExtraction['invoice'], 'code' | 'number'>;

/** Whether two files can have the same invoice. Some formats leave the code out. */
export const haveSameNumber = (one: Numbered, other: Numbered): boolean =>
  one.number !== null &&
  one.number === other.number &&
  (one.code === other.code || one.code === null || other.code === null);

/**
 * The page that has the same invoice from a file of another format, or from this same file; null if there is
 * none. Another file of the same format is not a rendition: the check for duplicates handles it.
 */
const otherRendition = async (
  unit: WriteStore,
  row: PageRow,
  extraction: InvoiceExtraction,
  file: DigitalFile,
): Promise<PageRow | null> => {
  const { number } = extraction.invoice;
  if (number === null) return null;
  for (const id of await unit.digitalPages(number)) {
    const page = await unit.page(id);
    if (!page || page.document === row.document || (page.sandbox && !row.sandbox)) continue;
    const local = (await localExtractions(unit, id)).map(({ payload }) => payload);
    if (!local.some((payload) => haveSameNumber(payload.invoice, extraction.invoice))) continue;
    const isSameFile = (await unit.renditions(page.document)).some(({ sha256 }) => sha256 === file.sha256);
    if (isSameFile || !local.some(({ reader }) => reader === extraction.reader)) return page;
  }
  return null;
};

/** Adds an invoice's file to the page that has the same invoice from another file. */
const fold = async (
  unit: WriteStore,
  row: PageRow,
  into: PageRow,
  file: DigitalFile,
  rendition: NewRendition,
  payload: InvoiceExtraction,
  trusted: readonly string[],
): Promise<void> => {
  const renditions = await unit.renditions(into.document);
  if (!renditions.some(({ sha256 }) => sha256 === file.sha256)) {
    await unit.addRendition(into.document, rendition);
    await unit.addExtraction(into.id, { version: digitalReaderVersion, payload });
    await showMostTrusted(unit, into.id, trusted);
  } else {
    await unit.addName(into.id, rendition.name);
  }
  await unit.copyNames(row.id, into.id);
  await unit.removePages([row.id]);
};

/** A call reads one invoice of a picture and can't be told which, so a page with several is never sent unasked. */
const isSettled = (payload: Payload): boolean => isComplete(payload) || isOfSeveral(payload);

/**
 * Saves what a digital file states about one invoice. The original is always copied, because it is the legal
 * document. The search for the same invoice and the saving of this one are one unit of work, so that two files of
 * an invoice always find each other.
 * @param trusted fingerprints of the keys that the user trusts
 * @param keepFigures computes the figures of a page in the unit: the next file is compared with them
 */
export const takeDigital = async (
  folder: WorkFolder,
  row: PageRow,
  file: DigitalFile,
  index: number,
  trusted: readonly string[],
  keepFigures: (unit: WriteStore, page: PageId) => Promise<void>,
): Promise<Taken> => {
  const read = file.extractions[index];
  if (!read || row.path === null) throw new Error('Expected an invoice and a path');
  const own = { ...read, from: { sha256: file.sha256, page: file.pages[index] ?? 1 }, seal: file.seal };
  const { path, hold } = await copyOriginal(folder, row.path);
  const rendition = { name: row.source, path, sha256: file.sha256, format: file.format, bytes: file.bytes };
  return folder.store.transact(async (unit): Promise<Taken> => {
    await hold(unit);
    // A page that was recognized before keeps its position and the user's review.
    const isNew = (await unit.extractionsOf(row.id)).length === 0;
    // The other invoices of the page are recorded with the first, so that a program that ends now loses none.
    const numbers = own.part?.numbers ?? [];
    const isSplit = isNew && row.part === 0 && numbers.length > 1;
    const parts = isSplit ? await unit.addParts(row.id, numbers.length) : [];
    // A page that somebody may have worked on is not split: its error names the others.
    const payload = row.part === 0 && !isSplit ? asWholePage(own) : own;
    const other = isNew ? await otherRendition(unit, row, payload, file) : null;
    if (other) {
      await fold(unit, row, other, file, rendition, payload, trusted);
      await keepFigures(unit, other.id);
      return { kind: 'folded', into: other.id, parts };
    }
    await unit.setContent(row.document, file, pageCountOf(file));
    await unit.addRendition(row.document, rendition);
    await unit.setSeal(row.document, file.seal);
    await unit.addExtraction(row.id, { version: digitalReaderVersion, payload });
    await keepFigures(unit, row.id);
    return { kind: 'read', isSettled: isSettled(payload), parts };
  });
};

/** Whether an extraction was read from several pages of its file. */
const isOfSeveralPages = ({ pages = [], origins }: Payload): boolean =>
  pages.length > 1 || Object.values(origins).some(({ page = 1 }) => page > 1);

/**
 * Whether the data of its file stays shown, whatever is read from its picture: if it is complete, or if it is that of
 * several pages, of which a picture shows one.
 */
const staysShown = async (reads: ExtractionReads, pageId: PageId): Promise<boolean> =>
  (await localExtractions(reads, pageId)).some(
    ({ payload }) => isComplete(payload) || isOfSeveralPages(payload),
  );

/**
 * Shows the data of the page's file again, if it stays shown. Whoever saves what was read from a picture calls it
 * in the same unit of work.
 * @param trusted fingerprints of the keys that the user trusts besides the shipped ones
 */
export const keepShown = async (
  unit: WriteStore,
  pageId: PageId,
  trusted: readonly string[],
): Promise<void> => {
  if (await staysShown(unit, pageId)) await showMostTrusted(unit, pageId, trusted);
};

/**
 * Shows again what a page showed before it was asked for once more, if nothing reads it now; otherwise the data of its
 * file. A reading of another picture than the page's is not shown. The page no longer waits for the user's approval.
 */
export const showAgain = async (unit: WriteStore, pageId: PageId): Promise<void> => {
  await unit.setHeld([pageId], false);
  const row = await unit.page(pageId);
  if (!row || row.state === 'recognized') return;
  const last = (await unit.extractionsOf(pageId)).find(({ id }) => id === row.extractionId);
  const current = row.picture?.sha256;
  if (typeof last?.callId === 'number' && (await unit.pictureOfCall(last.callId)) === current)
    // The end of a request without a new result keeps the earlier one, with its call.
    return unit.setState([pageId], 'cancelled');
  const read = last?.payload;
  const isOfPage = read && (read.picture === undefined || read.picture === current);
  const shown = isOfPage ? last : (await localExtractions(unit, pageId)).at(-1);
  if (shown) await unit.showExtraction(pageId, shown.id);
};

/** Whether a page has everything that it needs from its own file, so that no call is necessary. */
export const hasCompleteData = async (reads: ExtractionReads, pageId: PageId): Promise<boolean> =>
  (await localExtractions(reads, pageId)).some(({ payload }) => isComplete(payload));

/** Whether no call follows the data of a page's own file, unless the user asks for one. */
export const isSettledLocally = async (reads: ExtractionReads, pageId: PageId): Promise<boolean> =>
  (await localExtractions(reads, pageId)).some(({ payload }) => isSettled(payload));
