import { create } from 'zustand';
import { z } from 'zod';
import { compareNames } from '../../shared/order.ts';
import { changeListView, listFilters, useListView, type ListFilter } from './list-view.ts';
import { keepInTab, onKeptTab, onKeptView, readLocal, storeLocal } from './local-storage.ts';
import type { ReadableState } from './read-store.ts';

/** The columns of the batch table, in their default order. */
export const columnIds = [
  'kind',
  'number',
  'issueDate',
  'seller',
  'buyer',
  'total',
  'taxTotal',
  'grossTotal',
  'state',
  'findings',
  'tags',
  'exported',
  'file',
  'note',
  'side',
  'business',
  'code',
  'sellerTaxId',
  'buyerTaxId',
  'rate',
  'source',
  'verification',
  'verified',
  'voucher',
  'booked',
  'archived',
  'printed',
  'added',
] as const;
export type ColumnId = (typeof columnIds)[number];

export type TableColumn = {
  readonly id: ColumnId;
  readonly isShown: boolean;
  readonly width: number;
  /** It stands before the others and does not scroll. */
  readonly isFrozen: boolean;
};

export type TableSort = { readonly by: ColumnId; readonly isDescending: boolean };

/** Both ends belong to it; null for an open end. ISO dates, or decimal amounts. */
export type ColumnRange = { readonly from: string | null; readonly to: string | null };

/** What is shown of some columns: only these values, or a range. */
export type ColumnFilters = Readonly<Partial<Record<ColumnId, ReadonlySet<string> | ColumnRange>>>;

/** Columns whose values have a range. */
export const rangeKinds: Readonly<Partial<Record<ColumnId, 'days' | 'amounts'>>> = {
  issueDate: 'days',
  exported: 'days',
  verified: 'days',
  booked: 'days',
  archived: 'days',
  printed: 'days',
  added: 'days',
  total: 'amounts',
  taxTotal: 'amounts',
  grossTotal: 'amounts',
};

/** What the table shows under a name that the user has given. */
export type NamedView = {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly sort: TableSort | null;
  readonly filters: ColumnFilters;
  /** The filter and the words of the list. */
  readonly filter: ListFilter;
  readonly find: string;
};

/** The most characters of a view's name, and the most views. */
export const longestViewName = 60;
export const mostViews = 50;

export type BatchView = {
  readonly view: 'documents' | 'table';
  readonly columns: readonly TableColumn[];
  /** Null: in the order of adding. */
  readonly sort: TableSort | null;
  readonly filters: ColumnFilters;
  /** In the order of their names. */
  readonly named: readonly NamedView[];
};

/**
 * Widths in CSS pixels at the default text size. Those of amounts fit a bold sum of millions, that of kinds their short
 * names, and that of findings two counts. A window of 1440 pixels shows all columns up to the findings.
 */
const firstWidths: Readonly<Record<ColumnId, number>> = {
  kind: 156,
  number: 188,
  issueDate: 100,
  seller: 200,
  buyer: 172,
  total: 120,
  taxTotal: 108,
  grossTotal: 120,
  state: 96,
  findings: 148,
  tags: 120,
  exported: 104,
  file: 180,
  note: 160,
  side: 96,
  business: 112,
  code: 124,
  sellerTaxId: 172,
  buyerTaxId: 172,
  rate: 88,
  source: 112,
  verification: 112,
  verified: 104,
  voucher: 96,
  booked: 104,
  archived: 104,
  printed: 104,
  added: 104,
};
/** How far a key changes a width. */
export const widthStep = 24;
const leastWidth = 48;
const mostWidth = 600;

/** Columns that are hidden until the user wants them. */
const hiddenFirst: ReadonlySet<ColumnId> = new Set<ColumnId>([
  'file',
  'note',
  ...columnIds.slice(columnIds.indexOf('side') + 1),
]);

export const firstColumns: readonly TableColumn[] = columnIds.map((id) => ({
  id,
  isShown: !hiddenFirst.has(id),
  width: firstWidths[id],
  isFrozen: false,
}));

const key = 'batch-view';
const viewsKey = 'batch-views';

const columnsSchema = z.array(
  z.object({
    id: z.enum(columnIds),
    isShown: z.boolean(),
    width: z.number(),
    isFrozen: z.boolean().default(false),
  }),
);

const keptSchema = z.object({
  view: z.enum(['documents', 'table']),
  columns: columnsSchema,
});

/** Saved columns plus those added to Vouch since, each once. */
const completed = (kept: readonly TableColumn[]): readonly TableColumn[] => {
  const known = kept.filter(({ id }, at) => kept.findIndex((other) => other.id === id) === at);
  const missing = firstColumns.filter(({ id }) => !known.some((column) => column.id === id));
  return [...known, ...missing];
};

/** If the browser stores nothing, the table starts with its defaults. */
const kept = (): Pick<BatchView, 'view' | 'columns'> => {
  try {
    const found = keptSchema.parse(JSON.parse(readLocal(key) ?? ''));
    return { view: found.view, columns: completed(found.columns) };
  } catch {
    return { view: 'documents', columns: firstColumns };
  }
};

const rangeSchema = z.object({ from: z.string().nullable(), to: z.string().nullable() });
const rowsSchema = z.object({
  sort: z.object({ by: z.enum(columnIds), isDescending: z.boolean() }).nullable(),
  filters: z.partialRecord(
    z.enum(columnIds),
    z.union([z.array(z.string()).transform((values): ReadonlySet<string> => new Set(values)), rangeSchema]),
  ),
});
const namedSchema = z
  .array(
    rowsSchema.extend({
      name: z.string().min(1).max(longestViewName),
      columns: columnsSchema,
      // Views of earlier versions have neither.
      filter: z.enum(listFilters).catch('all'),
      find: z.string().catch(''),
    }),
  )
  .max(mostViews);

