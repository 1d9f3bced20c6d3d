import { useCallback, useMemo, useState } from 'react';
import { isBlankPage, type PageId, type PageSummary } from '../../../shared/contract/page.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { type ColumnWords, columns, filterValue } from './columns.ts';
import { joinItems } from '../../../shared/texts/phrases.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { compareNames } from '../../../shared/order.ts';
import {
  columnIds,
  rangeKinds,
  useBatchView,
  type BatchView,
  type ColumnId,
  type ColumnRange,
  type TableSort,
} from '../../state/batch-view.ts';
import { arranged, findIn, listKey, useListView, wholeList } from '../../state/list-view.ts';
import type { PageList } from '../../state/page-list.ts';
import { useApp } from '../../state/store.ts';

/**
 * The texts of the columns. The object stays the same while the language does, so that rows do not render
 * again.
 */
export const useColumnWords = (): ColumnWords => {
  const { t, language } = useTexts();
  return useMemo(() => {
    const state = (page: PageSummary): string => {
      if (page.state !== 'recognized') return t(`state.${page.state}`);
      if (page.review === 'open')
        return isBlankPage(page) ? t('documents.review.aside') : t('batch.toReview');
      return page.confirmedErrors > 0
        ? t('batch.confirmedWith', { count: page.confirmedErrors })
        : t(`documents.review.${page.review}`);
    };
    const findings = ({ findings: { error, warn } }: PageSummary): string =>
      joinItems(
        [
          ...(error > 0 ? [t('batch.errors', { count: error })] : []),
          ...(warn > 0 ? [t('documents.warnings', { count: warn })] : []),
        ],
        language,
      );
    return { language, state, findings };
  }, [t, language]);
};

type EarlierRows = ReadonlyMap<PageId, PageSummary>;
const none: EarlierRows = new Map();

/**
 * Maps keys to numbers with the same order. Each distinct text is ranked once, which avoids comparing a
 * hundred thousand texts.
 */
const rankKeys = (keys: readonly (number | string | null)[]): Float64Array => {
  const texts = new Set<string>();
  for (const key of keys) if (typeof key === 'string') texts.add(key);
  const order = isPlain(texts) ? [...texts].sort() : [...texts].sort(compareNames);
  const rank = new Map(order.map((text, at) => [text, at]));
  const ranks = new Float64Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at];
    ranks[at] = typeof key === 'string' ? (rank.get(key) ?? 0) : (key ?? NaN);
  }
  return ranks;
};

/** Numbers, and dates of the same length, sort as plain texts without collation. */
const isPlain = (texts: ReadonlySet<string>): boolean => {
  let length = -1;
  for (const text of texts) {
    if (!/^[\d-]+$/.test(text) || (length >= 0 && text.length !== length)) return false;
    ({ length } = text);
  }
  return true;
};

/**
 * Rows sorted by a column. Empty values come last in both directions; equal rows keep their order.
 * @param placed earlier states of edited rows, which keep their places by them
 */
export const sortRows = (
  rows: readonly PageSummary[],
  { by, isDescending }: TableSort,
  words: ColumnWords,
  placed: EarlierRows = none,
): readonly PageSummary[] => {
  const ranks = rankKeys(rows.map((page) => columns[by].key(placed.get(page.id) ?? page, words)));
  const sign = isDescending ? -1 : 1;
  const order = Uint32Array.from(rows.keys()).sort((one, other) => {
    const [a, b] = [ranks[one] ?? NaN, ranks[other] ?? NaN];
    if (Number.isNaN(a) || Number.isNaN(b))
      return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    return sign * (a - b) || one - other;
  });
  const sorted: PageSummary[] = [];
  for (const at of order) {
    const page = rows[at];
    if (page) sorted.push(page);
  }
  return sorted;
};

type Fits = (page: PageSummary) => boolean;

const fitsDays =
  (id: ColumnId, { from, to }: ColumnRange, words: ColumnWords): Fits =>
  (page) => {
    const day = columns[id].text(page, words);
    return day !== '' && (from === null || day >= from) && (to === null || day <= to);
  };

