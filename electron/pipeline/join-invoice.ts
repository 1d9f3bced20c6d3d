import { compareNames } from '../../shared/order.ts';
import { arePagesOfOne, isListOnly, pagesAddingUp } from '../../shared/invoice/join-pages.ts';
import { isSameInvoice } from '../../shared/invoice/checks/duplicates.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { mostJoined, ownAuthor, type ReviewEvent } from '../../shared/review/event.ts';
import { agreedPages, joinOf, wasJoined } from '../../shared/review/joined.ts';
import { editHistory } from '../../shared/review/replay.ts';
import type { WriteStore } from '../store/port.ts';
import type { JoinedPlace, PageRow } from '../store/records/page.ts';
import type { Lookalike } from '../store/records/review.ts';
import { isFurtherPage } from './page-summary.ts';

/** A page, with its data, that may be joined with others into one invoice. */
export type JoinablePage = {
  readonly row: PageRow;
  readonly events: readonly ReviewEvent[];
  /** The page alone. */
  readonly own: Invoice;
  /** The whole invoice, if the page represents a joined one. */
  readonly whole: Invoice;
};

export type ReadJoinable = (id: PageId) => Promise<JoinablePage | null>;

/** Reads each page once: none of them changes before they are joined. */
export const readOnce = (read: ReadJoinable): ReadJoinable => {
  const known = new Map<PageId, ReturnType<ReadJoinable>>();
  return (id) => {
    const page = known.get(id) ?? read(id);
    known.set(id, page);
    return page;
  };
};

/**
 * The order of the pages of an invoice: the page that refers to a goods list, then by the number in one file, or
 * by the name of the file.
 */
const inOrder = (one: JoinablePage, other: JoinablePage): number =>
  Number(isListOnly(other.own)) - Number(isListOnly(one.own)) ||
  (one.row.document === other.row.document
    ? one.row.page - other.row.page
    : compareNames(one.row.source, other.row.source)) ||
  one.row.document - other.row.document ||
  one.row.page - other.row.page ||
  one.row.part - other.row.part;

/**
 * Stores which pages are one invoice, according to the events of these pages and of those joined with them.
 */
export const refreshJoins = async (unit: WriteStore, ids: readonly PageId[]): Promise<readonly PageId[]> => {
  const rows = await unit.pages(ids);
  const near = new Set([...ids, ...rows.flatMap(({ joined }) => joined)]);
  let events = await unit.eventsOf([...near]);
  for (const own of events.values()) {
    const { pages = [] } = joinOf(editHistory(own).standing) ?? {};
    for (const page of pages) near.add(page);
  }
  events = await unit.eventsOf([...near]);
  const joins = new Map([...near].map((id) => [id, joinOf(editHistory(events.get(id) ?? []).standing)]));
  const places = new Map<PageId, JoinedPlace | null>();
  for (const [id, join] of joins) {
    const pages = join && agreedPages(join, joins);
    const place = pages?.indexOf(id) ?? -1;
    places.set(id, join && place >= 0 ? { to: join.to, place } : null);
  }
  await unit.setJoined(places);
  return [...near];
};

/**
 * Joins pages into one invoice. Pages that are joined already bring their other pages along. The page that
 * represented such an invoice also represents the new one, because it has the review events.
 * @param pages all pages of the new invoice
 */
export const joinInto = async (
  unit: WriteStore,
  pages: readonly JoinablePage[],
  by: string,
): Promise<readonly PageId[]> => {
  const ordered = pages.toSorted(inOrder);
  const main = ordered.find(({ row }) => row.joinedTo === row.id) ?? ordered[0];
  if (!main || ordered.length < 2 || ordered.length > mostJoined) return [];
  const change = { kind: 'join', to: main.row.id, pages: ordered.map(({ row }) => row.id) } as const;
  await unit.appendAll(new Map(change.pages.map((id) => [id, [change]])), by);
  return refreshJoins(unit, change.pages);
};

