import { isInvoiceCode, isInvoiceNumber } from '../../../../../shared/invoice/codes.ts';
import { emptyInvoice, emptyLine, emptyParty } from '../../../../../shared/invoice/empty-invoice.ts';
import { exactValue } from '../../../../../shared/invoice/exact-value.ts';
import {
  fieldOf,
  headerKeys,
  lineKeys,
  partyKeys,
  type PartyRole,
  type ValueKind,
} from '../../../../../shared/invoice/fields.ts';
import { kindOfInvoice } from '../../../../../shared/invoice/kind.ts';
import type { Journey, SpecialBlock, Ticket } from '../../../../../shared/invoice/extraction.ts';
import type {
  FieldPath,
  Invoice,
  InvoiceLine,
  Origin,
  Origins,
  Party,
} from '../../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../../shared/invoice/money.ts';
import { parseQr } from '../../../../../shared/invoice/qr.ts';
import { unreadableFinding, type ReaderFinding } from '../../../../../shared/invoice/read-lines.ts';
import { reversedIn } from '../../../../../shared/invoice/reversed.ts';
import { isMisplacedToken } from '../../../../../shared/invoice/characters.ts';
import { rowFindingTexts } from '../../../../../shared/texts/findings.ts';

/** The values that one source of a file states, by path, with their origins. */
export type InvoiceDraft = {
  readonly values: Map<FieldPath, string>;
  readonly origins: Map<FieldPath, Origin>;
  readonly findings: ReaderFinding[];
  lineCount: number;
  readonly journeys: Journey[];
  readonly special: SpecialBlock[];
  ticket: Ticket | null;
  /** Title of the form, which implies the kind of a fully digital invoice. */
  title: string | null;
  qr: string | null;
};

export const newInvoiceDraft = (): InvoiceDraft => ({
  values: new Map(),
  origins: new Map(),
  findings: [],
  lineCount: 0,
  journeys: [],
  special: [],
  ticket: null,
  title: null,
  qr: null,
});

const maxShown = 60;

/** Whether a code has a valid form: an extra digit may come from a watermark next to it. */
const hasForm = (path: FieldPath, kind: ValueKind, value: string): boolean => {
  if (path === 'number') return isInvoiceNumber(value);
  if (path === 'code') return isInvoiceCode(value);
  return kind !== 'code' || /^[\dA-Za-z]+$/.test(value);
};

/** Adds a value of a source, read by the rules of its field; an unreadable one becomes a finding. */
export const put = (draft: InvoiceDraft, path: FieldPath, raw: string, place: Partial<Origin> = {}): void => {
  if (raw.trim() === '' || draft.values.has(path)) return;
  const kind = fieldOf(path)?.kind ?? 'text';
  const { value, steps } = exactValue(raw, kind);
  draft.origins.set(path, {
    raw,
    score: null,
    quad: null,
    ...place,
    steps: [...(place.steps ?? []), ...steps],
  });
  // A token printed instead of an amount explains why there is none.
  if (kind === 'money' && value !== null && isMisplacedToken(path, value)) return;
  const isWrong = value === null || !hasForm(path, kind, value);
  if (isWrong) draft.findings.push(unreadableFinding({ path, raw: raw.slice(0, maxShown) }));
  else draft.values.set(path, value);
};

/** If the amounts miss the total, a row was not read or two rows were merged. */
export const noteUnsettledRows = ({ values, lineCount, findings }: InvoiceDraft): void => {
  const total = centsOf(values.get('total') ?? null);
  if (total === null || lineCount === 0) return;
  const paths = Array.from({ length: lineCount }, (_, index) => `lines.${index}.amount`);
  const sum = paths.reduce((cents, path) => cents + (centsOf(values.get(path) ?? null) ?? NaN), 0);
  if (sum === total) return;
  findings.push({ id: 'rows-settled', fields: paths, message: rowFindingTexts['amounts-off'] });
};

const partyOf = (draft: InvoiceDraft, role: PartyRole): Party => {
  const party: Record<string, string | null> = {};
  for (const key of partyKeys) party[key] = draft.values.get(`${role}.${key}`) ?? null;
  return { ...emptyParty, ...party };
};

const lineOf = (draft: InvoiceDraft, index: number): InvoiceLine => {
  const line: Record<string, string | null> = {};
  for (const key of lineKeys) line[key] = draft.values.get(`lines.${index}.${key}`) ?? null;
  return { ...emptyLine, ...line };
};

/** The invoice that results from a draft. */
export const invoiceOf = (draft: InvoiceDraft): Invoice => {
  const header: Record<string, string | null> = {};
  for (const key of headerKeys) header[key] = draft.values.get(key) ?? null;
  const whole: Invoice = { ...emptyInvoice, ...header };
  const printed = { code: whole.code, number: whole.number, title: draft.title };
  return {
    ...whole,
    reverses: whole.reverses ?? (whole.remark === null ? null : reversedIn(whole.remark)),
    kind: draft.values.get('kind') ?? kindOfInvoice(printed, draft.qr === null ? null : parseQr(draft.qr)),
    buyer: partyOf(draft, 'buyer'),
    seller: partyOf(draft, 'seller'),
    lines: Array.from({ length: draft.lineCount }, (_, index) => lineOf(draft, index)),
  };
};

export const originsOf = (draft: InvoiceDraft): Origins => Object.fromEntries(draft.origins);

/** Number, date, totals and both parties: the values of a complete invoice. */
const essentials: readonly FieldPath[] = ['number', 'issueDate', 'grossTotal', 'buyer.name', 'seller.name'];

export const isDraftComplete = (draft: InvoiceDraft): boolean =>
  essentials.every((path) => draft.values.has(path));
