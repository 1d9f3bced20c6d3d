import type { Bilingual } from '../language.ts';
import { trimNoted, type Normalized } from './characters.ts';
import type { BlocksByElement, ReadLine } from './element-blocks.ts';
import { emptyLine } from './empty-invoice.ts';
import { serviceLineKeys } from './fields.ts';
import type { FieldPath, InvoiceLine, Origin, Step } from './model.ts';
import { centsOf, readMoney, readUnitPrice, type Cents } from './money.ts';
import { readRate } from './rates.ts';
import { columnsOf, type CellKey, type Columns, type RowCells } from './rows/match-column.ts';
import { type PageDirection, quadAround } from './rows/page-direction.ts';
import { isUpsideDown } from './rows/upside-down.ts';
import { rowFindingTexts } from '../texts/findings.ts';
import type { RowFinding } from './rows/row-finding.ts';
import { settleRows, type SettledRows } from './rows/settle-rows.ts';
import { dropSums } from './rows/sum-rows.ts';
import { readerFindingTexts } from '../texts/reader-findings.ts';

/** An uncertainty of the extraction, with the fields concerned. */
export type ReaderFinding = {
  readonly id: string;
  readonly fields: readonly FieldPath[];
  readonly message: Bilingual;
  /** `ok` and `info` report what was made certain; left out for the usual level of an uncertainty. */
  readonly level?: 'ok' | 'info' | 'warn';
};

type ReadLines = {
  readonly lines: readonly InvoiceLine[];
  /** By path, from `lines.0.name` on. */
  readonly origins: readonly (readonly [FieldPath, Origin])[];
  readonly findings: readonly ReaderFinding[];
};

/** Extracts the line items. `total` is the invoice's total, used to detect amounts that were not read. */
export const readLines = (
  blocks: BlocksByElement,
  frame: PageDirection | null,
  total: string | null,
): ReadLines => {
  const columns = columnsOf(blocks);
  const settled = dropSums(settleRows(columns, frame, amountsAreComplete(columns, total)), centsOf(total));
  const read = settled.rows.map((row, index) => readRow(row, index, frame?.angle ?? 0));
  const paths = (rows: readonly number[]): readonly FieldPath[] =>
    (rows.length > 0 ? rows : read.map((_, index) => index)).flatMap((index) =>
      serviceLineKeys.map((key) => `lines.${index}.${key}`),
    );
  return {
    lines: read.map(({ line }) => line),
    origins: read.flatMap(({ origins }) => origins),
    findings: [
      ...findingsOf(settled, blocks, frame, total).map((finding) => rowsFinding(finding, paths)),
      ...read.flatMap(({ unreadable }) => unreadable.map(unreadableFinding)),
    ],
  };
};

/**
 * Every name begins with its class of goods between asterisks. A line inside a name that begins so starts
 * another name.
 */
const beginsName = ({ text }: ReadLine): boolean => /^\s*[*＊][^*＊]+[*＊]/.test(text);

/** Row positions can seem certain and still be wrong if an amount was not read. */
const findingsOf = (
  { rows, findings }: SettledRows,
  blocks: BlocksByElement,
  frame: PageDirection | null,
  total: string | null,
): readonly RowFinding[] => {
  if (findings.length > 0) return findings;
  const deceived = [...twoNames(rows), ...amountsOff(rows, centsOf(total))];
  return rows.length > 0 && frame && isUpsideDown(blocks, frame)
    ? [{ reason: 'upside-down', rows: [] }, ...deceived]
    : deceived;
};

/** Incomplete or wrapped rows may be wrong. If the amounts miss the total, an amount was not read. */
const amountsOff = (rows: readonly RowCells[], total: Cents | null): readonly RowFinding[] => {
  const isOpen = rows.some(
    ({ name, unitPrice, taxRate, tax }) => name.length !== 1 || !unitPrice || !taxRate || !tax,
  );
  if (total === null || !isOpen) return [];
  let sum: Cents = 0;
  for (const { amount } of rows) {
    const cents = amount ? centsOf(readMoney(amount.text).value) : null;
    if (cents === null) return [];
    sum += cents;
  }
  return sum === total ? [] : [{ reason: 'amounts-off', rows: [] }];
};

