import { linesField } from '../review/edits.ts';
import { fieldOf, placeOf, type HeaderKey, type PartyRole } from './fields.ts';
import { kindOfCode, unknownKind } from './kind.ts';
import { editLines, parseLinesEdit, pathAfter, settledBy, withCell, type LinesEdit } from './lines-edit.ts';
import type { FieldPath, Invoice, Origin, Origins } from './model.ts';
import type { Doubt } from './read-lines.ts';
import { readValue } from './read-value.ts';

/** A correction of one field; null empties it. */
export type FieldCorrection = { readonly field: FieldPath; readonly value: string | null };

/** Whether a path names a value that can be corrected. */
export const isCorrectable = (path: FieldPath): boolean => placeOf(path) !== null;

/**
 * The invoice with the user's corrections, in their order. A typed value is read by the same rules as a printed one; one
 * that is no value of its kind is kept as typed, for a check to complain about, never dropped. A correction of a line
 * beyond the last adds it. Corrections of paths that name nothing are passed over.
 */
export const correctInvoice = (invoice: Invoice, corrections: readonly FieldCorrection[]): Invoice => {
  let corrected = invoice;
  for (const correction of corrections) corrected = correctField(corrected, correction);
  return withKindOfCode(corrected, corrections);
};

const correctField = (invoice: Invoice, { field, value }: FieldCorrection): Invoice => {
  if (field === linesField) {
    const edit = parseLinesEdit(value);
    return edit ? { ...invoice, lines: editLines(invoice.lines, edit, readTyped) } : invoice;
  }
  const place = placeOf(field);
  if (!place) return invoice;
  const typed = value === null ? null : readTyped(field, value);
  if (place.kind === 'kind') return { ...invoice, kind: typed ?? unknownKind };
  if (place.kind === 'header') return withHeader(invoice, place.key, typed);
  if (place.kind === 'party') return withParty(invoice, place.role, place.key, typed);
  return { ...invoice, lines: withCell(invoice.lines, place.index, place.key, typed) };
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
  const isCorrected = (path: FieldPath) => corrections.some(({ field }) => field === path);
  if (!isCorrected('code') || isCorrected('kind') || invoice.code === null) return invoice;
  const kind = kindOfCode(invoice.code);
  return kind === unknownKind ? invoice : { ...invoice, kind };
};

const editOf = ({ field, value }: FieldCorrection) => (field === linesField ? parseLinesEdit(value) : null);

/**
 * The paths that were corrected, as the values are called now: a line that was added or deleted since has moved those
 * below it. An edit that this version does not know moves nothing.
 */
export const correctedPaths = (corrections: readonly FieldCorrection[]): ReadonlySet<FieldPath> => {
  let paths = new Set<FieldPath>();
  for (const correction of corrections) {
    const edit = editOf(correction);
    if (edit) paths = new Set([...moved(paths, edit), ...settledBy(edit)]);
    else if (isCorrectable(correction.field)) paths.add(correction.field);
  }
  return paths;
};

const moved = (paths: Iterable<FieldPath>, edit: LinesEdit): readonly FieldPath[] =>
  [...paths].map((path) => pathAfter(edit, path)).filter((path) => path !== null);

/** All that the user typed for fields, oldest first, as the fields are called now; a line that is gone took its own along. */
export const fieldCorrections = <Kept extends FieldCorrection>(
  corrections: readonly Kept[],
): readonly (Kept & FieldCorrection)[] => {
  let typed: (Kept & FieldCorrection)[] = [];
  for (const correction of corrections) {
    const edit = editOf(correction);
    if (edit?.kind === 'paste') typed.push(...edit.cells.map((cell) => ({ ...correction, ...cell })));
    else if (edit)
      typed = typed.flatMap((kept) => {
        const field = pathAfter(edit, kept.field);
        return field === null ? [] : [{ ...kept, field }];
      });
    else if (isCorrectable(correction.field)) typed.push(correction);
  }
  return typed;
};

/** The newest of them for each field. */
export const latestCorrections = <Kept extends FieldCorrection>(
  corrections: readonly Kept[],
): ReadonlyMap<FieldPath, Kept> =>
  new Map(fieldCorrections(corrections).map((correction) => [correction.field, correction]));

const noOrigin: Origin = { raw: '', score: null, quad: null, steps: [] };

/** The origins of lines that were moved, under the names that they have now; of two that were joined the upper one's. */
const movedOrigins = (origins: Origins, edit: LinesEdit): Origins => {
  const after: Record<FieldPath, Origin> = {};
  for (const [path, origin] of Object.entries(origins)) {
    const now = pathAfter(edit, path);
    if (now !== null) after[now] ??= origin;
  }
  return after;
};

const corrected = (origin: Origin): Origin => ({
  ...origin,
  score: null,
  steps: [...origin.steps.filter(({ id }) => id !== 'corrected'), { id: 'corrected' }],
});

/**
 * Origins after corrections: what was read stays, the step says that the user changed it, and the confidence of the
 * reading no longer counts.
 */
export const correctOrigins = (origins: Origins, corrections: readonly FieldCorrection[]): Origins => {
  let after: Record<FieldPath, Origin> = { ...origins };
  for (const correction of corrections) {
    const edit = editOf(correction);
    if (edit) after = { ...movedOrigins(after, edit) };
    const settled = edit ? settledBy(edit) : isCorrectable(correction.field) ? [correction.field] : [];
    for (const path of settled) after[path] = corrected(after[path] ?? noOrigin);
  }
  return after;
};

/** The doubts that are still open: one is settled when the user has corrected every field that it is about. */
export const openDoubts = (
  doubts: readonly Doubt[],
  corrections: readonly FieldCorrection[],
): readonly Doubt[] => {
  let open = doubts;
  let settled = new Set<FieldPath>();
  for (const correction of corrections) {
    const edit = editOf(correction);
    if (edit) {
      settled = new Set([...moved(settled, edit), ...settledBy(edit)]);
      // A doubt about lines that are gone is gone with them.
      open = open
        .map((doubt) => ({ ...doubt, fields: moved(doubt.fields, edit) }))
        .filter(({ fields }, at) => fields.length > 0 || open[at]?.fields.length === 0);
    } else if (isCorrectable(correction.field)) settled.add(correction.field);
  }
  return open.filter(({ fields }) => fields.length === 0 || fields.some((field) => !settled.has(field)));
};
