import { isRateToken } from '../../../../../shared/invoice/tokens.ts';
import type { LineKey } from '../../../../../shared/invoice/fields.ts';
import type { Cell } from './goods-rows.ts';
import type { Head } from './labels.ts';
import { gapBetween, type Run } from './runs.ts';

const isFigure = (text: string): boolean => /^[-−－]?[\d,]+(?:\.\d+)?$/.test(text);
const isAmount = (text: string): boolean => /^[¥￥]?[-−－]?[¥￥]?[\d,]+\.\d{2}$/.test(text);

/** Whether a text is possible in a column. */
const fits = (text: string, column: LineKey | null): boolean => {
  switch (column) {
    case 'quantity':
    case 'unitPrice':
      return isFigure(text);
    case 'amount':
      return isAmount(text);
    case 'taxRate':
      return text.endsWith('%') || isRateToken(text);
    case 'tax':
      return isAmount(text) || isRateToken(text);
    case 'unit':
      return !isAmount(text) && text.length <= 8;
    case 'name':
    case 'specification':
    case null:
      return true;
    default:
      return column satisfies never;
  }
};

const [misfit, leftOut, sameColumn] = [6, 9, 0.5];
/** Columns with words, and the widest gap between two words in ems. */
const wordy: ReadonlySet<LineKey> = new Set(['name', 'specification', 'unit']);
const widestBlank = 1.2;
const centre = ({ box }: Run): number => box.x + box.w / 2;

const cost = (run: Run, { column, run: head }: Head): number => {
  const text = run.text.replace(/\s+/g, '');
  const apart = Math.abs(centre(run) - centre(head)) / head.size / 4;
  return apart + (fits(text, column) ? 0 : misfit);
};

type Best = { readonly cost: number; readonly columns: readonly (number | null)[] };

/** Assigns the texts of one line to heads in order, at the lowest cost. */
const assignLine = (line: readonly Run[], heads: readonly Head[]): readonly (number | null)[] => {
  // best[h]: the lowest cost for the texts so far if the last head used is below h.
  let best: Best[] = Array.from({ length: heads.length + 1 }, () => ({ cost: 0, columns: [] }));
  let previous: Run | null = null;
  for (const run of line) {
    const next: Best[] = [];
    const gap = previous ? gapBetween(previous, run) : null;
    for (let count = 0; count <= heads.length; count += 1) {
      const without = best[count] ?? { cost: Infinity, columns: [] };
      let chosen: Best = { cost: without.cost + leftOut, columns: [...without.columns, null] };
      const fewer = next[count - 1];
      if (fewer && fewer.cost < chosen.cost) chosen = fewer;
      // The next word of a name: a text close behind may be in the same column.
      const last = without.columns.at(-1);
      const same = heads[last ?? -1];
      if (gap !== null && gap < widestBlank && last === count - 1 && same?.column && wordy.has(same.column)) {
        const total = without.cost + sameColumn + gap;
        if (total < chosen.cost) chosen = { cost: total, columns: [...without.columns, last] };
      }
      const head = heads[count - 1];
      const before = best[count - 1];
      if (head && before) {
        const total = before.cost + cost(run, head);
        if (total < chosen.cost) chosen = { cost: total, columns: [...before.columns, count - 1] };
      }
      next.push(chosen);
    }
    best = next;
    previous = run;
  }
  return best.at(-1)?.columns ?? [];
};

const sameLine = 0.5;
const mostCells = 40;

export type AssignedCells = {
  readonly cells: readonly Cell[];
  /** Texts that fit no column; those of columns that are left out do not count. */
  readonly leftOver: number;
};

/** Assigns the texts of a goods table to its columns, line by line, in the order of the heads. */
export const assignColumns = (runs: readonly Run[], heads: readonly Head[]): AssignedCells => {
  const sorted = runs.toSorted((one, other) => one.baseline - other.baseline);
  const lines: Run[][] = [];
  for (const run of sorted) {
    const open = lines.at(-1);
    const first = open?.[0];
    if (open && first && run.baseline - first.baseline < sameLine * Math.max(first.size, run.size))
      open.push(run);
    else lines.push([run]);
  }
  let leftOver = 0;
  const cells = lines.flatMap((line) => {
    const inOrder = line.toSorted((one, other) => one.box.x - other.box.x).slice(0, mostCells);
    const columns = assignLine(inOrder, heads);
    leftOver += line.length - inOrder.length;
    return inOrder.flatMap((run, index) => {
      const head = heads[columns[index] ?? -1];
      if (!head) leftOver += 1;
      return head?.column ? [{ column: head.column, run }] : [];
    });
  });
  return { cells, leftOver };
};
