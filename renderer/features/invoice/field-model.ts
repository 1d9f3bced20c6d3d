import {
  fieldOf,
  fieldPathsOf,
  isDigitalOnly,
  lineColumns,
  valueAt,
  type Field,
} from '../../../shared/invoice/fields.ts';
import { unknownKind } from '../../../shared/invoice/kind.ts';
import { kindNames } from '../../../shared/texts/names.ts';
import type { CheckLevel, FieldPath, Origin } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import type { FieldCorrection, PageDetail } from '../../../shared/contract/page.ts';
import { isOpenFinding, type Finding } from '../../../shared/invoice/finding.ts';
import type { Conflict } from '../../../shared/review/merge-extractions.ts';
import { formatAmount, formatDate } from '../../../shared/texts/format.ts';

/** All data of an invoice in the window. */
export type InvoiceDetail = NonNullable<PageDetail['invoice']>;

/**
 * The state of a field:
 *
 * - trusted: extracted without findings against it
 * - uncertain: with a warning
 * - failed: with an error
 * - corrected: by the user
 * - confirmed: by the user, with the whole invoice
 * - unread: no value was extracted
 */
export type FieldState = 'trusted' | 'uncertain' | 'failed' | 'corrected' | 'confirmed' | 'unread';

/** Whether the user has to look at a field: it has an open finding. */
export const isWalked = ({ state }: Pick<FieldView, 'state'>): boolean =>
  state === 'failed' || state === 'uncertain';

/** A value with all findings about it. */
export type FieldView = {
  readonly field: Field;
  readonly value: string | null;
  readonly origin: Origin | null;
  /** The last correction; null if the extracted value applies. */
  readonly correction: FieldCorrection | null;
  /** All corrections, oldest first. */
  readonly corrections: readonly FieldCorrection[];
  /** Set if a new extraction differs from the one that the user has edited. */
  readonly conflict: Conflict | null;
  readonly state: FieldState;
  /** Failed checks that name the field, worst first. */
  readonly complaints: readonly Finding[];
  /** Passed checks that name the field: the reasons to trust it. */
  readonly support: readonly Finding[];
};

/**
 * The value to look at first: the one that most open findings name, as a wrong amount spoils the sums of others. Of
 * several, the first on the paper.
 */
export const mostDoubtful = (views: readonly FieldView[]): FieldView | undefined => {
  const countOf = ({ complaints }: FieldView): number => complaints.filter(isOpenFinding).length;
  const most = Math.max(...views.map(countOf));
  return views.find((view) => countOf(view) === most);
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
  // The user has seen the findings and confirmed the value.
  if (isConfirmed && value !== null) return 'confirmed';
  const worst = complaints[0]?.level;
  if (worst === 'error') return 'failed';
  if (isContested) return 'uncertain';
  if (correction) return 'corrected';
  if (value === null) return 'unread';
  return worst === 'warn' ? 'uncertain' : 'trusted';
};

/** Groups items by the paths that each of them names. */
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
 * Every field of an invoice by path, in the order on the paper.
 * @param isConfirmed whether the user has confirmed the invoice in its current state
 */
export const viewFields = (
  detail: InvoiceDetail,
  isConfirmed: boolean,
): ReadonlyMap<FieldPath, FieldView> => {
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
      const correction = last?.kind === 'reverted' ? null : last;
      const conflict = conflictOf.get(path) ?? null;
      const complaints = complaintsOf.get(path) ?? [];
      const support = supportOf.get(path) ?? [];
      const origin = detail.origins[path] ?? null;
      const isContested = conflict !== null || complaints.some(({ id }) => id === 'reading-changed');
      // Nobody has read a kind that is unknown, so nothing is trusted about it.
      const known = path === 'kind' && value === unknownKind ? null : value;
      const state = stateOf(known, correction, isContested, complaints, isConfirmed);
      const others = { correction, corrections, conflict };
      return [[path, { field, value, origin, ...others, state, complaints, support }] as const];
    }),
  );
};

/**
 * Whether a field has its own row. A field of digital invoices is shown if it has a value or the user changed
 * it. The file of a digital invoice contains all its data, so a missing value is shown only if bookkeeping
 * needs it. A page that is no invoice lacks nothing.
 */
export const isShown = (view: FieldView, kind = '', isDigital = false, isInvoice = true): boolean => {
  const { field, value, corrections, complaints } = view;
  if (corrections.length > 0) return true;
  if (!isInvoice) return value !== null && value !== unknownKind;
  if (value !== null) return true;
  if (isDigital && !bookedBy.test(field.path)) return false;
  return !isDigitalOnly(field) && (complaints.length > 0 || !isAbsent(kind, field.path));
};

/** Fields that every invoice must have: an empty one is reported as missing for every reader. */
const bookedBy = /^(?:kind|number|issueDate|total|taxTotal|grossTotal|(?:buyer|seller)\.name|lines\..*)$/;

const digitalKinds = new Set(['31', '32']);
/** Not printed on fully digital invoices. */
const absentOnDigital = /^(?:code|checkCode|cipherArea|(?:buyer|seller)\.(?:addressPhone|bankAccount))$/;

/** Whether invoices of a kind lack this field: an empty one is then not missing. */
const isAbsent = (kind: string, path: FieldPath): boolean =>
  (digitalKinds.has(kind) && absentOnDigital.test(path)) || (kind === '01' && path === 'checkCode');

/** The columns of the line items. Omits empty columns that only digital invoices have. */
export const shownColumns = (fields: ReadonlyMap<FieldPath, FieldView>): readonly Field[] =>
  lineColumns.filter((column) => {
    if (!isDigitalOnly(column)) return true;
    for (const [path, view] of fields)
      if (view.field.group === 'lines' && path.endsWith(`.${column.path}`) && isShown(view)) return true;
    return false;
  });

/** A value for display: amounts with separators, dates by language, kinds by name. */
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

/** Checks sorted by urgency: failed ones first, worst first, then passed ones. */
export const sortedChecks = (
  checks: readonly Finding[],
): { readonly open: readonly Finding[]; readonly held: readonly Finding[] } => ({
  open: checks.filter(({ level, settled }) => level !== 'ok' && settled === undefined).sort(byGravity),
  held: checks.filter(({ level, settled }) => level === 'ok' || settled !== undefined),
});
