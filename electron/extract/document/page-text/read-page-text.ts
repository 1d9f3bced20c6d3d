import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { paperExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import type { Paper } from '../../../../shared/invoice/paper.ts';
import type { PageText } from './glyphs.ts';
import { isReadAsInvoice, letterIn, paperIn } from './papers.ts';
import { readPageParts, readTextPage, type ReadPage } from './page.ts';
import { divided, isWhole, withoutPapers } from './beside.ts';
import { isAnInvoice, isATicket, readPrinted } from './read-printed.ts';

/** Whether some pages have nothing of an invoice but what a sentence may name: no table, no sums and no parties. */
const isOnlyNamed = (pages: readonly ReadPage[], { total, taxTotal, grossTotal, buyer, seller }: Invoice) =>
  pages.every(({ tables }) => tables.length === 0) &&
  [total, taxTotal, grossTotal, ...Object.values(buyer), ...Object.values(seller)].every(
    (one) => one === null,
  );

/**
 * What a page is instead of an invoice, by its own words; null if they don't say so.
 * @param read what was read of an invoice there
 */
export const paperOnPages = (pages: readonly ReadPage[], read: Invoice): Paper | null => {
  const rows = pages.flatMap((page) => page.rows);
  const found = paperIn(rows) ?? (isOnlyNamed(pages, read) ? letterIn(rows) : null);
  return found?.paper ?? null;
};

/** A further page of a paper has at least this many rows. */
const leastRows = 3;

/**
 * The papers on pages of a file: a page with a title begins one. Empty if they are an invoice, or if the first one is not
 * known.
 */
export const papersOf = (
  pages: readonly ReadPage[],
  invoice: Invoice = emptyInvoice,
): readonly InvoiceExtraction[] => {
  if (!paperOnPages(pages, invoice)) return [];
  const papers: ReadPage[][] = [];
  for (const page of pages) {
    const current = papers.at(-1);
    if (!current || paperIn(page.rows)) papers.push([page]);
    // Hardly any text: its picture shows what it is.
    else if (page.rows.length >= leastRows) current.push(page);
  }
  const read = papers.map((group) => ({ group, paper: paperOnPages(group, invoice) }));
  return read.flatMap(({ group, paper }) =>
    paper ? [{ ...paperExtraction('pdf', paper), pages: group.map(({ number }) => number) }] : [],
  );
};

/** A page, or each of its invoices if it has several, with sums of their own. */
const located = (page: PageText, number: number): readonly ReadPage[] => {
  const own = withoutPapers(page, number);
  if (!own) return [];
  const read = readTextPage(own);
  if (!read.several) return [read];
  return readPageParts(own).find((parts) => parts.length > 1 && parts.every(isWhole)) ?? [read];
};

const firstPage = ({ pages: [first = 0] = [] }: InvoiceExtraction): number => first;

/**
 * Reads invoices from texts and their positions: separates labels from values, in pieces, with the parties in
 * either order. Uncertain values are left empty or become findings. Pages that say that they are another paper are read
 * as that. Returns an empty list if the pages are neither.
 */
export const readPageText = (pages: readonly PageText[]): readonly InvoiceExtraction[] => {
  const { groups, papers } = divided(pages.flatMap((page, index) => located(page, index + 1)));
  const invoices = groups.flatMap((group): readonly InvoiceExtraction[] => {
    const { isForm: _, ...printed } = readPrinted(group);
    const hasTicket = isATicket(printed, group);
    const isRead = isReadAsInvoice({ ...printed, ticket: hasTicket ? printed.ticket : null });
    const others = isRead ? [] : papersOf(group, printed.invoice);
    if (others.length > 0) return others;
    if (!hasTicket && !isAnInvoice(printed.invoice)) return [];
    const [part] = group.flatMap((one) => one.part ?? []);
    const numbers = group
      .flatMap(({ number, beside }) => [number, ...(beside?.pages ?? [])])
      .toSorted((one, other) => one - other);
    return [{ ...printed, reader: 'pdf', qr: null, pages: numbers, ...(part ? { part } : {}) }];
  });
  return [...invoices, ...papersOf(papers)].toSorted((one, other) => firstPage(one) - firstPage(other));
};
