import { maxLines, type LineKey } from '../../../../../shared/invoice/fields.ts';
import { centsOf } from '../../../../../shared/invoice/money.ts';
import { rowFindingTexts } from '../../../../../shared/texts/row-findings.ts';
import { putRuns, type InvoiceDraft } from './draft.ts';
import { textOfRuns, type Run } from './runs.ts';

/** A text of the goods table, and its column. */
export type Cell = { readonly column: LineKey; readonly run: Run };

type Row = Map<LineKey, Run[]>;

/** Every name begins with its class of goods between asterisks, if the producer prints it. */
const beginsName = (text: string): boolean => /^\s*[*＊][^*＊]+[*＊]/.test(text);
/** Rows that sum up others. */
const isSum = (text: string): boolean =>
  /^[*＊]?(?:小计|合计|总计|原价合计|折扣额合计|本页小计)$/.test(text.replace(/\s/g, ''));

const sameLine = 0.55;
const wrapping = new Set<LineKey>(['name', 'specification', 'unit']);

/** Cells on one line of the page, from top to bottom. */
const clustersOf = (cells: readonly Cell[]): readonly (readonly Cell[])[] => {
  const sorted = cells.toSorted(
    (one, other) => one.run.page - other.run.page || one.run.baseline - other.run.baseline,
  );
  const clusters: Cell[][] = [];
  for (const cell of sorted) {
    const open = clusters.at(-1);
    const first = open?.[0]?.run;
    const isSame =
      first !== undefined &&
      first.page === cell.run.page &&
      cell.run.baseline - first.baseline < sameLine * Math.max(first.size, cell.run.size);
    if (open && isSame) open.push(cell);
    else clusters.push([cell]);
  }
  return clusters;
};

const textOf = (row: Row, column: LineKey): string =>
  (row.get(column) ?? []).map(({ text }) => text.trim()).join('');

/** Whether a line of the table starts a new row or continues the one above. */
const opensRow = (row: Row, cluster: readonly Cell[]): boolean => {
  const name = cluster.find(({ column }) => column === 'name');
  if (name && beginsName(name.run.text) && row.has('name')) return true;
  return cluster.some(({ column }) => !wrapping.has(column) && row.has(column));
};

/** The rows of the table; a wrapped name belongs to one row. */
const rowsOf = (cells: readonly Cell[]): readonly Row[] => {
  const rows: Row[] = [];
  for (const cluster of clustersOf(cells)) {
    let row = rows.at(-1);
    if (!row || opensRow(row, cluster)) {
      row = new Map();
      rows.push(row);
    }
    for (const { column, run } of cluster.toSorted((one, other) => one.run.box.x - other.run.box.x))
      row.set(column, [...(row.get(column) ?? []), run]);
  }
  return rows.filter((row) => !isSum(textOf(row, 'name')));
};

/** Groups the cells of the goods table into rows by position, and adds the rows to a draft. */
export const putRows = (draft: InvoiceDraft, cells: readonly Cell[]): void => {
  const found = rowsOf(cells);
  const rows = found.slice(0, maxLines);
  draft.lineCount = rows.length;
  for (const [index, row] of rows.entries())
    for (const [column, runs] of row) {
      const text = wrapping.has(column) ? textOfRuns(runs) : runs.map((run) => run.text.trim()).join('');
      putRuns(draft, `lines.${index}.${column}`, runs, text);
    }
  checkRows(draft, found);
};

/** If the amounts miss the total, a row was not read or two rows were merged. */
const checkRows = (draft: InvoiceDraft, rows: readonly Row[]): void => {
  const total = centsOf(draft.values.get('total') ?? null);
  if (total === null || rows.length === 0) return;
  let sum = 0;
  for (const index of rows.keys()) {
    const cents = centsOf(draft.values.get(`lines.${index}.amount`) ?? null);
    if (cents === null) {
      sum = NaN;
      break;
    }
    sum += cents;
  }
  if (sum === total) return;
  const fields = [...rows.keys()].map((index) => `lines.${index}.amount`);
  draft.findings.push({ id: 'rows-settled', fields, message: rowFindingTexts['amounts-off'] });
};
