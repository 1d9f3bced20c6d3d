import type { Booking, BooksChange } from '../../shared/books/books-state.ts';
import { isBooksChange } from '../../shared/books/books-state.ts';
import {
  gate,
  isDemo,
  type Gated,
  type GateFacts,
  type GateReason,
  type GateUse,
} from '../../shared/books/gate.ts';
import { sideOf, type OwnCompanies } from '../../shared/books/side.ts';
import type { FieldCorrection, PageId } from '../../shared/contract/page.ts';
import { businessOf, type Business } from '../../shared/invoice/business.ts';
import { isSameInvoice } from '../../shared/invoice/checks/duplicates.ts';
import { isInvoiceShown } from '../../shared/invoice/counted-once.ts';
import type { ReaderId, Ticket } from '../../shared/invoice/extraction.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { ReviewEvent } from '../../shared/review/event.ts';
import { openFindingsOf } from '../../shared/review/export-summary.ts';
import { changedSince, type Meanwhile } from '../app/conflicting-changes.ts';
import type { ReadFolder } from '../app/data-folder.ts';
import { sha256Of } from '../infra/bytes.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { comparedOf } from '../pipeline/lookalikes.ts';
import type { KeptFile } from '../pipeline/page-intake.ts';
import type { ReadStore, Store, WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';

/**
 * Records the changes of all invoices in one unit. Concurrent edits of a page don't interfere.
 * @param changesOf reads what the changes keep of the present state
 * @param by the user
 * @param known `hold` keeps a stored file that a change refers to; `seen`: how many events of each page the user knows
 * @returns what another user has changed since, of the same kind: then nothing is recorded. Otherwise null
 */
export const noteBooks = (
  { store }: { readonly store: Store },
  changesOf: (unit: WriteStore) => Promise<ReadonlyMap<PageId, BooksChange>>,
  by: string,
  {
    hold,
    seen = new Map(),
  }: { readonly hold?: KeptFile['hold']; readonly seen?: ReadonlyMap<PageId, number> } = {},
): Promise<Meanwhile | null> =>
  store.transact(async (unit) => {
    await unit.lockBooks();
    const changes = await changesOf(unit);
    const events = await unit.eventsOf([...seen.keys()]);
    for (const [page, version] of seen) {
      const change = changes.get(page);
      const met = change && changedSince(events.get(page) ?? [], version, by, change);
      if (met) return met;
    }
    await hold?.(unit);
    await unit.appendAll(new Map([...changes].map(([page, change]) => [page, [change]])), by);
    return null;
  });

/** An invoice of the ledger, with the user's corrections applied. */
export type LedgerInvoice = {
  readonly row: PageRow;
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly business: Business | null;
  readonly reader: ReaderId;
  readonly findings: readonly Finding[];
  /** The values of its extraction, without corrections; absent if the caller has none. */
  readonly asRead?: Invoice;
  readonly corrections?: readonly FieldCorrection[];
  readonly linesEdited?: boolean;
  readonly events: readonly ReviewEvent[];
  /** The rows of all its pages in their order: more than one for a joined invoice. */
  readonly pages: readonly PageRow[];
};

const rowsPerQuery = 64;

export type LedgerReads = {
  readonly folder: Pick<ReadFolder, 'store'>;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed'>;
};

const invoiceOf = async (
  id: PageId,
  { folder: { store }, assessor }: LedgerReads,
): Promise<LedgerInvoice | null> => {
  const opened = await assessor.open(id);
  const reviewed = opened && (await assessor.reviewed(opened));
  if (!opened || reviewed?.service !== 'vat-invoice') return null;
  const { row, events } = opened;
  const { value, ticket, checks, special, journeys, corrections, linesEdited } = reviewed.invoice;
  const pages = row.joined.length > 0 ? await store.pages(row.joined) : [row];
  return {
    row,
    invoice: value,
    ticket,
    business: businessOf({ invoice: value, special, journeys }),
    reader: row.reader ?? (row.sandbox ? 'sandbox' : 'service'),
    findings: checks,
    ...(opened.derived?.service === 'vat-invoice' ? { asRead: opened.derived.invoice.asRead } : {}),
    corrections,
    linesEdited,
    events,
    pages,
  };
};

/**
 * The recognized invoices among some pages, in their order, each once. They have not passed the gate: whoever uses
 * them goes through `gatedInvoices`. Only renaming reads them as they are.
 * @param ids null for the whole ledger, oldest first
 * @param isWanted called before an invoice is derived, which takes longer than loading its row
 */
export async function* invoicesOf(
  reads: LedgerReads,
  ids: readonly PageId[] | null,
  isWanted: (row: PageRow) => boolean = () => true,
): AsyncGenerator<LedgerInvoice> {
  const { store } = reads.folder;
  const wanted = ids ?? (await store.recognized('vat-invoice'));
  const seen = new Set<PageId>();
  for (let from = 0; from < wanted.length; from += rowsPerQuery) {
    for (const row of await store.pages(wanted.slice(from, from + rowsPerQuery))) {
      if (row.state !== 'recognized' || row.service !== 'vat-invoice' || !isWanted(row)) continue;
      const found = await invoiceOf(row.id, reads);
      if (!found || seen.has(found.row.id)) continue;
      seen.add(found.row.id);
      yield found;
    }
  }
}

/** The values of an invoice that vouchers and archives hold, as a digest: equal if none of them changed. */
export const valuesDigest = (invoice: Invoice): string => {
  const { kind, code, number, issueDate, buyer, seller, lines, total, taxTotal, grossTotal } = invoice;
  const parties = [buyer, seller].map(({ name, taxId }) => [name, taxId]);
  const rows = lines.map(({ name, amount, taxRate, tax }) => [name, amount, taxRate, tax]);
  return sha256Of(
    JSON.stringify([kind, code, number, issueDate, parties, rows, total, taxTotal, grossTotal]),
  );
};

/** Changes of values; a tag, a note or a confirmation is none. */
const changesValues: ReadonlySet<string> = new Set([
  'correct',
  'edit-lines',
  'revert',
  'keep',
  'undo',
  'redo',
]);

/** Whether the values changed since the invoice was last booked or archived. */
export const isChangedSince = (events: readonly ReviewEvent[], invoice: Invoice): boolean => {
  const digest = valuesDigest(invoice);
  return (['book', 'archive'] as const).some((kind) => {
    const index = events.findLastIndex(({ change }) => change.kind === kind);
    const change = events[index]?.change;
    if (change?.kind !== 'book' && change?.kind !== 'archive') return false;
    if (change.kind === 'book' && change.booking === null) return false;
    if (change.values !== undefined) return change.values !== digest;
    // Earlier versions did not save the digest.
    return events
      .slice(index)
      .some((event) => !isBooksChange(event.change) && changesValues.has(event.change.kind));
  });
};

/** Another page of an invoice. */
type Twin = Pick<PageRow, 'id' | 'name' | 'books'>;

/** An invoice with the gate's verdict on its use. */
export type GatedInvoice = LedgerInvoice & {
  readonly facts: GateFacts;
  readonly gated: Gated;
  /** How it was booked, on this page or on another page of it; null if it was not. */
  readonly booking: Booking | null;
  /** The page that it counts on; null if that is this one. */
  readonly countsOn: Twin | null;
  /** All other pages of it. */
  readonly twins: readonly PageId[];
};

/** The other pages of each invoice in the ledger that are not set aside and no demo data, in order. */
const twinsOf = async (
  found: readonly LedgerInvoice[],
  store: Pick<ReadStore, 'lookalikes' | 'pages'>,
): Promise<readonly (readonly PageRow[])[]> => {
  const asked = found.map(({ row, invoice }) => ({ page: row.id, demo: false, key: comparedOf(invoice) }));
  const alike = await store.lookalikes(asked);
  const ids = found.map(({ invoice }, index) =>
    (alike[index] ?? []).flatMap((other) => (isSameInvoice(invoice, other) ? [other.pageId] : [])),
  );
  const rows = new Map<PageId, PageRow>();
  const all = [...new Set(ids.flat())];
  for (let from = 0; from < all.length; from += rowsPerQuery)
    for (const row of await store.pages(all.slice(from, from + rowsPerQuery))) rows.set(row.id, row);
  return ids.map((own) => own.toSorted((one, other) => one - other).flatMap((id) => rows.get(id) ?? []));
};

export type GateQuestion = {
  readonly use: GateUse;
  readonly own: OwnCompanies;
  /** Reasons that the user includes. */
  readonly included?: ReadonlySet<GateReason>;
  /** False on the command line, where nobody confirms. */
  readonly confirms?: boolean;
  /**
   * Only these pages decide where an invoice counts: those of a run of the command line. Without them, all of the
   * ledger.
   */
  readonly among?: ReadonlySet<PageId>;
};

/** Judges invoices, in their order. Of several pages of one invoice, the first in the ledger counts. */
export const judged = async (
  found: readonly LedgerInvoice[],
  store: Pick<ReadStore, 'lookalikes' | 'pages'>,
  { use, own, included = new Set(), confirms = true, among }: GateQuestion,
): Promise<readonly GatedInvoice[]> => {
  const twins = await twinsOf(found, store);
  return found.map((one, index): GatedInvoice => {
    const { row, invoice, findings, events } = one;
    const others = twins[index] ?? [];
    const demo = isDemo(row);
    const countsOn = demo
      ? null
      : (others.find(({ id }) => id < row.id && (among === undefined || among.has(id))) ?? null);
    const booking = row.books.booking ?? others.find(({ books }) => books.booking)?.books.booking ?? null;
    const review = row.figures?.review ?? 'open';
    const facts: GateFacts = {
      isDemo: demo,
      isInvoice: isInvoiceShown(invoice),
      review,
      open: review === 'confirmed' ? [] : openFindingsOf(findings.filter(isOpenFinding)),
      issueDate: invoice.issueDate,
      side: sideOf(own, invoice).side,
      isElsewhere: countsOn !== null,
      isBooked: booking !== null,
      isChanged: isChangedSince(events, invoice),
    };
    return {
      ...one,
      facts,
      gated: gate(facts, use, { confirms, included }),
      booking,
      countsOn,
      twins: others.map(({ id }) => id),
    };
  });
};

/** What the gate made of invoices. */
export type GatedInvoices = {
  /** Passed or marked. */
  readonly used: readonly GatedInvoice[];
  /** Left out unless the user includes them. */
  readonly held: readonly GatedInvoice[];
  readonly never: readonly GatedInvoice[];
};

export const sorted = (all: readonly GatedInvoice[]): GatedInvoices => ({
  used: all.filter(({ gated }) => gated.verdict === 'pass' || gated.verdict === 'marked'),
  held: all.filter(({ gated }) => gated.verdict === 'held'),
  never: all.filter(({ gated }) => gated.verdict === 'never'),
});

/** The one door from the ledger to the books. */
export const gatedInvoices = async (
  reads: LedgerReads,
  ids: readonly PageId[] | null,
  question: GateQuestion,
  isWanted?: (row: PageRow) => boolean,
): Promise<GatedInvoices> => {
  const found: LedgerInvoice[] = [];
  for await (const one of invoicesOf(reads, ids, isWanted)) found.push(one);
  return sorted(await judged(found, reads.folder.store, question));
};
