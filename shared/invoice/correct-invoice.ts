import { isOfLines, knownChanges, linesTable, type InvoiceChange } from './invoice-changes.ts';
import { fieldOf, placeOf, valueAt, type HeaderKey, type PartyRole } from './fields.ts';
import { kindOfCode, unknownKind } from './kind.ts';
import {
  editLines,
  pathAfter,
  reaching,
  restructure,
  settledBy,
  withCell,
  type LinesEdit,
} from './lines-edit.ts';
import type { FieldPath, Invoice } from './model.ts';
import { readValue } from './read-value.ts';

/** The corrected invoice, and the extracted invoice with its lines in the order that the user chose. */
type Sides = { readonly value: Invoice; readonly asRead: Invoice };

/**
 * Applies the user's corrections in order. A typed value follows the same rules as a printed one. A text that
 * is not a valid value is kept as typed, and a check reports it. A correction of a line beyond the last one
 * adds the line. Review events on unknown paths have no effect.
 */
export const correctInvoice = (invoice: Invoice, changes: readonly InvoiceChange[]): Invoice =>
  withKindOfCode(sidesOf(invoice, changes).value, changes);

/**
 * The extracted invoice, with its values at the paths they have after the user's line edits. Joined lines
 * contain both extracted texts; a line that the user added is empty.
 */
export const readUnder = (invoice: Invoice, changes: readonly InvoiceChange[]): Invoice =>
  sidesOf(invoice, changes).asRead;

const sidesOf = (invoice: Invoice, changes: readonly InvoiceChange[]): Sides => {
  let sides: Sides = { value: invoice, asRead: invoice };
  for (const change of knownChanges(changes)) sides = afterChange(sides, change, invoice);
  return sides;
};

const afterChange = ({ value, asRead }: Sides, change: InvoiceChange, invoice: Invoice): Sides => {
  switch (change.kind) {
    case 'correct': {
      const typed = change.value === null ? null : readTyped(change.field, change.value);
      return { value: withValue(value, change.field, typed), asRead: withRoomFor(asRead, change.field) };
    }
    case 'edit-lines':
      return {
        value: { ...value, lines: editLines(value.lines, change.edit, readTyped) },
        asRead: { ...asRead, lines: restructure(asRead.lines, change.edit) },
      };
    case 'revert':
      return change.field === linesTable
        ? { value: { ...value, lines: invoice.lines }, asRead: { ...asRead, lines: invoice.lines } }
        : {
            value: withValue(value, change.field, valueAt(asRead, change.field)),
            asRead: withRoomFor(asRead, change.field),
          };
    case 'keep':
    case 'accept':
      return { value, asRead };
    default:
      return change satisfies never;
  }
};

const withValue = (invoice: Invoice, path: FieldPath, value: string | null): Invoice => {
  const place = placeOf(path);
  if (!place) return invoice;
  if (place.kind === 'kind') return { ...invoice, kind: value ?? unknownKind };
  if (place.kind === 'header') return withHeader(invoice, place.key, value);
  if (place.kind === 'party') return withParty(invoice, place.role, place.key, value);
  return { ...invoice, lines: withCell(invoice.lines, place.index, place.key, value) };
};

const withRoomFor = (invoice: Invoice, path: FieldPath): Invoice => {
  const place = placeOf(path);
  return place?.kind === 'line' ? { ...invoice, lines: reaching(invoice.lines, place.index) } : invoice;
};

/** An empty text empties the field. */
const readTyped = (field: FieldPath, value: string): string | null => {
  if (value.trim() === '') return null;
  return readValue(value, fieldOf(field)?.kind ?? 'text').value ?? value.trim();
};

const withHeader = (invoice: Invoice, key: HeaderKey, value: string | null): Invoice => ({
  ...invoice,
  [key]: value,
});

const withParty = (
  invoice: Invoice,
  role: PartyRole,
  key: keyof Invoice['buyer'],
  value: string | null,
): Invoice => ({ ...invoice, [role]: { ...invoice[role], [key]: value } });

/** A corrected code implies another kind, unless the user set the kind. */
const withKindOfCode = (invoice: Invoice, changes: readonly InvoiceChange[]): Invoice => {
  const corrected = correctedPaths(changes);
  if (!corrected.has('code') || corrected.has('kind') || invoice.code === null) return invoice;
  const kind = kindOfCode(invoice.code);
  return kind === unknownKind ? invoice : { ...invoice, kind };
};

/**
 * The corrected paths, under their current names: added or deleted lines have moved those below. An edit that
 * this version does not know moves nothing.
 */
export const correctedPaths = (changes: readonly InvoiceChange[]): ReadonlySet<FieldPath> => {
  let paths = new Set<FieldPath>();
  for (const change of knownChanges(changes)) paths = settledAfter(paths, change);
  return paths;
};

/** The paths that the user has settled, after one more event. */
export const settledAfter = (settled: ReadonlySet<FieldPath>, change: InvoiceChange): Set<FieldPath> => {
  switch (change.kind) {
    case 'correct':
      return new Set([...settled, change.field]);
    case 'edit-lines':
      return new Set([...movedPaths(settled, change.edit), ...settledBy(change.edit)]);
    case 'revert':
      return new Set([...settled].filter((path) => !isReverted(path, change.field)));
    case 'keep':
    case 'accept':
      return new Set(settled);
    default:
      return change satisfies never;
  }
};

/** Whether reverting one path reverts this path, too. */
export const isReverted = (path: FieldPath, reverted: FieldPath): boolean =>
  path === reverted || (reverted === linesTable && isOfLines(path));

export const movedPaths = (paths: Iterable<FieldPath>, edit: LinesEdit): readonly FieldPath[] =>
  [...paths].map((path) => pathAfter(edit, path)).filter((path) => path !== null);