/** Amounts count without their sign, as in a search, unless an end of the range has one. */
const fitsAmounts = (id: ColumnId, range: ColumnRange, words: ColumnWords): Fits => {
  const [from, to] = [range.from, range.to].map((amount) =>
    amount === null ? null : Math.round(Number(amount) * 100),
  );
  const isSigned = (from ?? 0) < 0 || (to ?? 0) < 0;
  return (page) => {
    const cents = columns[id].key(page, words);
    if (typeof cents !== 'number') return false;
    const amount = isSigned ? cents : Math.abs(cents);
    return amount >= (from ?? -Infinity) && amount <= (to ?? Infinity);
  };
};

/** Rows whose values match the chosen ones, or lie in the range, in every filtered column. */
export const filterRows = (
  rows: readonly PageSummary[],
  filters: BatchView['filters'],
  words: ColumnWords,
): readonly PageSummary[] => {
  const chosen = columnIds.flatMap((id): readonly Fits[] => {
    const filter = filters[id];
    if (filter === undefined) return [];
    if (!('from' in filter)) return [(page) => filter.has(filterValue(id, page, words))];
    return [rangeKinds[id] === 'days' ? fitsDays(id, filter, words) : fitsAmounts(id, filter, words)];
  });
  if (chosen.length === 0) return rows;
  return rows.filter((page) => chosen.every((fits) => fits(page)));
};

/** The values of a column that its own filter shows; null for all of them. */
export const shownValues = (
  rows: readonly PageSummary[],
  id: ColumnId,
  { [id]: filter }: BatchView['filters'],
  words: ColumnWords,
): ReadonlySet<string> | null => {
  if (filter === undefined) return null;
  if (!('from' in filter)) return filter;
  return new Set(filterRows(rows, { [id]: filter }, words).map((page) => filterValue(id, page, words)));
};

/** What the user has chosen: other filters, words or sorting are other values. */
type Chosen = readonly unknown[];

const isSameChoice = (one: Chosen, other: Chosen): boolean => one.every((value, at) => value === other[at]);

/** Rows under filters: the version of each when it was first shown, and those that stay although they changed. */
export type Kept = {
  readonly by: Chosen;
  readonly shown: ReadonlyMap<PageId, number>;
  readonly stays: ReadonlySet<PageId>;
};

/**
 * An edited row stays until the filter is renewed: otherwise the edit would look lost. A row that changes by itself
 * leaves.
 * @param before for the same rows, or for others; the result is the same object if nothing changed
 * @param by the filters; null for none
 * @param all the rows before the filters
 * @param fitting those that match them
 */
export const keptAfter = (
  before: Kept | null,
  by: Chosen | null,
  all: Iterable<PageSummary>,
  fitting: readonly PageSummary[],
): Kept | null => {
  if (!by) return null;
  const known = before && isSameChoice(before.by, by) ? before : null;
  const shown = new Map(fitting.map(({ id, version }) => [id, known?.shown.get(id) ?? version]));
  const stays = new Set<PageId>();
  if (known)
    for (const { id, version } of all) {
      const first = known.shown.get(id);
      if (shown.has(id) || first === undefined || first === version) continue;
      shown.set(id, first);
      stays.add(id);
    }
  const isSame =
    known?.shown.size === shown.size &&
    known.stays.size === stays.size &&
    [...shown.keys()].every((id) => known.shown.has(id)) &&
    [...stays].every((id) => known.stays.has(id));
  return isSame ? known : { by, shown, stays };
};

type KeyOf = (page: PageSummary) => number | string | null;

/** Rows under a sorting: as they were last, and the edited ones as they were when they got their places. */
export type Placed = { readonly by: Chosen; readonly last: EarlierRows; readonly moved: EarlierRows };

/**
 * An edited row keeps its place until the sorting is renewed: otherwise it would jump away from the user.
 * @param before for the same rows, or for others; the result is the same object if nothing changed
 * @param by the sorting and the filters; null for no sorting
 */
export const placedAfter = (
  before: Placed | null,
  by: Chosen | null,
  last: EarlierRows,
  keyOf: KeyOf,
): Placed | null => {
  if (!by) return null;
  if (!before || !isSameChoice(before.by, by)) return { by, last, moved: none };
  if (before.last === last) return before;
  const moved = new Map(before.moved);
  for (const [id, page] of last) {
    const earlier = before.last.get(id);
    if (earlier && earlier.version !== page.version && !moved.has(id) && keyOf(earlier) !== keyOf(page))
      moved.set(id, earlier);
  }
  return { by, last, moved: moved.size === before.moved.size ? before.moved : moved };
};

