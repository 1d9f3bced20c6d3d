import type { Booking, BookedEntry } from '../../../shared/books/books-state.ts';
import type { Verification } from '../../../shared/books/verification.ts';
import type { ReaderId, Seal, Ticket } from '../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { readFile } from 'node:fs/promises';
import { sideOf } from '../../../shared/books/voucher-rules.ts';
import { isInPeriod, type Period } from '../../../shared/books/period.ts';
import type { Company } from '../../../shared/contract/settings.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { maxFileBytes } from '../../intake/limits.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { ReadFolder } from '../../app/data-folder.ts';
import type { Originals } from '../../app/originals.ts';
import { readAttachment } from '../../app/attachments.ts';
import { ledgerInvoices, type LedgerInvoice } from '../ledger-invoices.ts';

/** A file byte for byte as handed in. Only its name is recorded, never its path. */
export type ArchiveOriginal = {
  readonly name: string;
  readonly sha256: string;
  /** The bytes; null if the file no longer exists or changed since extraction. */
  readonly read: () => Promise<Buffer | null>;
};

/** An invoice of the period, with everything the archive records about it. */
export type ArchivedInvoice = {
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly reader: ReaderId;
  /** The seal of the file whose values these are; absent if it has none. */
  readonly seal?: Seal | null;
  /** Page of the original, from 1. */
  readonly page: number;
  readonly original: ArchiveOriginal;
  /** Other files with the same invoice. */
  readonly renditions: readonly ArchiveOriginal[];
  readonly confirmed: boolean;
  readonly booking: Booking | null;
  /** Its entries in the voucher; none if it is not booked, or was booked by a version that did not save them. */
  readonly entries: readonly BookedEntry[];
  readonly verification: Verification | null;
  /** The platform's saved result. */
  readonly attachment?: ArchiveOriginal | null;
};

/** A file of an archive: a path with forward slashes, relative to its root. */
export type ArchiveFile = { readonly path: string; readonly bytes: Uint8Array };

const readBounded = async (path: string | null): Promise<Buffer | null> => {
  if (path === null) return null;
  try {
    const bytes = await readFile(path);
    return bytes.length > maxFileBytes ? null : bytes;
  } catch {
    return null;
  }
};

/** The entries of the invoice in its voucher, as its last booking recorded them. */
const entriesOf = async (
  id: PageId,
  { store }: Pick<ReadFolder, 'store'>,
): Promise<readonly BookedEntry[]> => {
  const changes = (await store.events(id)).map(({ change }) => change);
  return changes.findLast((change) => change.kind === 'book')?.entries ?? [];
};

const archivedOf = async (
  { row, invoice, ticket, reader, pages }: LedgerInvoice,
  folder: ReadFolder,
  originals: Pick<Originals, 'locate'>,
): Promise<ArchivedInvoice> => {
  const others = (await folder.store.renditions(row.document))
    .filter(({ sha256 }) => sha256 !== row.originalSha256)
    .map(({ name, path, sha256 }): ArchiveOriginal => ({ name, sha256, read: () => readBounded(path) }));
  // The files of the other pages of a joined invoice are originals, too; one file may have several pages.
  const further = new Map(
    pages
      .filter(({ document }) => document !== row.document)
      .map((page) => [
        page.document,
        {
          name: page.name,
          sha256: page.originalSha256 ?? '',
          read: async () => readBounded(await originals.locate(page)),
        },
      ]),
  );
  const { booking, verification } = row.books;
  const attachment = verification?.attachment;
  return {
    invoice,
    ticket,
    reader,
    seal: row.seal,
    page: row.page,
    original: {
      name: row.name,
      sha256: row.originalSha256 ?? '',
      read: async () => readBounded(await originals.locate(row)),
    },
    renditions: [...others, ...further.values()],
    confirmed: row.figures?.review === 'confirmed',
    booking,
    entries: booking === null ? [] : await entriesOf(row.id, folder),
    verification,
    attachment: attachment
      ? {
          name: attachment.name,
          sha256: attachment.sha256,
          read: () => readAttachment(folder, attachment),
        }
      : null,
  };
};

/** The company whose books these are: the user's own company among the parties, else the buyer. */
export const entityOf =
  (own: readonly Company[]) =>
  ({ invoice }: ArchivedInvoice): Company | null => {
    const { name, taxId } = sideOf([...own], invoice) === 'sale' ? invoice.seller : invoice.buyer;
    return name === null && taxId === null ? null : { name: name ?? '', taxId: taxId ?? '' };
  };

const keyOf = ({ invoice: { issueDate, number, code } }: ArchivedInvoice): string =>
  `${issueDate ?? ''}/${number ?? ''}/${code ?? ''}`;
/** The same invoices give the same archive, in any input order. */
const byDay = (a: ArchivedInvoice, b: ArchivedInvoice): number =>
  keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b));

/** The invoices of a period, sorted, and their pages. */
export const archivedInvoices = async (
  { from, to }: Period,
  folder: ReadFolder,
  assessor: Pick<Assessor, 'open' | 'reviewed'>,
  originals: Pick<Originals, 'locate'>,
): Promise<{ readonly invoices: readonly ArchivedInvoice[]; readonly pages: readonly PageId[] }> => {
  const invoices: ArchivedInvoice[] = [];
  const pages: PageId[] = [];
  const inPeriod = ledgerInvoices(folder, assessor, ({ figures }) =>
    isInPeriod({ from, to }, figures?.issueDate ?? null),
  );
  for await (const found of inPeriod) {
    invoices.push(await archivedOf(found, folder, originals));
    pages.push(found.row.id);
  }
  return { invoices: invoices.sort(byDay), pages };
};
