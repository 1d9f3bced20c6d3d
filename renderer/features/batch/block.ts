import { isNoInvoicePage, type PageId, type PageSummary } from '../../../shared/contract/page.ts';
import { kindNames, shortKindNames, unknownKind } from '../../../shared/texts/names.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import { checkTyped } from '../../../shared/invoice/typed-value.ts';
import { rangeKinds, type ColumnId } from '../../state/batch-view.ts';
import type { CheckedText } from '../../state/typed.ts';
import type { ActiveCell } from './active-cell.ts';
import { columns, typedValue, type ColumnWords } from './columns.ts';
import type { CopiedCell } from './table-clipboard.ts';

/** Cells of some rows and columns, in the order in which they are shown. */
export type Block = { readonly rows: readonly PageSummary[]; readonly columns: readonly ColumnId[] };

/** The column where the block begins; null for whole rows, which only selected ones are. */
export const beginOf = ({ column, from }: ActiveCell, hasSelected: boolean): number | null =>
  from ?? (hasSelected ? null : column);

/** The selected cells: those of the selected rows, else of the active one, from the column where the block begins. */
export const blockOf = (
  rows: readonly PageSummary[],
  shown: readonly ColumnId[],
  selected: ReadonlySet<PageId>,
  active: ActiveCell,
): Block => {
  const some = selected.size > 0 ? rows.filter(({ id }) => selected.has(id)) : [];
  const { column } = active;
  const begin = beginOf(active, some.length > 0);
  const [low, high] =
    begin === null ? [0, shown.length - 1] : [Math.min(begin, column), Math.max(begin, column)];
  return {
    rows: some.length > 0 ? some : rows.filter(({ id }) => id === active.id),
    columns: shown.slice(low, high + 1),
  };
};

export type TypedInto = { readonly id: PageId; readonly field: FieldPath; readonly value: string | null };
type Refused = {
  readonly id: PageId;
  readonly field: FieldPath;
  readonly text: string;
  readonly reason: Extract<CheckedText, { ok: false }>['reason'];
};

/** What typing into many cells would change. */
export type BlockChange = {
  readonly values: readonly TypedInto[];
  /** Texts that are not valid in their cells. */
  readonly refused: readonly Refused[];
  /** Cells whose value is already the one for them. */
  readonly same: readonly Pick<TypedInto, 'id' | 'field'>[];
  /** Cells with another text than the one for them, which can't be edited here, or can't be empty. */
  readonly fixed: number;
  /** Texts for which there is no row or column. */
  readonly lost: number;
};

/** A kind of invoice is typed by its name. */
const kindOf = (text: string): string | null => {
  const isNamed = (names: Readonly<Record<string, { readonly zh: string; readonly en: string }>>) =>
    Object.keys(names).find((kind) => [names[kind]?.zh, names[kind]?.en, kind].includes(text.trim()));
  return isNamed(kindNames) ?? isNamed(shortKindNames) ?? null;
};

/** Checks a text for a cell. */
export const checkCell = (path: FieldPath, text: string): CheckedText => {
  if (path !== 'kind') return checkTyped(path, text);
  const kind = kindOf(text);
  return kind === null ? { ok: false, reason: unknownKind } : { ok: true, value: kind };
};

/** A typed value would make an invoice of a paper: that is left to its own panel. */
export const isEditable = (page: PageSummary): boolean =>
  page.state === 'recognized' && page.service === 'vat-invoice' && !isNoInvoicePage(page);

/** The items of a block for texts: a smaller number repeats if it divides theirs, a larger one goes on after them. */
const into = <Item>(target: readonly Item[], count: number, all: readonly Item[]): readonly Item[] => {
  if (target.length > count) return target.length % count === 0 ? target : target.slice(0, count);
  const last = target.at(-1);
  const after = last === undefined ? 0 : all.indexOf(last) + 1;
  return [...target, ...all.slice(after, after + count - target.length)];
};

/**
 * What typing texts into cells changes. Texts whose rows or columns divide those of the target repeat there; those of
 * more rows or columns go on below and to the right.
 * @param rows all shown rows
 * @param shown all shown columns
 */
export const typedInto = (
  texts: readonly (readonly string[])[],
  target: Block,
  rows: readonly PageSummary[],
  shown: readonly ColumnId[],
  words: ColumnWords,
): BlockChange => {
  const change = {
    values: [] as TypedInto[],
    refused: [] as Refused[],
    same: [] as Pick<TypedInto, 'id' | 'field'>[],
    fixed: 0,
    lost: 0,
  };
  const width = Math.max(...texts.map((row) => row.length), 0);
  if (target.columns.length === 0 || target.rows.length === 0 || width === 0) return change;
  const down = into(target.rows, texts.length, rows);
  const across = into(target.columns, width, shown);
  const put = (page: PageSummary, id: ColumnId, text: string): void => {
    const { path, text: shownText } = columns[id];
    if (path === null || !isEditable(page)) {
      if (text !== shownText(page, words)) change.fixed += 1;
      return;
    }
    const cell = { id: page.id, field: path };
    const checked = checkCell(path, text);
    const was = typedValue(page, path);
    if ((checked.ok ? (checked.value ?? '') : text) === was) change.same.push(cell);
    // Nothing was typed that could wait as a draft.
    else if (!checked.ok && text === '') change.fixed += 1;
    else if (!checked.ok) change.refused.push({ ...cell, text, reason: checked.reason });
    else change.values.push({ ...cell, value: checked.value });
  };
  for (const [at, page] of down.entries())
    for (const [place, id] of across.entries()) {
      const text = texts[at % texts.length]?.[place % width];
      if (text !== undefined) put(page, id, text);
    }
  for (const [at, row] of texts.entries())
    for (const [place, text] of row.entries())
      if (text !== '' && (at >= down.length || place >= across.length)) change.lost += 1;
  return change;
};

/** The texts that fill a block downwards from its first row. */
export const downOf = ({ rows, columns: ids }: Block): readonly (readonly string[])[] => {
  const [top] = rows;
  return top ? [ids.map((id) => copiedText(top, id))] : [];
};

const copiedText = (page: PageSummary, id: ColumnId): string => {
  const { path } = columns[id];
  return path === null ? '' : typedValue(page, path);
};

/** The cells of a block for the clipboard. Amounts are numbers and days are days; the texts of all others are as shown. */
export const copiedCells = (
  { rows, columns: ids }: Block,
  words: ColumnWords,
): readonly (readonly CopiedCell[])[] =>
  rows.map((page) =>
    ids.map((id) => {
      const { align, path, text } = columns[id];
      const value = align === 'end' && path !== null ? typedValue(page, path) : null;
      if (value !== null && /^-?\d+(\.\d+)?$/.test(value)) return { text: value, format: 'number' };
      const shown = text(page, words);
      const isDay = rangeKinds[id] === 'days' && /^\d{4}-\d\d-\d\d$/.test(shown);
      return { text: shown, format: isDay ? 'day' : 'text' };
    }),
  );
