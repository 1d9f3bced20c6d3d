import { create } from 'zustand';
import { z } from 'zod';
import { compareNames } from '../../shared/order.ts';
import type { CheckGroup } from '../../shared/invoice/check-groups.ts';
import type { ReaderId } from '../../shared/invoice/extraction.ts';
import { businesses, type Business } from '../../shared/invoice/business.ts';
import { keepInTab, onKeptTab } from './local-storage.ts';
import { outcomeOf, outcomes } from './outcome.ts';
import type { PageList } from './page-list.ts';
import type { ReadableState } from './read-store.ts';
import type { OlderPages } from './store.ts';
import { isBlankPage, type PageId, type PageSummary } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';

/** Failed checks by topic; duplicates have their own filter. */
export const checkFilters = [
  'amounts',
  'identity',
  'parties',
  'qr',
  'similar',
  'extraction',
] as const satisfies CheckGroup[];

/** The reader of the shown extraction. */
export const readerFilters = ['xml', 'ofd', 'pdf', 'qr-code', 'service', 'sandbox'] as const;
type ReaderFilter = (typeof readerFilters)[number];
/** `qr` is already the filter of a check. */
const readerOf = (filter: ReaderFilter): ReaderId => (filter === 'qr-code' ? 'qr' : filter);

/** Which documents the list shows. */
export const listFilters = [
  'all',
  'open',
  'confirmed',
  ...outcomes,
  'exported',
  'unexported',
  'unverified',
  ...checkFilters,
  ...readerFilters,
  ...businesses,
] as const;
export type ListFilter = (typeof listFilters)[number];
const invoiceSorts = ['added', 'state', 'findings', 'seller', 'date', 'amount'] as const;
const photoSorts = ['added', 'state', 'name', 'faces'] as const;
/** The sort orders of each list: a photo has no seller, date or amount. */
export const listSorts = { 'vat-invoice': invoiceSorts, 'face-detect': photoSorts } as const;
type ListSort = (typeof invoiceSorts | typeof photoSorts)[number];

type ListView = {
  readonly find: string;
  /** The pages that the ledger's index finds by `find`; null if nothing is typed, or before the first answer. */
  readonly found: ReadonlySet<PageId> | null;
  /** The last search failed: `found` is what was found before, or nothing. */
  readonly findFails: boolean;
  readonly filter: ListFilter;
  readonly sort: ListSort;
};

export const wholeList: ListView = { find: '', found: null, findFails: false, filter: 'all', sort: 'added' };

type ListViews = Readonly<Record<ServiceId, ListView>>;

const store = create<ListViews>(() => ({
  'vat-invoice': wholeList,
  'face-detect': wholeList,
}));

export const useListView: ReadableState<ListViews> = store;

/** The words that a list searches for; empty for all pages. */
export const findIn = ({ find }: Pick<ListView, 'find'>): string => find.trim().slice(0, 200);

const tabKey = 'list';
const keptSchema = z.object({
  find: z.string(),
  filter: z.enum(listFilters),
  sort: z.enum([...invoiceSorts, ...photoSorts]),
});
const keptViews = z.object({ 'vat-invoice': keptSchema, 'face-detect': keptSchema });

onKeptTab(tabKey, keptViews, (views) =>
  store.setState({
    'vat-invoice': { ...wholeList, ...views['vat-invoice'] },
    'face-detect': { ...wholeList, ...views['face-detect'] },
  }),
);

export const changeListView = (service: ServiceId, change: Partial<ListView>): void => {
  store.setState((views) => {
    const view = { ...views[service], ...change };
    return { [service]: findIn(view) === '' ? { ...view, found: null, findFails: false } : view };
  });
  // What a search finds is asked again.
  if (!('find' in change || 'filter' in change || 'sort' in change)) return;
  const kept = ({ find, filter, sort }: ListView) => ({ find, filter, sort });
  const views = store.getState();
  keepInTab(
    tabKey,
    JSON.stringify({ 'vat-invoice': kept(views['vat-invoice']), 'face-detect': kept(views['face-detect']) }),
  );
};

const isUnreviewed = ({ state, review }: PageSummary): boolean => state === 'recognized' && review === 'open';

