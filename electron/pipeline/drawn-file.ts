import { isUntreated, type Preparation, type Treatment } from '../../shared/contract/preparation.ts';
import { digitalReaders } from '../../shared/invoice/complete.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { Intake } from '../intake/intake.ts';
import type { ReadStore, WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { dropUnused, keepPage, recordPicture, type KeptPage } from './page-intake.ts';
import type { WorkFolder } from './work-folder.ts';

type OtherFile = NonNullable<Preparation['rendition']>;

type RenditionReads = Pick<ReadStore, 'renditions'>;

/** The page's other file: its path and its digest. */
const rowOf = async (reads: RenditionReads, row: PageRow, other: OtherFile): Promise<PageRow | null> => {
  const renditions = await reads.renditions(row.document);
  const file = renditions.find(({ sha256 }) => sha256 === other.sha256);
  if (!file) return null;
  const { path, sha256, bytes } = file;
  return { ...row, path, page: other.page, originalSha256: sha256, originalBytes: bytes };
};

/** The row with the file, and the page of it, that its picture was drawn from. */
export const asDrawn = async (reads: RenditionReads, row: PageRow): Promise<PageRow> => {
  const other = row.preparation?.rendition;
  return (other && (await rowOf(reads, row, other))) ?? row;
};

/** The rank of a reader in the order of trust. */
const trustIn = ({ reader }: InvoiceExtraction): number => digitalReaders.findIndex((one) => one === reader);

/**
 * The file that shows how an invoice was printed, if its own file contains only data. Null if its own file
 * must be drawn, or if the user has rotated, cropped or masked the current picture.
 */
const printedFile = async (
  reads: Pick<ReadStore, 'renditions' | 'extractionsOf'>,
  row: PageRow,
): Promise<OtherFile | null> => {
  if (row.preparation?.rendition || !isUntreated(row.treatment)) return null;
  const files = await reads.renditions(row.document);
  const own = files.find(({ sha256 }) => sha256 === row.originalSha256);
  if (own?.format !== 'xml' || files.length < 2) return null;
  const extractions = await reads.extractionsOf(row.id);
  const printed = extractions
    .flatMap(({ payload }) => (payload?.from && payload.reader !== 'xml' ? [payload] : []))
    .toSorted((one, other) => trustIn(one) - trustIn(other))
    .find(({ from }) => files.some(({ sha256, format }) => sha256 === from?.sha256 && format !== 'xml'));
  return printed?.from ?? null;
};

/** Makes the picture of a page from one of its document's files, and keeps it. */
export const keepDrawn = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  row: PageRow,
  other: OtherFile | null,
  treatment: Treatment = row.treatment,
  password: string | null = null,
): Promise<Result<KeptPage, Failure>> => {
  const { path, page, originalSha256 } = (other && (await rowOf(folder.store, row, other))) ?? row;
  if (path === null) return failed(failureOf('missing'));
  const kept = await keepPage(folder, intake, { path, page, treatment, password }, originalSha256);
  if (!kept.ok || !other) return kept;
  const { prepared } = kept.value;
  const preparation = { ...prepared.preparation, rendition: other };
  return success({ ...kept.value, prepared: { ...prepared, preparation } });
};

/**
 * Shows the drawn picture. Returns the picture that it replaces; `not-shown` if the page was removed or has a
 * better picture, and `other-file` if a better file arrived meanwhile.
 */
const showDrawn = async (
  unit: WriteStore,
  page: PageRow,
  made: KeptPage,
  printed: OtherFile | null,
): Promise<PageRow['picture'] | 'not-shown' | 'other-file'> => {
  const current = await unit.page(page.id);
  if (!current) return 'not-shown';
  // The printed file arrived while the form was being drawn, and may have been drawn at the same time.
  if (!printed && current.preparation?.rendition) return 'not-shown';
  if (!printed && (await printedFile(unit, current))) return 'other-file';
  await recordPicture(unit, page.id, { ...made, prepared: { ...made.prepared, pageCount: page.pageCount } });
  return current.picture;
};

/**
 * Draws a page for the screen only; the data is valid without it. If another file of the invoice shows how it
 * was printed, that file is drawn instead of a form.
 */
export const drawLocally = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  id: PageId,
): Promise<void> => {
  const { store } = folder;
  const page = await store.page(id);
  if (!page) return;
  const printed = await printedFile(store, page);
  if (page.picture && !printed) return;
  const kept = await keepDrawn(folder, intake, page, printed);
  if (!kept.ok) return;
  const drawn = await store.transact((unit) => showDrawn(unit, page, kept.value, printed));
  if (drawn === 'not-shown' || drawn === 'other-file') {
    await dropUnused(folder, [kept.value.prepared.picture]);
    return drawn === 'other-file' ? drawLocally(folder, intake, id) : undefined;
  }
  if (drawn && drawn.sha256 !== kept.value.prepared.picture.sha256) await dropUnused(folder, [drawn]);
};