const twoNames = (rows: readonly RowCells[]): readonly RowFinding[] => {
  const uncertain = rows.flatMap(({ name }, index) => (name.slice(1).some(beginsName) ? [index] : []));
  return uncertain.length > 0 ? [{ reason: 'two-names', rows: uncertain }] : [];
};

const rowsFinding = (
  { reason, rows }: RowFinding,
  paths: (rows: readonly number[]) => readonly FieldPath[],
): ReaderFinding => ({ id: 'rows-settled', fields: paths(rows), message: rowFindingTexts[reason] });

/** A text is present but is not a value of its kind. */
export const unreadableFinding = ({
  path,
  raw,
}: {
  readonly path: FieldPath;
  readonly raw: string;
}): ReaderFinding => ({
  id: 'value-unreadable',
  fields: [path],
  message: readerFindingTexts.unreadable(raw),
});

/** Letters in a date were taken for digits, so it may be another day. */
export const repairedDateFinding = (path: FieldPath, raw: string): ReaderFinding => ({
  id: 'date-repaired',
  fields: [path],
  message: readerFindingTexts.repairedDate(raw),
});

const amountsAreComplete = (columns: Columns<ReadLine>, total: string | null): boolean => {
  const target = centsOf(total);
  let sum: Cents = 0;
  for (const { text } of columns.amount) {
    const cents = centsOf(readMoney(text).value);
    if (cents === null) return false;
    sum += cents;
  }
  return target !== null && sum === target;
};

type ReadRow = {
  readonly line: InvoiceLine;
  readonly origins: readonly (readonly [FieldPath, Origin])[];
  readonly unreadable: readonly { readonly path: FieldPath; readonly raw: string }[];
};

const readers: Readonly<Record<CellKey, (raw: string) => Normalized>> = {
  unitPrice: readUnitPrice,
  amount: readMoney,
  taxRate: readRate,
  tax: readMoney,
};

const readRow = (row: RowCells, index: number, angle: number): ReadRow => {
  const origins: (readonly [FieldPath, Origin])[] = [];
  const unreadable: { path: FieldPath; raw: string }[] = [];
  const read = (key: CellKey): string | null => {
    const cell = row[key];
    if (!cell) return null;
    const path = `lines.${index}.${key}`;
    const { value, steps } = readers[key](cell.text);
    origins.push([path, { raw: cell.text, score: cell.score, quad: cell.quad, steps }]);
    if (value === null) unreadable.push({ path, raw: cell.text });
    return value;
  };
  const name = joinName(row.name);
  if (name !== null) origins.push([`lines.${index}.name`, originOfName(row.name, angle)]);
  const line: InvoiceLine = {
    ...emptyLine,
    name,
    unitPrice: read('unitPrice'),
    amount: read('amount'),
    taxRate: read('taxRate'),
    tax: read('tax'),
  };
  return { line, origins, unreadable };
};

/** A wrapped name is joined in reading order without the newline. */
const joinName = (lines: readonly ReadLine[]): string | null =>
  lines
    .map(({ text }) => text)
    .join('')
    .trim() || null;

const originOfName = (lines: readonly ReadLine[], angle: number): Origin => ({
  raw: lines.map(({ text }) => text).join('\n'),
  score: leastScore(lines),
  quad: quadAround(
    lines.map(({ quad }) => quad).filter((quad) => quad !== null),
    angle,
  ),
  steps: stepsOfName(lines),
});

const stepsOfName = (lines: readonly ReadLine[]): readonly Step[] => {
  const steps: Step[] = lines.length > 1 ? [{ id: 'lines-joined' }] : [];
  trimNoted(lines.map(({ text }) => text).join(''), steps);
  return steps;
};

/** The lowest confidence among some lines; null if none has any. */
export const leastScore = (lines: readonly ReadLine[]): number | null => {
  let least: number | null = null;
  for (const { score } of lines) if (score !== null && (least === null || score < least)) least = score;
  return least;
};
