import { z } from 'zod';
import type { Immutable } from '../members.ts';
import { lineKeys, placeOf, type LineKey, valueAt } from '../invoice/fields.ts';
import { type LinesEdit, cellsTaken, restructure } from '../invoice/lines-edit.ts';
import { invoiceLineSchema, type FieldPath, type InvoiceLine, type Origins } from '../invoice/model.ts';
import { isOfLines, linesTable, type InvoiceChange } from '../invoice/invoice-changes.ts';
import { correctInvoice, readUnder } from '../invoice/correct-invoice.ts';
import { latestCorrections } from '../invoice/field-corrections.ts';
import type { InvoiceRead } from '../invoice/read-invoice.ts';
import type { InvoiceEvent } from './event.ts';

type Lines = readonly InvoiceLine[];

/** Columns that identify a line, if no other line has the same value. */
const telling: readonly LineKey[] = ['name', 'amount'];

/** The cells that an edit types over or moves, by line. */
const cellsTouched = (edit: LinesEdit): ReadonlyMap<number, ReadonlySet<LineKey>> => {
  const paths: readonly FieldPath[] =
    edit.kind === 'paste'
      ? edit.cells.map(({ field }) => field)
      : edit.kind === 'move'
        ? [edit.from, edit.to]
        : [];
  const touched = new Map<number, Set<LineKey>>();
  for (const path of paths) {
    const place = placeOf(path);
    if (place?.kind === 'line')
      touched.set(place.index, (touched.get(place.index) ?? new Set()).add(place.key));
  }
  return touched;
};

const isAlone = (lines: Lines, key: LineKey, value: string): boolean =>
  lines.filter((line) => line[key] === value).length === 1;

/**
 * Whether the line at an index is the same in two extractions, ignoring some cells. It has a name or an
 * amount that is unique in both, or all its other cells are equal.
 */
const isSameLine = (one: Lines, other: Lines, index: number, but: ReadonlySet<LineKey>): boolean => {
  const [left, right] = [one[index], other[index]];
  if (!left || !right) return left === right;
  const others = lineKeys.filter((key) => !but.has(key));
  const isTold = (key: LineKey): boolean => {
    const value = left[key];
    return value !== null && value === right[key] && isAlone(one, key, value) && isAlone(other, key, value);
  };
  return (
    others.every((key) => left[key] === right[key]) || telling.some((key) => !but.has(key) && isTold(key))
  );
};

/**
 * Whether the lines that an edit types over or moves are the same in two extractions with equally many lines.
 */
const areSameLines = (one: Lines, other: Lines, edit: LinesEdit): boolean =>
  [...cellsTouched(edit)].every(([index, keys]) => isSameLine(one, other, index, keys));

/**
 * A three-way merge of the extraction that the user edited, the edit, and the current extraction. The edit
 * always wins; if the current extraction differs from both others, the user is asked.
 */

const text = z.string().nullable();

/**
 * A field that the user changed and that has another value in the current extraction: the earlier value, the user's,
 * and the current one.
 */
export const conflictSchema = z.object({ field: z.string(), before: text, mine: text, now: text });
export type Conflict = Immutable<z.infer<typeof conflictSchema>>;

/**
 * The lines, if their edits cannot be applied to the current extraction. The earlier lines keep the edits until the
 * user chooses.
 */
export const linesConflictSchema = z.object({
  before: z.array(invoiceLineSchema).readonly(),
  now: z.array(invoiceLineSchema).readonly(),
});
export type LinesConflict = Immutable<z.infer<typeof linesConflictSchema>>;

export type MergedExtraction = {
  /** The base of the edits: the new extraction, possibly with the lines of the earlier one. */
  readonly read: InvoiceRead;
  /** The extraction that the lines belong to, if it is not the displayed one. */
  readonly linesFrom: number | null;
  readonly conflicts: readonly Conflict[];
  /** Null if there is none, or if the user has kept their lines despite this extraction. */
  readonly linesConflict: LinesConflict | null;
};

type ReadExtraction = { readonly extractionId: number; readonly read: InvoiceRead };
type ExtractionLookup = (extractionId: number) => InvoiceRead | null;

