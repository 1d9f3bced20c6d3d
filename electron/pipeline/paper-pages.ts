import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import { paperExtraction } from '../../shared/invoice/checks/no-invoice.ts';
import type { PaperType } from '../../shared/invoice/paper.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';

type Reads = Pick<ReadStore, 'pages' | 'pagesOfDocument' | 'extractionsOf'>;

/** A further page of a paper: what it states stands on the first one. */
export const furtherPage = (type: PaperType, picture: string): InvoiceExtraction => ({
  ...paperExtraction('local', { type, number: null, date: null, amount: null, payer: null, payee: null }),
  picture,
});

/** What the local reader found a page to be instead of an invoice; null if it is none, or if it is not known. */
const paperOn = async (reads: Reads, row: PageRow): Promise<PaperType | null> => {
  const found = row.part > 0 ? [] : await reads.extractionsOf(row.id);
  return found.findLast(({ reader }) => reader === 'local')?.payload?.paper?.type ?? null;
};

const pagesOfFile = async (reads: Reads, { document }: PageRow): Promise<readonly PageRow[]> =>
  (await reads.pages(await reads.pagesOfDocument(document))).filter(({ removedAt }) => removedAt === null);

/** The paper on the page directly before a page of a file. */
export const paperBefore = async (reads: Reads, row: PageRow): Promise<PaperType | null> => {
  const before =
    row.page > 1 ? (await pagesOfFile(reads, row)).find(({ page }) => page === row.page - 1) : undefined;
  return before ? paperOn(reads, before) : null;
};

/** The pages directly behind a page of a file on which the local reader found nothing of an invoice. */
export const pagesWithoutWords = async (reads: Reads, row: PageRow): Promise<readonly PageRow[]> => {
  const found: PageRow[] = [];
  const later = (await pagesOfFile(reads, row)).filter(({ page }) => page > row.page);
  for (const one of later.toSorted((first, second) => first.page - second.page)) {
    const isNext = one.page === row.page + found.length + 1;
    if (!isNext || one.part > 0 || one.failure?.reason !== 'no-invoice-found' || !one.picture) break;
    found.push(one);
  }
  return found;
};