/** Whether the user still has to review it. There is nothing to review on a blank page. */
export const isOpen = (page: PageSummary): boolean => isUnreviewed(page) && !isBlankPage(page);

/** How many unreviewed pages are too old to be in the list. */
export const unlisted = ({ byId }: PageList, { before, left }: OlderPages): number => {
  if (before === null || left === 0) return 0;
  const listed = [...byId.values()].filter((page) => page.document < before && isUnreviewed(page));
  return Math.max(0, left - listed.length);
};

export const hasFindings = ({ findings }: PageSummary): boolean => findings.warn + findings.error > 0;

/** Whether a filter shows the invoices of one business. */
export const isBusiness = (filter: ListFilter): filter is Business =>
  businesses.some((business) => business === filter);

const fits = (page: PageSummary, filter: ListFilter): boolean => {
  if (isBusiness(filter)) return page.state === 'recognized' && page.headline.business === filter;
  switch (filter) {
    case 'all':
      return true;
    case 'open':
      return isOpen(page);
    case 'confirmed':
      return page.review === filter;
    case 'clean':
    case 'findings':
    case 'duplicate':
    case 'aside':
    case 'failed':
    case 'unsupported':
    case 'cancelled':
    case 'comparing':
    case 'waiting':
      return outcomeOf(page) === filter;
    case 'exported':
      return page.exportedAt !== null;
    case 'unexported':
      return page.state === 'recognized' && page.exportedAt === null;
    case 'unverified':
      return page.state === 'recognized' && page.books.verification === null;
    case 'amounts':
    case 'identity':
    case 'parties':
    case 'qr':
    case 'similar':
    case 'extraction':
      return page.failedGroups.includes(filter);
    case 'xml':
    case 'ofd':
    case 'pdf':
    case 'qr-code':
    case 'service':
    case 'sandbox':
      return page.state === 'recognized' && page.reader === readerOf(filter);
    default:
      return filter satisfies never;
  }
};

const stateOrder = ['failed', 'interrupted', 'cancelled', 'recognized', 'calling', 'waiting'];
const reviewOrder = ['open', 'aside', 'confirmed'];

/** The sort key of a page: ascending numbers or texts; null comes last. */
export const listKey = (page: PageSummary, sort: Exclude<ListSort, 'added'>): number | string | null => {
  const { headline, findings, state, review } = page;
  switch (sort) {
    case 'state':
      return stateOrder.indexOf(state) * 10 + reviewOrder.indexOf(review);
    case 'findings':
      return -(findings.error * 1000 + findings.warn);
    case 'seller':
      return headline.seller;
    case 'date':
      return headline.issueDate;
    case 'name':
      return page.name;
    case 'faces':
      return headline.faces === null ? null : -headline.faces;
    case 'amount':
      return headline.grossTotal === null ? null : -Number(headline.grossTotal);
    default:
      return sort satisfies never;
  }
};

const compareKeys = (one: number | string | null, other: number | string | null): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareNames(String(one), String(other));
};

/** The ids of the pages that the list shows, in its order. Equal pages keep the order of adding. */
export const arranged = ({ byId, order }: PageList, { found, filter, sort }: ListView): readonly PageId[] => {
  if (found === null && filter === 'all' && sort === 'added') return order;
  const pages = order
    .map((id) => byId.get(id))
    .filter((page) => page !== undefined)
    .filter((page) => fits(page, filter) && (found === null || found.has(page.id)));
  if (sort === 'added') return pages.map(({ id }) => id);
  return pages
    .map((page) => ({ id: page.id, key: listKey(page, sort) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ id }) => id);
};

/** The next (or previous) wanted id, wrapping around once; null if there is none but the current one. */
export const nextWanted = (
  order: readonly PageId[],
  from: PageId | null,
  isWanted: (id: PageId) => boolean,
  step: 1 | -1,
): PageId | null => {
  const at = from === null ? -1 : order.indexOf(from);
  const ahead = step === 1 ? [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))] : [];
  const back =
    step === -1 ? [...order.slice(0, Math.max(at, 0)).toReversed(), ...order.slice(at + 1).toReversed()] : [];
  return [...ahead, ...back].find((id) => id !== from && isWanted(id)) ?? null;
};
