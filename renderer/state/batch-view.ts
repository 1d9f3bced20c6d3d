import { create } from 'zustand';
import { z } from 'zod';
import { readLocal, storeLocal } from './local-storage.ts';
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
] as const;
export type ColumnId = (typeof columnIds)[number];

export type TableColumn = { readonly id: ColumnId; readonly isShown: boolean; readonly width: number };

export type TableSort = { readonly by: ColumnId; readonly isDescending: boolean };

/** Both ends belong to it; null for an open end. ISO dates, or decimal amounts. */
export type ColumnRange = { readonly from: string | null; readonly to: string | null };

/** What is shown of some columns: only these values, or a range. */
export type ColumnFilters = Readonly<Partial<Record<ColumnId, ReadonlySet<string> | ColumnRange>>>;

/** Columns whose values have a range. */
export const rangeKinds: Readonly<Partial<Record<ColumnId, 'days' | 'amounts'>>> = {
  issueDate: 'days',
  exported: 'days',
  total: 'amounts',
  taxTotal: 'amounts',
  grossTotal: 'amounts',
};

export type BatchView = {
  readonly view: 'documents' | 'table';
  readonly columns: readonly TableColumn[];
  /** Null: in the order of adding. */
  readonly sort: TableSort | null;
  readonly filters: ColumnFilters;
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
  grossTotal: 124,
  state: 96,
  findings: 144,
  tags: 120,
  exported: 104,
  file: 180,
  note: 160,
  side: 96,
  business: 112,
};
const leastWidth = 48;
const mostWidth = 600;

export const firstColumns: readonly TableColumn[] = columnIds.map((id) => ({
  id,
  isShown: id !== 'file' && id !== 'note' && id !== 'business',
  width: firstWidths[id],
}));

const key = 'batch-view';

const keptSchema = z.object({
  view: z.enum(['documents', 'table']),
  columns: z.array(z.object({ id: z.enum(columnIds), isShown: z.boolean(), width: z.number() })),
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

const store = create<BatchView>(() => ({ ...kept(), sort: null, filters: {} }));

export const useBatchView: ReadableState<BatchView> = store;

const write = (change: Partial<BatchView>): void => {
  store.setState(change);
  const { view, columns } = store.getState();
  storeLocal(key, JSON.stringify({ view, columns }));
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

/** Moves a column to the place of another shown column. */
export const moveColumn = (id: ColumnId, to: ColumnId): void =>
  changeColumns((columns) => {
    const moved = columns.find((column) => column.id === id);
    const at = columns.findIndex((column) => column.id === to);
    if (!moved || at < 0 || id === to) return columns;
    const rest = columns.filter((column) => column.id !== id);
    return [...rest.slice(0, at), moved, ...rest.slice(at)];
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

export const showAllRows = (): void => write({ filters: {} });