/** The table edit of a change; null if it has none. A typed value is compared as a field. */
const linesEditOf = (change: InvoiceChange): LinesEdit | null => {
  if (change.kind === 'edit-lines') return change.edit;
  if (change.kind !== 'correct' || !isOfLines(change.field)) return null;
  return { kind: 'paste', cells: [{ field: change.field, value: null }] };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether edits made on some lines have the same effect on others. The number of lines must match, and so must the
 * lines that an edit removes or moves. An edit that types over a cell needs the same line, because two lines
 * with the same amount may have swapped places.
 */
const isAlike = (
  one: readonly InvoiceLine[],
  other: readonly InvoiceLine[],
  edits: readonly LinesEdit[],
): boolean => {
  if (one.length !== other.length) return false;
  let [left, right] = [one, other];
  for (const edit of edits) {
    if (!isSame(cellsTaken(left, edit), cellsTaken(right, edit)) || !areSameLines(left, right, edit))
      return false;
    [left, right] = [restructure(left, edit), restructure(right, edit)];
  }
  return true;
};

/** The base for edits of the lines: the newest later extraction on which the edits have the same effect. */
const baseOfLines = (
  edits: readonly InvoiceEvent[],
  now: ReadExtraction,
  extractionOf: ExtractionLookup,
): ReadExtraction => {
  let base: ReadExtraction | null = null;
  let applied: LinesEdit[] = [];
  const rebase = (to: ReadExtraction): void => {
    if (base === null || isAlike(base.read.invoice.lines, to.read.invoice.lines, applied)) base = to;
  };
  for (const { change, extractionId } of edits) {
    if (change.kind === 'revert' && change.field === linesTable) [base, applied] = [null, []];
    const ofLines = linesEditOf(change);
    if (!ofLines) continue;
    const read = extractionId === null ? null : extractionOf(extractionId);
    rebase(read && extractionId !== null ? { extractionId, read } : now);
    applied.push(ofLines);
  }
  rebase(now);
  return base ?? now;
};

const linesOf = (origins: Origins): Origins =>
  Object.fromEntries(Object.entries(origins).filter(([path]) => isOfLines(path)));
const othersOf = (origins: Origins): Origins =>
  Object.fromEntries(Object.entries(origins).filter(([path]) => !isOfLines(path)));

/** An extraction with the lines of another. */
const withLinesOf = (read: InvoiceRead, lines: InvoiceRead): InvoiceRead => ({
  invoice: { ...read.invoice, lines: lines.invoice.lines },
  origins: { ...othersOf(read.origins), ...linesOf(lines.origins) },
  findings: [
    ...read.findings.filter(({ fields }) => !fields.some(isOfLines)),
    ...lines.findings.filter(({ fields }) => fields.some(isOfLines)),
  ],
});

const isKept = (edits: readonly InvoiceEvent[], shown: number): boolean =>
  edits.some(
    ({ change, extractionId }) =>
      change.kind === 'keep' && change.field === linesTable && extractionId === shown,
  );

/**
 * @param edits the effective events about the invoice, oldest first
 * @param extractionOf the contents of an extraction of the page; null if it was deleted
 */
export const mergeExtractions = (
  edits: readonly InvoiceEvent[],
  now: ReadExtraction,
  extractionOf: ExtractionLookup,
): MergedExtraction => {
  const older = edits.some(({ extractionId }) => extractionId !== null && extractionId !== now.extractionId);
  if (!older) return { read: now.read, linesFrom: null, conflicts: [], linesConflict: null };
  const base = baseOfLines(edits, now, extractionOf);
  const keepsEarlierLines = base.extractionId !== now.extractionId;
  const read = keepsEarlierLines ? withLinesOf(now.read, base.read) : now.read;
  const changes = edits.map(({ change }) => change);
  const value = correctInvoice(read.invoice, changes);
  const nowUnder = readUnder(now.read.invoice, changes);

  const conflicts = [...latestCorrections(edits).values()].flatMap(({ field, event }): Conflict[] => {
    const { extractionId } = event;
    if (extractionId === null || extractionId === now.extractionId) return [];
    if (keepsEarlierLines && isOfLines(field)) return [];
    const readBefore = extractionOf(extractionId);
    if (!readBefore) return [];
    const before = valueAt(readUnder(readBefore.invoice, changes), field);
    const [mine, newly] = [valueAt(value, field), valueAt(nowUnder, field)];
    return before === newly || newly === mine ? [] : [{ field, before, mine, now: newly }];
  });
  const isOpen =
    keepsEarlierLines && !isKept(edits, now.extractionId) && !isSame(value.lines, now.read.invoice.lines);
  return {
    read,
    linesFrom: keepsEarlierLines ? base.extractionId : null,
    conflicts,
    linesConflict: isOpen ? { before: base.read.invoice.lines, now: now.read.invoice.lines } : null,
  };
};
