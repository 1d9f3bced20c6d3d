import { readFile } from 'node:fs/promises';
import type { BookedEntry } from '../../../shared/books/books-changes.ts';
import { sideOf } from '../../../shared/books/choose-rule.ts';
import { isInPeriod, type Period } from '../../../shared/books/period.ts';
import type { Company } from '../../../shared/contract/settings.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ArchivedInvoice, ArchiveOriginal } from '../../export/archive/archived-invoice.ts';
import { maxFileBytes } from '../../intake/limits.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { ReadFolder } from '../data-folder.ts';
import type { Originals } from '../originals.ts';
import { readAttachment } from './attachments.ts';
import { ledgerInvoices, type LedgerInvoice } from './ledger-invoices.ts';

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
