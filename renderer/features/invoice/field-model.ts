import {
  fieldOf,
  fieldPathsOf,
  isDigitalOnly,
  lineColumns,
  valueAt,
  type Field,
} from '../../../shared/invoice/fields.ts';
import { kindNames } from '../../../shared/texts/kind-names.ts';
import type { CheckLevel, FieldPath, Origin } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import type { FieldCorrection, PageDetail } from '../../../shared/contract/page.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import type { Conflict } from '../../../shared/review/merge-readings.ts';
import { formatAmount, formatDate } from '../../../shared/texts/format.ts';

/** All that the window knows of an invoice. */
export type InvoiceDetail = NonNullable<PageDetail['invoice']>;

/**
 * trusted: read, and nothing speaks against it; doubtful: a check warns of it; failed: a check found it wrong;
 * corrected: by the user; confirmed: with the whole invoice, by the user; unread: nothing was read.
 */
export type FieldState = 'trusted' | 'doubtful' | 'failed' | 'corrected' | 'confirmed' | 'unread';

/** A value with all that speaks for and against it. */
export type FieldView = {
  readonly field: Field;
  readonly value: string | null;
  readonly origin: Origin | null;
  /** The last one made; null where the reading stands. */
  readonly correction: FieldCorrection | null;
  /** All that were made, oldest first. */
  readonly corrections: readonly FieldCorrection[];
  /** It is read otherwise now than when the user changed it. */
  readonly conflict: Conflict | null;
  readonly state: FieldState;
  /** The checks that don't hold and name the field, the gravest first. */
  readonly complaints: readonly Finding[];
  /** The checks that hold and name the field: what it is trusted for. */
  readonly support: readonly Finding[];
};

const gravity: Readonly<Record<CheckLevel, number>> = { error: 3, warn: 2, info: 1, ok: 0 };

const byGravity = (one: Finding, other: Finding) => gravity[other.level] - gravity[one.level];

const stateOf = (
  value: string | null,
  correction: FieldCorrection | null,
  isContested: boolean,
  complaints: readonly Finding[],
  isConfirmed: boolean,
): FieldState => {
  // The user has seen what the checks say, and said that it is right.
  if (isConfirmed && value !== null) return 'confirmed';
  const worst = complaints[0]?.level;
  if (worst === 'error') return 'failed';
  if (isContested) return 'doubtful';
  if (correction) return 'corrected';
  if (value === null) return 'unread';
  return worst === 'warn' ? 'doubtful' : 'trusted';
};

/** Some things by the paths that each of them names. */
const byPath = <Item>(
  items: readonly Item[],
  pathsOf: (item: Item) => readonly FieldPath[],
): ReadonlyMap<FieldPath, Item[]> => {
  const found = new Map<FieldPath, Item[]>();
  for (const item of items)
    for (const path of pathsOf(item)) {
      const known = found.get(path);
      if (known) known.push(item);
      else found.set(path, [item]);
    }
  return found;
};

/**
 * Every field of an invoice by its path, in the order of the paper.
 * @param isConfirmed whether the user has confirmed the invoice as it stands
 */
export const viewFields = (detail: InvoiceDetail, isConfirmed = false): ReadonlyMap<FieldPath, FieldView> => {
  const { open, held } = sortedChecks(detail.checks);
  const complaintsOf = byPath(open, ({ fields }) => fields);
  const supportOf = byPath(held, ({ fields }) => fields);
  const correctionsOf = byPath(detail.corrections, ({ field }) => [field]);
  const conflictOf = new Map(detail.conflicts.map((conflict) => [conflict.field, conflict]));

  return new Map(
    fieldPathsOf(detail.value).flatMap((path) => {
      const field = fieldOf(path);
      if (!field) return [];
      const value = valueAt(detail.value, path);
      const corrections = correctionsOf.get(path) ?? [];
      const last = corrections.at(-1) ?? null;
      const correction = last?.said === 'reverted' ? null : last;
      const conflict = conflictOf.get(path) ?? null;
      const complaints = complaintsOf.get(path) ?? [];
      const support = supportOf.get(path) ?? [];
      const origin = detail.origins[path] ?? null;
      const isContested = conflict !== null || complaints.some(({ id }) => id === 'reading-changed');
      const state = stateOf(value, correction, isContested, complaints, isConfirmed);
      const said = { correction, corrections, conflict };
      return [[path, { field, value, origin, ...said, state, complaints, support }] as const];
    }),
  );
};

/**
 * Whether a field has a row of its own: one that only digital invoices have is shown where something stands in it, or
 * where the user changed it. The file of a digital invoice states all that there is: what it leaves out is only shown
 * where the invoice is booked by it.
 */
export const isShown = (view: FieldView, kind = '', isDigital = false): boolean => {
  const { field, value, corrections, complaints } = view;
  if (value !== null || corrections.length > 0) return true;
  if (isDigital && !bookedBy.test(field.path)) return false;
  return !isDigitalOnly(field) && (complaints.length > 0 || !isAbsent(kind, field.path));
};

/** What every invoice has: an empty one is missing, whatever it was read from. */
const bookedBy = /^(?:kind|number|issueDate|total|taxTotal|grossTotal|(?:buyer|seller)\.name|lines\..*)$/;

const digitalKinds = new Set(['31', '32']);
/** Not printed on fully digital invoices. */
const absentOnDigital = /^(?:code|checkCode|cipherArea|(?:buyer|seller)\.(?:addressPhone|bankAccount))$/;

/** Whether invoices of a kind don't have a field: where it is empty, nothing is missing. */
const isAbsent = (kind: string, path: FieldPath): boolean =>
  (digitalKinds.has(kind) && absentOnDigital.test(path)) || (kind === '01' && path === 'checkCode');

/** The columns of the goods lines, without those that only digital invoices have where all of their cells are empty. */
export const shownColumns = (fields: ReadonlyMap<FieldPath, FieldView>): readonly Field[] =>
  lineColumns.filter((column) => {
    if (!isDigitalOnly(column)) return true;
    for (const [path, view] of fields)
      if (view.field.group === 'lines' && path.endsWith(`.${column.path}`) && isShown(view)) return true;
    return false;
  });

/** A value as it is shown: amounts with separators, dates by language, kinds by name. */
export const shownValue = (
  { field, value }: Pick<FieldView, 'field' | 'value'>,
  language: Language,
): string | null => {
  if (value === null) return null;
  switch (field.kind) {
    case 'money':
    case 'unitPrice':
    case 'quantity':
      return formatAmount(value);
    case 'date':
      return formatDate(value, language);
    case 'kind':
      return kindNames[value]?.[language] ?? value;
    case 'code':
    case 'taxId':
    case 'text':
    case 'lines':
    case 'words':
    case 'rate':
      return value;
    default:
      return field.kind satisfies never;
  }
};

/** Checks by what they need of the user: those that don't hold, the gravest first, and those that hold. */
export const sortedChecks = (
  checks: readonly Finding[],
): { readonly open: readonly Finding[]; readonly held: readonly Finding[] } => ({
  open: checks.filter(({ level, settled }) => level !== 'ok' && settled === undefined).sort(byGravity),
  held: checks.filter(({ level, settled }) => level === 'ok' || settled !== undefined),
});
