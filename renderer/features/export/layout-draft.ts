import {
  isLineColumn,
  invoiceColumnIds,
  type InvoiceColumnId,
} from '../../../shared/contract/export/column-ids.ts';
import { customLayoutSchema, type CustomLayout } from '../../../shared/contract/export/exported.ts';

/** A layout being edited. An empty header means the column's own name. */
export type LayoutDraft = {
  readonly name: string;
  readonly rows: CustomLayout['rows'];
  readonly columns: readonly { readonly column: InvoiceColumnId; readonly header: string }[];
};

const firstColumns: readonly InvoiceColumnId[] = ['number', 'issue-date', 'seller-name', 'gross-total'];

export const newLayoutDraft = (): LayoutDraft => ({
  name: '',
  rows: 'invoice',
  columns: firstColumns.map((column) => ({ column, header: '' })),
});

export const layoutDraftOf = ({ name, rows, columns }: CustomLayout): LayoutDraft => ({
  name,
  rows,
  columns: columns.map(({ column, header = '' }) => ({ column, header })),
});

/** Columns that the draft does not contain yet; line-item columns only if rows are line items. */
export const columnsToAdd = ({ rows, columns }: LayoutDraft): readonly InvoiceColumnId[] =>
  invoiceColumnIds.filter(
    (id) => (rows === 'line' || !isLineColumn(id)) && !columns.some(({ column }) => column === id),
  );

/** Changes the kind of rows and drops columns that would be empty. */
export const withRows = (draft: LayoutDraft, rows: LayoutDraft['rows']): LayoutDraft => ({
  ...draft,
  rows,
  columns: rows === 'line' ? draft.columns : draft.columns.filter(({ column }) => !isLineColumn(column)),
});

type DraftIssue = 'no-name' | 'same-name' | 'no-columns';

/** Why a draft can't be saved; `others` are the names of the other layouts. */
export const issueOf = ({ name, columns }: LayoutDraft, others: readonly string[]): DraftIssue | null => {
  if (name.trim() === '') return 'no-name';
  if (others.includes(name.trim())) return 'same-name';
  return columns.length === 0 ? 'no-columns' : null;
};

/** The layout of a valid draft. */
export const layoutFrom = ({ name, rows, columns }: LayoutDraft): CustomLayout =>
  customLayoutSchema.parse({
    name: name.trim().slice(0, 80),
    rows,
    columns: columns.map(({ column, header }) => {
      const own = header.trim().slice(0, 120);
      return own === '' ? { column } : { column, header: own };
    }),
  });