export const splitPages = async (
  unit: WriteStore,
  ids: readonly PageId[],
  by: string,
): Promise<readonly PageId[]> => {
  await unit.appendAll(new Map(ids.map((id) => [id, [{ kind: 'split' }]])), by);
  return refreshJoins(unit, ids);
};

/**
 * Whether Vouch may join this page automatically: the user has neither joined, split, confirmed nor set it
 * aside.
 */
const isUndecided = ({ row, events }: JoinablePage): boolean =>
  !wasJoined(events) && (row.figures?.review ?? 'open') === 'open';

/** Files can be altered copies of each other, so pages of different files become one invoice only by the user. */
const isOneFile = (pages: readonly JoinablePage[]): boolean =>
  new Set(pages.map(({ row }) => row.document)).size === 1;

/**
 * Joins a page with the other pages of its invoice in the same file, if that is certain.
 * @param others invoices that look like it
 * @returns all pages of the invoice; empty if nothing was joined
 */
export const joinAlike = async (
  unit: WriteStore,
  page: JoinablePage,
  others: readonly Lookalike[],
  read: ReadJoinable,
): Promise<readonly PageId[]> => {
  if (!isUndecided(page)) return [];
  for (const other of others) {
    if (!isSameInvoice(page.own, other)) continue;
    const found = await read(other.pageId);
    if (!found || isFurtherPage(found.row) || !arePagesOfOne(found.whole, page.own)) continue;
    const isJoined = found.row.joinedTo === found.row.id;
    if (!isJoined && !isUndecided(found)) continue;
    const rest = isJoined ? found.row.joined.filter((id) => id !== found.row.id) : [];
    const further = await Promise.all(rest.map(read));
    if (further.some((one) => one === null)) continue;
    const pages = [found, page, ...further.filter((one) => one !== null)];
    const joined = isOneFile(pages) ? await joinInto(unit, pages, ownAuthor) : [];
    if (joined.length > 0) return joined;
  }
  return [];
};

const numberOf = ({ figures }: PageRow): string | null => figures?.number ?? null;

/** The pages of a file around one of them without those of other invoices: some have its number, and others none. */
const around = (rows: readonly PageRow[], id: PageId): readonly PageRow[] => {
  const at = rows.findIndex((row) => row.id === id);
  const before = rows.slice(0, at + 1);
  const number = before.map(numberOf).findLast((one) => one !== null) ?? null;
  if (number === null) return [];
  const isOwn = (row: PageRow): boolean => numberOf(row) === null || numberOf(row) === number;
  const own = before.slice(before.findLastIndex((row) => !isOwn(row)) + 1);
  const end = rows.findIndex((row, index) => index > at && !isOwn(row));
  const all = [...own, ...rows.slice(at + 1, end < 0 ? undefined : end)];
  return all.slice(all.findIndex((row) => numberOf(row) === number)).slice(0, mostJoined);
};

/**
 * Joins a page with those of its file on which the goods of the same invoice go on, with or without its number, if all
 * their lines add up to its total.
 * @returns all pages of the invoice; empty if nothing was joined
 */
export const joinContinued = async (
  unit: WriteStore,
  { id, document }: PageRow,
  read: ReadJoinable,
): Promise<readonly PageId[]> => {
  const rows = (await unit.pages(await unit.pagesOfDocument(document))).filter(
    ({ removedAt }) => removedAt === null,
  );
  const pages: JoinablePage[] = [];
  for (const row of around(rows, id)) {
    // Only if every page before is known, none of them can be of another invoice.
    if (row.state !== 'recognized' || row.joinedTo !== null || row.part > 0 || !row.figures) break;
    const page = await read(row.id);
    if (!page || !isUndecided(page)) break;
    // Backs of sheets, and papers between them.
    if (page.own.number !== null || page.own.lines.length > 0) pages.push(page);
  }
  const joined = pages.slice(0, pagesAddingUp(pages.map(({ own }) => own)));
  return joined.some(({ row }) => row.id === id) ? joinInto(unit, joined, ownAuthor) : [];
};
