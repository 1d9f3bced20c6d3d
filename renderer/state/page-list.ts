import type { PageDetail, PageId, PageSummary } from '../../shared/contract/page.ts';

/** The rows of one workspace: every page by id, and their order (oldest first). */
export type PageList = {
  readonly byId: ReadonlyMap<PageId, PageSummary>;
  readonly order: readonly PageId[];
};

export const emptyList: PageList = { byId: new Map(), order: [] };

/** Adds new rows and replaces changed ones. The order stays the same object if no row is new. */
export const withPages = (list: PageList, pages: readonly PageSummary[]): PageList => {
  if (pages.length === 0) return list;
  const byId = new Map(list.byId);
  const added: PageId[] = [];
  for (const page of pages) {
    if (!byId.has(page.id)) added.push(page.id);
    byId.set(page.id, page);
  }
  if (added.length === 0) return { byId, order: list.order };
  // Pages of a file that are found later are placed with the others of the file.
  const place = (id: PageId): readonly [number, number] => {
    const page = byId.get(id);
    return [page?.document ?? 0, page?.page ?? 0];
  };
  const byPlace = (one: PageId, other: PageId): number => {
    const [a, b] = [place(one), place(other)];
    return a[0] - b[0] || a[1] - b[1] || one - other;
  };
  return { byId, order: [...list.order, ...added].sort(byPlace) };
};

/** A list without some rows. */
export const withoutPages = (list: PageList, ids: readonly PageId[]): PageList => {
  const gone = new Set(ids.filter((id) => list.byId.has(id)));
  if (gone.size === 0) return list;
  const byId = new Map([...list.byId].filter(([id]) => !gone.has(id)));
  return { byId, order: list.order.filter((id) => !gone.has(id)) };
};

/**
 * The row to show when rows are removed: the shown row if it stays, else the next one, else the previous one,
 * else null.
 */
export const afterRemoval = (
  order: readonly PageId[],
  current: PageId | null,
  removed: ReadonlySet<PageId>,
): PageId | null => {
  if (current === null || !removed.has(current)) return current;
  const at = order.indexOf(current);
  const stays = (id: PageId) => !removed.has(id);
  return order.slice(at + 1).find(stays) ?? order.slice(0, at).findLast(stays) ?? null;
};

const ends = new Set(['recognized', 'failed', 'cancelled', 'interrupted']);

/** Whether the page has reached a final state. */
export const isAtEnd = (page: PageSummary): boolean => ends.has(page.state);

/** A page as the window shows it: the target of an action, and what the user has seen of it. */
export type Seen = Pick<PageSummary, 'id' | 'service' | 'version' | 'digest'>;

/** The shown page. Its row may be newer than the data that is shown, so it does not count. */
export const seenIn = ({ summary: { id, service }, version, digest }: PageDetail): Seen => ({
  id,
  service,
  version,
  digest,
});
