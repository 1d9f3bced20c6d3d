import { isUntreated, type Preparation, type Treatment } from '../../shared/contract/preparation.ts';
import { digitalReaders } from '../../shared/invoice/complete.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { Intake } from '../intake/intake.ts';
import type { Ledger } from '../store/sqlite/open-ledger.ts';
import type { PageRow, Prepared } from '../store/records/page.ts';
import { dropPicture, keepPage } from './page-intake.ts';
import type { WorkFolder } from './work-folder.ts';

type OtherFile = NonNullable<Preparation['rendition']>;

/** The page as its other file has it: where that file lies, and what it is known by. */
const rowOf = (ledger: Ledger, row: PageRow, other: OtherFile): PageRow | null => {
  const file = ledger.documents.renditions(row.document).find(({ sha256 }) => sha256 === other.sha256);
  if (!file) return null;
  const { path, sha256, bytes } = file;
  return { ...row, path, page: other.page, originalSha256: sha256, originalBytes: bytes };
};

/** The row with the file and the page in it that its picture was drawn from. */
export const asDrawn = (ledger: Ledger, row: PageRow): PageRow => {
  const other = row.preparation?.rendition;
  return (other && rowOf(ledger, row, other)) ?? row;
};

/** The place of a reader in the order of trust. */
const trustIn = ({ reader }: InvoiceExtraction): number => digitalReaders.findIndex((one) => one === reader);

/**
 * The file that shows how an invoice was printed, where its own file has only data. Null where its own file is to be
 * drawn, and where the user has treated the picture that is there.
 */
export const printedFile = (ledger: Ledger, row: PageRow): OtherFile | null => {
  if (row.preparation?.rendition || !isUntreated(row.treatment)) return null;
  const files = ledger.documents.renditions(row.document);
  const own = files.find(({ sha256 }) => sha256 === row.originalSha256);
  if (own?.format !== 'xml' || files.length < 2) return null;
  const printed = ledger.extractions
    .of(row.id)
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
): Promise<Result<Prepared, Failure>> => {
  const { path, page, originalSha256 } = (other && rowOf(folder.ledger, row, other)) ?? row;
  if (path === null) return failed(failureOf('missing'));
  const kept = await keepPage(folder, intake, { path, page, treatment, password }, originalSha256);
  if (!kept.ok || !other) return kept;
  return success({ ...kept.value, preparation: { ...kept.value.preparation, rendition: other } });
};

/**
 * Draws a page as it looks, for the screen alone: without it the data stands as well. Where another file of the invoice
 * shows how it was printed, that is drawn in place of a form.
 */
export const drawLocally = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  id: PageId,
): Promise<void> => {
  const { ledger } = folder;
  const page = ledger.pages.get(id);
  if (!page) return;
  const printed = printedFile(ledger, page);
  if (page.picture && !printed) return;
  const kept = await keepDrawn(folder, intake, page, printed);
  const current = ledger.pages.get(id);
  if (!current || !kept.ok) return;
  // The printed file came while the form was drawn, and may have been drawn beside it.
  if (!printed && current.preparation?.rendition) return;
  if (!printed && printedFile(ledger, current)) return drawLocally(folder, intake, id);
  ledger.pages.prepared(id, { ...kept.value, pageCount: page.pageCount });
  const before = current.picture;
  if (before && before.sha256 !== kept.value.picture.sha256 && ledger.pages.forgetPicture(before.sha256))
    await dropPicture(folder, before);
};