/** A value of a column: what its filter holds, how the cells show it, and in how many rows. */
type ColumnValue = { readonly value: string; readonly text: string; readonly count: number };

/** The values of a column: days and amounts from the highest, all others from the most frequent. */
export const valuesOf = (
  rows: readonly PageSummary[],
  id: ColumnId,
  words: ColumnWords,
): readonly ColumnValue[] => {
  const values = new Map<string, ColumnValue>();
  const ordered = rangeKinds[id] ? sortRows(rows, { by: id, isDescending: true }, words) : rows;
  for (const page of ordered) {
    const value = filterValue(id, page, words);
    const known = values.get(value);
    const text = known?.text ?? columns[id].text(page, words);
    values.set(value, { value, text, count: (known?.count ?? 0) + 1 });
  }
  if (rangeKinds[id]) return [...values.values()];
  return [...values.values()].sort(
    (one, other) => other.count - one.count || compareNames(one.text, other.text),
  );
};

const nothing: ReadonlySet<PageId> = new Set();

const pagesOf = ({ byId }: PageList, ids: readonly PageId[]): readonly PageSummary[] =>
  ids.flatMap((id) => byId.get(id) ?? []);

/**
 * The rows of the table: first searched and filtered like the list, then filtered by column values, then
 * sorted. Edited rows stay where they are until filter or sorting are renewed.
 */
export const useRows = (service: ServiceId) => {
  const words = useColumnWords();
  const list = useApp((state) => state.lists[service]);
  const listView = useListView((views) => views[service]);
  const filters = useBatchView((view) => view.filters);
  const sort = useBatchView((view) => view.sort);
  const listed = useMemo(() => pagesOf(list, arranged(list, listView)), [list, listView]);
  const fitting = useMemo(() => filterRows(listed, filters, words), [listed, filters, words]);
  const isFiltered = Object.keys(filters).length > 0;

  const [before, setKept] = useState<Kept | null>(null);
  const { filter, sort: listSort } = listView;
  const find = findIn(listView);
  const kept = useMemo(() => {
    const by = isFiltered || filter !== 'all' ? [filters, filter, find] : null;
    return keptAfter(before, by, list.byId.values(), fitting);
  }, [before, isFiltered, filters, filter, find, list, fitting]);
  if (kept !== before) setKept(kept);
  const staying = kept?.stays ?? nothing;

  const [placedBefore, setPlaced] = useState<Placed | null>(null);
  const keyOf = useCallback(
    (page: PageSummary) =>
      sort ? columns[sort.by].key(page, words) : listSort === 'added' ? null : listKey(page, listSort),
    [sort, listSort, words],
  );
  const placed = useMemo(() => {
    const by = sort || listSort !== 'added' ? [sort, listSort, filters] : null;
    return placedAfter(placedBefore, by, list.byId, keyOf);
  }, [placedBefore, sort, listSort, filters, list, keyOf]);
  if (placed !== placedBefore) setPlaced(placed);
  const moved = placed?.moved ?? none;

  const found = useMemo(() => {
    if (staying.size === 0 && (moved.size === 0 || listSort === 'added')) return listed;
    const here = new Set(listed.map(({ id }) => id));
    const all = { ...list, byId: new Map([...list.byId, ...moved]) };
    const order = arranged(all, { ...wholeList, sort: listSort });
    return pagesOf(
      list,
      order.filter((id) => here.has(id) || staying.has(id)),
    );
  }, [list, listed, staying, moved, listSort]);
  const shown = useMemo(() => {
    if (found === listed) return fitting;
    const fits = new Set(fitting);
    return found.filter((page) => fits.has(page) || staying.has(page.id));
  }, [found, listed, fitting, staying]);
  const rows = useMemo(
    () => (sort ? sortRows(shown, sort, words, moved) : shown),
    [shown, sort, words, moved],
  );
  const misplaced = useMemo(
    () =>
      moved.size === 0 ? 0 : rows.filter((page) => keyOf(moved.get(page.id) ?? page) !== keyOf(page)).length,
    [rows, moved, keyOf],
  );
  return {
    words,
    found,
    findFails: listView.findFails,
    rows,
    isFiltered,
    /** The number of edited rows that no longer match the filters. */
    edited: staying.size,
    /** The number of edited rows that the sorting would now place elsewhere. */
    misplaced,
  };
};
