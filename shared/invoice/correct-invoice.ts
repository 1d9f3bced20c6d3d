import { linesField } from '../review/edits.ts';
import { actOf, isOfLines, type Act, type FieldCorrection } from './correction-acts.ts';
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

export { isCorrectable, type FieldCorrection } from './correction-acts.ts';

/** The invoice with what the user made of it, and as it was read with its lines where the user put them. */
type Sides = { readonly value: Invoice; readonly asRead: Invoice };

/**
 * The invoice with the user's corrections, in their order. A typed value is read by the same rules as a printed one; one
 * that is no value of its kind is kept as typed, for a check to complain about, never dropped. A correction of a line
 * beyond the last adds it. Corrections of paths that name nothing are passed over.
 */
export const correctInvoice = (invoice: Invoice, corrections: readonly FieldCorrection[]): Invoice =>
  withKindOfCode(sidesOf(invoice, corrections).value, corrections);

/**
 * The invoice as it was read, under the names that its values have after the user's edits of the lines: of lines that
 * were joined both readings are together, and where the user added a line nothing was read.
 */
export const readUnder = (invoice: Invoice, corrections: readonly FieldCorrection[]): Invoice =>
  sidesOf(invoice, corrections).asRead;

const sidesOf = (invoice: Invoice, corrections: readonly FieldCorrection[]): Sides => {
  let sides: Sides = { value: invoice, asRead: invoice };
  for (const correction of corrections) {
    const act = actOf(correction);
    if (act) sides = afterAct(sides, act, invoice);
  }
  return sides;
};

const afterAct = ({ value, asRead }: Sides, act: Act, invoice: Invoice): Sides => {
  switch (act.kind) {
    case 'type': {
      const typed = act.value === null ? null : readTyped(act.path, act.value);
      return { value: withValue(value, act.path, typed), asRead: withRoomFor(asRead, act.path) };
    }
    case 'edit':
      return {
        value: { ...value, lines: editLines(value.lines, act.edit, readTyped) },
        asRead: { ...asRead, lines: restructure(asRead.lines, act.edit) },
      };
    case 'revert':
      return act.path === linesField
        ? { value: { ...value, lines: invoice.lines }, asRead: { ...asRead, lines: invoice.lines } }
        : {
            value: withValue(value, act.path, valueAt(asRead, act.path)),
            asRead: withRoomFor(asRead, act.path),
          };
    case 'keep':
      return { value, asRead };
    default:
      return act satisfies never;
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

/** A corrected code tells another kind, unless the user said which it is. */
const withKindOfCode = (invoice: Invoice, corrections: readonly FieldCorrection[]): Invoice => {
  const corrected = correctedPaths(corrections);
  if (!corrected.has('code') || corrected.has('kind') || invoice.code === null) return invoice;
  const kind = kindOfCode(invoice.code);
  return kind === unknownKind ? invoice : { ...invoice, kind };
};

/**
 * The paths that were corrected, as the values are called now: a line that was added or deleted since has moved those
 * below it. An edit that this version does not know moves nothing.
 */
export const correctedPaths = (corrections: readonly FieldCorrection[]): ReadonlySet<FieldPath> => {
  let paths = new Set<FieldPath>();
  for (const correction of corrections) {
    const act = actOf(correction);
    if (act) paths = settledAfter(paths, act);
  }
  return paths;
};

/** The paths that the user has settled, after one more act. */
export const settledAfter = (settled: ReadonlySet<FieldPath>, act: Act): Set<FieldPath> => {
  switch (act.kind) {
    case 'type':
      return new Set([...settled, act.path]);
    case 'edit':
      return new Set([...movedPaths(settled, act.edit), ...settledBy(act.edit)]);
    case 'revert':
      return new Set([...settled].filter((path) => !isReverted(path, act.path)));
    case 'keep':
      return new Set(settled);
    default:
      return act satisfies never;
  }
};

/** Whether taking one thing back to what was read takes this path back, too. */
export const isReverted = (path: FieldPath, reverted: FieldPath): boolean =>
  path === reverted || (reverted === linesField && isOfLines(path));

export const movedPaths = (paths: Iterable<FieldPath>, edit: LinesEdit): readonly FieldPath[] =>
  [...paths].map((path) => pathAfter(edit, path)).filter((path) => path !== null);
