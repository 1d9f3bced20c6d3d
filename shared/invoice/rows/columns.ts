import { fold } from '../characters.ts';
import type { BlocksByElement, ReadLine } from '../element-blocks.ts';
import { lineFields, serviceLineKeys, type ServiceLineKey } from '../fields.ts';
import type { PlacedLine } from './page-frame.ts';

/** The columns that have one line per row; the name column has one or more. */
export type CellKey = Exclude<ServiceLineKey, 'name'>;
export const cellKeys = serviceLineKeys.filter((key): key is CellKey => key !== 'name');

export type Columns<Line extends ReadLine> = Readonly<Record<ServiceLineKey, readonly Line[]>>;

/** The cells of a line item before they are parsed; null if not read. */
export type RowCells = {
  readonly name: readonly ReadLine[];
  readonly unitPrice: ReadLine | null;
  readonly amount: ReadLine | null;
  readonly taxRate: ReadLine | null;
  readonly tax: ReadLine | null;
};

/** Printed heads of the columns, which some extractions include. */
const heads = new Set([
  '货物或应税劳务、服务名称',
  '货物或应税劳务名称',
  '项目名称',
  '规格型号',
  '单位',
  '数量',
  '单价',
  '金额',
  '税率',
  '税率/征收率',
  '征收率',
  '税额',
]);

export const compact = (text: string): string => fold(text).replace(/\s+/g, '');

/** The goods columns with all their lines, from every region and block of each element. */
export const columnsOf = (blocks: BlocksByElement): Columns<ReadLine> => {
  const column = (key: ServiceLineKey): readonly ReadLine[] =>
    (blocks.get(lineFields[key].element) ?? [])
      .flatMap(({ lines }) => lines)
      .filter(({ text }) => !heads.has(compact(text)));
  return {
    name: column('name'),
    unitPrice: column('unitPrice'),
    amount: column('amount'),
    taxRate: column('taxRate'),
    tax: column('tax'),
  };
};

/** Maps the lines of every column. */
export const mapColumns = <From extends ReadLine, To extends ReadLine>(
  columns: Columns<From>,
  map: (lines: readonly From[]) => readonly To[],
): Columns<To> => ({
  name: map(columns.name),
  unitPrice: map(columns.unitPrice),
  amount: map(columns.amount),
  taxRate: map(columns.taxRate),
  tax: map(columns.tax),
});

export const lineCount = (columns: Columns<ReadLine>): number =>
  serviceLineKeys.reduce((count, key) => count + columns[key].length, 0);

/** Sorts from top to bottom. Lines that are already sorted, as most are, are returned unchanged. */
export const byAcross = (lines: readonly PlacedLine[]): readonly PlacedLine[] =>
  lines.every(({ across }, index) => index === 0 || (lines[index - 1]?.across ?? across) <= across)
    ? lines
    : [...lines].sort((one, other) => one.across - other.across);

export const medianOf = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Distances between neighbours of an ascending list. */
export const gapsOf = (ascending: readonly number[]): readonly number[] =>
  ascending.slice(1).map((value, index) => value - (ascending[index] ?? 0));

/** The smallest distance between neighbours of an ascending list; infinite if there are none. */
export const leastGapOf = (ascending: readonly number[]): number => {
  let least = Infinity;
  for (let index = 1; index < ascending.length; index += 1)
    least = Math.min(least, (ascending[index] ?? 0) - (ascending[index - 1] ?? 0));
  return least;
};

/** The lower quartile of the values; null if there are none. */
export const lowerQuartile = (values: readonly number[]): number | null =>
  Float64Array.from(values).sort()[Math.floor((values.length - 1) / 4)] ?? null;
