import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import { kindNames, shortKindNames, unknownKind } from '../../../shared/texts/names.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import { checkTyped } from '../../../shared/invoice/typed-value.ts';
import { rangeKinds, type ColumnId } from '../../state/batch-view.ts';
import type { CheckedText } from '../../state/typed.ts';
import { columns, typedValue, type ColumnWords } from './columns.ts';
import type { CopiedCell } from './table-clipboard.ts';

/** Cells of some rows and columns, in the order in which they are shown. */
export type Block = { readonly rows: readonly PageSummary[]; readonly columns: readonly ColumnId[] };

type Active = { readonly id: PageId | null; readonly column: number; readonly from: number | null };

/** The selected cells: those of the selected rows, else of the active one, from the column where the block begins. */
export const blockOf = (
  rows: readonly PageSummary[],
  shown: readonly ColumnId[],
  selected: ReadonlySet<PageId>,
  { id: active, column, from }: Active,
): Block => {
  const some = selected.size > 0 ? rows.filter(({ id }) => selected.has(id)) : [];
  const [low, high] =
    from === null ? [0, shown.length - 1] : [Math.min(from, column), Math.max(from, column)];
  return {
    rows: some.length > 0 ? some : rows.filter(({ id }) => id === active),
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
  /** Cells with another text than the one for them, which can't be edited here. */
  readonly fixed: number;
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

export const isEditable = (page: PageSummary): boolean =>
  page.state === 'recognized' && page.service === 'vat-invoice';

/**
 * What typing texts into cells changes. A block of one cell fills all; a block whose rows divide the target's repeats;
 * any other begins at the first cell and goes on below it.
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
  const width = Math.max(...texts.map((row) => row.length), 0);
  const first = target.columns[0];
  const top = target.rows[0];
  if (first === undefined || !top || width === 0) return { values: [], refused: [], fixed: 0 };
  const repeats = target.rows.length > texts.length && target.rows.length % texts.length === 0;
  const start = rows.indexOf(top);
  const into = repeats || target.rows.length > 1 ? target.rows : rows.slice(start, start + texts.length);
  const from = shown.indexOf(first);
  const across = width === 1 ? target.columns : shown.slice(from, from + width);
  const change = { values: [] as TypedInto[], refused: [] as Refused[], fixed: 0 };
  for (const [at, page] of into.entries()) {
    const texted = texts[repeats ? at % texts.length : at];
    if (!texted) break;
    for (const [place, id] of across.entries()) {
      const text = texted[width === 1 ? 0 : place];
      if (text === undefined) continue;
      const { path, text: shownText } = columns[id];
      if (path === null || !isEditable(page)) {
        if (text !== shownText(page, words)) change.fixed += 1;
        continue;
      }
      const checked = checkCell(path, text);
      if (!checked.ok) change.refused.push({ id: page.id, field: path, text, reason: checked.reason });
      else if ((checked.value ?? '') !== typedValue(page, path))
        change.values.push({ id: page.id, field: path, value: checked.value });
    }
  }
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
