import { fieldOf, maxLines, placeOf, type HeaderKey, type PartyRole } from './fields.ts';
import { kindOfCode, unknownKind } from './kind.ts';
import type { FieldPath, Invoice, InvoiceLine, Origins } from './model.ts';
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
  const place = placeOf(field);
  if (!place) return invoice;
  const typed = value === null ? null : readTyped(field, value);
  if (place.kind === 'kind') return { ...invoice, kind: typed ?? unknownKind };
  if (place.kind === 'header') return withHeader(invoice, place.key, typed);
  if (place.kind === 'party') return withParty(invoice, place.role, place.key, typed);
  return { ...invoice, lines: withLine(invoice.lines, place.index, { [place.key]: typed }) };
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

const emptyLine: InvoiceLine = { name: null, unitPrice: null, amount: null, taxRate: null, tax: null };

const withLine = (
  lines: readonly InvoiceLine[],
  index: number,
  change: Partial<InvoiceLine>,
): readonly InvoiceLine[] => {
  const count = Math.min(maxLines, Math.max(lines.length, index + 1));
  return Array.from({ length: count }, (_, at) => {
    const line = lines[at] ?? emptyLine;
    return at === index ? { ...line, ...change } : line;
  });
};

/** A corrected code tells another kind, unless the user said which it is. */
const withKindOfCode = (invoice: Invoice, corrections: readonly FieldCorrection[]): Invoice => {
  const isCorrected = (path: FieldPath) => corrections.some(({ field }) => field === path);
  if (!isCorrected('code') || isCorrected('kind') || invoice.code === null) return invoice;
  const kind = kindOfCode(invoice.code);
  return kind === unknownKind ? invoice : { ...invoice, kind };
};

/**
 * Origins after corrections: what was read stays, the step says that the user changed it, and the confidence of the
 * reading no longer counts.
 */
export const correctOrigins = (origins: Origins, corrections: readonly FieldCorrection[]): Origins => {
  const corrected = { ...origins };
  for (const field of new Set(corrections.map((correction) => correction.field))) {
    if (!isCorrectable(field)) continue;
    const origin = origins[field] ?? { raw: '', score: null, quad: null, steps: [] };
    corrected[field] = { ...origin, score: null, steps: [...origin.steps, { id: 'corrected' }] };
  }
  return corrected;
};

/** The doubts that are still open: one is settled when the user has corrected every field that it is about. */
export const openDoubts = (
  doubts: readonly Doubt[],
  corrections: readonly FieldCorrection[],
): readonly Doubt[] => {
  const corrected = new Set(corrections.map(({ field }) => field));
  return doubts.filter(({ fields }) => fields.length === 0 || fields.some((field) => !corrected.has(field)));
};
