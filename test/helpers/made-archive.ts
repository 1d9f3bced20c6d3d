import { archiveFiles, type ArchiveGap } from '../../electron/books/archive/archive-files.ts';
import { standingArchive } from '../../electron/books/archive/check-archive.ts';
import { writeArchive, type ArchiveTarget } from '../../electron/books/archive/write-archive.ts';
import type { ArchivedInvoice, ArchiveOriginal } from '../../electron/books/archive/archived-invoices.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { bookInvoice } from './book-invoice.ts';

/** An original with a text as content. */
export const madeOriginal = (name: string, content: string): ArchiveOriginal => {
  const bytes = Buffer.from(content);
  return {
    name,
    sha256: sha256Of(bytes),
    read: () => Promise.resolve(bytes),
  };
};

/** An invoice of an archive, with its own number and original. */
export const madeArchived = (index: number, over: Partial<ArchivedInvoice> = {}): ArchivedInvoice => ({
  invoice: bookInvoice({ number: `2431200000${String(index).padStart(10, '0')}` }),
  ticket: null,
  reader: 'xml',
  page: 1,
  original: madeOriginal(`发票 ${index}.xml`, `<EInvoice>${index}</EInvoice>`),
  renditions: [],
  confirmed: true,
  booking: null,
  entries: [],
  verification: null,
  ...over,
});

const may = { from: '2024-05-01', to: '2024-05-31' };

/** Writes an archive of May 2024, or of another period, in place of the archive that is there. */
export const writeMade = (
  path: string,
  invoices: readonly ArchivedInvoice[],
  {
    onGap = () => {},
    auditDigest = null,
    ...target
  }: Partial<ArchiveTarget> & {
    readonly onGap?: (gap: ArchiveGap) => void;
    readonly auditDigest?: string | null;
  } = {},
) => {
  const period = target.period ?? may;
  return writeArchive(
    { path, period, replace: true, readStanding: standingArchive, ...target },
    archiveFiles(
      { period, auditDigest, invoices, leftOut: [], noInvoices: [], setAside: [] },
      () => null,
      onGap,
    ),
  );
};