const keptViews = (): readonly NamedView[] => {
  try {
    return namedSchema
      .parse(JSON.parse(readLocal(viewsKey) ?? ''))
      .map(({ columns, ...view }) => Object.assign(view, { columns: completed(columns) }));
  } catch {
    return [];
  }
};

const store = create<BatchView>(() => ({ ...kept(), sort: null, filters: {}, named: keptViews() }));

onKeptView(() => store.setState({ ...kept(), named: keptViews() }));

export const useBatchView: ReadableState<BatchView> = store;

/** As JSON; the values of a filter become a list. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (member instanceof Set ? [...member] : member));

onKeptTab(key, rowsSchema, (rows) => store.setState(rows));

const write = (change: Partial<BatchView>): void => {
  store.setState(change);
  const { view, columns, sort, filters } = store.getState();
  storeLocal(key, JSON.stringify({ view, columns }));
  // What the rows of the table are lasts as long as its tab.
  if ('sort' in change || 'filters' in change) keepInTab(key, asText({ sort, filters }));
};

export const showBatchAs = (view: BatchView['view']): void => write({ view });

const changeColumns = (change: (columns: readonly TableColumn[]) => readonly TableColumn[]): void =>
  write({ columns: change(store.getState().columns) });

export const showColumn = (id: ColumnId, isShown: boolean): void =>
  changeColumns((columns) => columns.map((column) => (column.id === id ? { ...column, isShown } : column)));

export const resizeColumn = (id: ColumnId, width: number): void =>
  changeColumns((columns) =>
    columns.map((column) =>
      column.id === id
        ? { ...column, width: Math.round(Math.min(mostWidth, Math.max(leastWidth, width))) }
        : column,
    ),
  );

/** The shown columns in their order: first those that do not scroll. */
export const shownOf = (columns: readonly TableColumn[]): readonly TableColumn[] => {
  const shown = columns.filter(({ isShown }) => isShown);
  return [...shown.filter(({ isFrozen }) => isFrozen), ...shown.filter(({ isFrozen }) => !isFrozen)];
};

/** The most CSS pixels of frozen columns, so that the others keep room in a window of 1,024. */
const mostFrozen = 600;

/** Whether there is room to freeze a column. */
export const canFreeze = (id: ColumnId, columns: readonly TableColumn[]): boolean =>
  shownOf(columns).reduce(
    (sum, column) => sum + (column.isFrozen || column.id === id ? column.width : 0),
    0,
  ) <= mostFrozen;

export const freezeColumn = (id: ColumnId, isFrozen: boolean): void =>
  changeColumns((columns) => columns.map((column) => (column.id === id ? { ...column, isFrozen } : column)));

/** Moves a column to the place of another shown column, and freezes it like that one. */
export const moveColumn = (id: ColumnId, to: ColumnId): void =>
  changeColumns((columns) => {
    const moved = columns.find((column) => column.id === id);
    const at = columns.findIndex((column) => column.id === to);
    const place = columns[at];
    if (!moved || !place || id === to) return columns;
    const rest = columns.filter((column) => column.id !== id);
    return [...rest.slice(0, at), { ...moved, isFrozen: place.isFrozen }, ...rest.slice(at)];
  });

export const resetColumns = (): void => write({ columns: firstColumns });

/** Cycles through ascending, descending and the order of adding. */
export const sortBatch = (by: ColumnId): void => {
  const { sort } = store.getState();
  if (sort?.by !== by) write({ sort: { by, isDescending: false } });
  else write({ sort: sort.isDescending ? null : { by, isDescending: true } });
};

export const setBatchSort = (sort: TableSort | null): void => write({ sort });

/** Null shows all values again. */
export const filterBatch = (id: ColumnId, values: ReadonlySet<string> | ColumnRange | null): void => {
  const { [id]: _, ...others } = store.getState().filters;
  write({ filters: values === null ? others : { ...others, [id]: values } });
};

/** Shows the table with these filters alone. */
export const showRows = (filters: ColumnFilters): void => write({ view: 'table', filters });

/** Filters and sorts again: rows that were edited since and no longer match leave, and the others get their places. */
export const renewFilters = (): void => write({ filters: { ...store.getState().filters } });

export const showAllRows = (): void => write({ filters: {} });

const writeViews = (named: readonly NamedView[]): void => {
  store.setState({ named });
  storeLocal(viewsKey, asText(named));
};

/** Keeps what the table shows now under a name. A view of that name is replaced; nothing is kept beyond the limit. */
export const saveView = (name: string): void => {
  const { columns, sort, filters, named } = store.getState();
  const { filter, find } = useListView.getState()['vat-invoice'];
  const others = named.filter((view) => view.name !== name);
  if (others.length >= mostViews) return;
  const all = [...others, { name, columns, sort, filters, filter, find }];
  writeViews(all.toSorted((one, other) => compareNames(one.name, other.name)));
};

export const removeView = (name: string): void =>
  writeViews(store.getState().named.filter((view) => view.name !== name));

/** Shows the table as it was when the view was saved. Its filters are new ones, so that edited rows leave. */
export const showView = ({ columns, sort, filters, filter, find }: NamedView): void => {
  write({ columns, sort, filters: { ...filters } });
  changeListView('vat-invoice', { filter, find });
};
