import { z } from 'zod';
import { emptyLine } from './empty-invoice.ts';
import { lineKeys, maxLines, placeOf, type LineKey } from './fields.ts';
import type { FieldPath, InvoiceLine } from './model.ts';

/** Edits of the line items as a table. Line indices start at 0. */
const lineIndex = z
  .int()
  .min(0)
  .max(maxLines - 1);
const linePath = z
  .string()
  .max(40)
  .refine((path) => placeOf(path)?.kind === 'line');

export const linesEditSchema = z.discriminatedUnion('kind', [
  /** Inserts an empty line before the line at this index. */
  z.object({ kind: z.literal('add'), at: lineIndex }).strict(),
  z.object({ kind: z.literal('delete'), at: lineIndex }).strict(),
  /** Joins a line to the one above: concatenates the names and fills empty cells above. */
  z.object({ kind: z.literal('merge'), at: lineIndex.min(1) }).strict(),
  /** Moves a value to another cell, and that cell's value back to the first. */
  z.object({ kind: z.literal('move'), from: linePath, to: linePath }).strict(),
  /** Several cells at once, such as a block pasted from a spreadsheet. */
  z
    .object({
      kind: z.literal('paste'),
      cells: z
        .array(z.object({ field: linePath, value: z.string().max(10_000).nullable() }).strict())
        .min(1)
        .max(lineKeys.length * maxLines),
    })
    .strict(),
]);
export type LinesEdit = z.infer<typeof linesEditSchema>;

/** The lines with one cell set; missing lines up to it are added. */
export const withCell = (
  lines: readonly InvoiceLine[],
  index: number,
  key: LineKey,
  value: string | null,
): readonly InvoiceLine[] => {
  const count = Math.min(maxLines, Math.max(lines.length, index + 1));
  return Array.from({ length: count }, (_, at) => {
    const line = lines[at] ?? emptyLine;
    return at === index ? { ...line, [key]: value } : line;
  });
};

/** The lines, extended with empty ones up to an index. */
export const reaching = (lines: readonly InvoiceLine[], index: number): readonly InvoiceLine[] => {
  const missing = Math.min(maxLines, index + 1) - lines.length;
  return missing > 0 ? [...lines, ...Array.from({ length: missing }, () => emptyLine)] : lines;
};

const merged = (above: InvoiceLine, below: InvoiceLine): InvoiceLine => {
  const names = [above.name, below.name].filter((name) => name !== null);
  const filled = Object.fromEntries(lineKeys.map((key) => [key, above[key] ?? below[key]]));
  return { ...emptyLine, ...filled, name: names.length === 0 ? null : names.join('') };
};

/** Whether an edit is valid for a table with this number of lines. */
export const isPossible = (edit: LinesEdit, count: number): boolean => {
  if (edit.kind === 'add') return edit.at <= count && count < maxLines;
  if (edit.kind === 'delete' || edit.kind === 'merge') return edit.at < count;
  const paths = edit.kind === 'move' ? [edit.from, edit.to] : edit.cells.map(({ field }) => field);
  // A pasted block may extend below the last line, a moved value to the line after it.
  const most = edit.kind === 'move' ? count + 1 : maxLines;
  return paths.every((path) => {
    const place = placeOf(path);
    return place?.kind === 'line' && place.index < most;
  });
};

const cellOf = (lines: readonly InvoiceLine[], path: FieldPath): string | null => {
  const place = placeOf(path);
  return place?.kind === 'line' ? (lines[place.index]?.[place.key] ?? null) : null;
};

const setCell = (
  lines: readonly InvoiceLine[],
  path: FieldPath,
  value: string | null,
): readonly InvoiceLine[] => {
  const place = placeOf(path);
  return place?.kind === 'line' ? withCell(lines, place.index, place.key, value) : lines;
};

/**
 * The lines after an edit; unchanged if the edit is not valid for them.
 * @param read reads a typed value by the rules of its field
 */
export const editLines = (
  lines: readonly InvoiceLine[],
  edit: LinesEdit,
  read: (field: FieldPath, value: string) => string | null,
): readonly InvoiceLine[] => {
  if (!isPossible(edit, lines.length)) return lines;
  switch (edit.kind) {
    case 'add':
      return lines.toSpliced(edit.at, 0, emptyLine);
    case 'delete':
      return lines.toSpliced(edit.at, 1);
    case 'merge':
      return lines.toSpliced(
        edit.at - 1,
        2,
        merged(lines[edit.at - 1] ?? emptyLine, lines[edit.at] ?? emptyLine),
      );
    case 'move': {
      const [from, to] = [cellOf(lines, edit.from), cellOf(lines, edit.to)];
      return setCell(setCell(lines, edit.from, to), edit.to, from);
    }
    case 'paste':
      return edit.cells.reduce(
        (changed, { field, value }) => setCell(changed, field, value === null ? null : read(field, value)),
        lines,
      );
    default:
      return edit satisfies never;
  }
};

/** The lines after the structural part of an edit, without the values that it types. */
export const restructure = (lines: readonly InvoiceLine[], edit: LinesEdit): readonly InvoiceLine[] => {
  if (edit.kind !== 'paste') return editLines(lines, edit, () => null);
  if (!isPossible(edit, lines.length)) return lines;
  const places = edit.cells.map(({ field }) => placeOf(field));
  return reaching(lines, Math.max(...places.map((place) => (place?.kind === 'line' ? place.index : -1))));
};

/** The values that an edit removes, joins or moves. Typed values have no source cell. */
export const cellsTaken = (lines: readonly InvoiceLine[], edit: LinesEdit): readonly unknown[] => {
  switch (edit.kind) {
    case 'add':
    case 'paste':
      return [];
    case 'delete':
      return [lines[edit.at]];
    case 'merge':
      return [lines[edit.at - 1], lines[edit.at]];
    case 'move':
      return [cellOf(lines, edit.from), cellOf(lines, edit.to)];
    default:
      return edit satisfies never;
  }
};

/** The path of a value after an edit; null if its line was deleted. */
export const pathAfter = (edit: LinesEdit, path: FieldPath): FieldPath | null => {
  const place = placeOf(path);
  if (place?.kind !== 'line') return path;
  const { index, key } = place;
  const at = (line: number): FieldPath => `lines.${line}.${key}`;
  switch (edit.kind) {
    case 'add':
      return index >= edit.at ? at(index + 1) : path;
    case 'delete':
      return index === edit.at ? null : at(index > edit.at ? index - 1 : index);
    case 'merge':
      return at(index >= edit.at ? index - 1 : index);
    case 'move':
      return path === edit.from ? edit.to : path === edit.to ? edit.from : path;
    case 'paste':
      return path;
    default:
      return edit satisfies never;
  }
};

/** The values that the user placed with an edit, by their paths after it. */
export const settledBy = (edit: LinesEdit): readonly FieldPath[] => {
  switch (edit.kind) {
    case 'add':
      return lineKeys.map((key) => `lines.${edit.at}.${key}`);
    case 'delete':
      return [];
    case 'merge':
      return lineKeys.map((key) => `lines.${edit.at - 1}.${key}`);
    case 'move':
      return [edit.from, edit.to];
    case 'paste':
      return edit.cells.map(({ field }) => field);
    default:
      return edit satisfies never;
  }
};
