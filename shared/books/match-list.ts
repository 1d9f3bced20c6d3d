import { centsOf, decimalOf, type Cents } from '../invoice/money.ts';
import type { Invoice, Party } from '../invoice/model.ts';
import { taxCents } from '../invoice/checks/tax-cents.ts';
import { sideOf, type OwnCompanies } from './side.ts';
import { invoiceKey, normalCode, normalNumber } from '../invoice/invoice-key.ts';
import { statesOf, type ListState, type TaxList, type TaxListRow } from './tax-list.ts';

export type Named = { readonly code: string | null; readonly number: string };
type ListDifference = Named & {
  readonly field: string;
  readonly list: string;
  readonly ledger: string;
};
type ListFlag = Named & {
  readonly state: ListState;
  /** The bureau's word, for a status or a risk level that has no state of its own. */
  readonly word?: string;
};

/**
 * The comparison of a list with the ledger, in the order of the list. Missing invoices are ordered by issue
 * date and number.
 */
export type ListMatch = {
  readonly onlyInList: readonly Named[];
  readonly onlyInLedger: readonly Named[];
  readonly differences: readonly ListDifference[];
  readonly flags: readonly ListFlag[];
  /** Number of invoices in both. */
  readonly matched: number;
  /** Rows of the sheet without a usable number, from 1. */
  readonly unreadable: readonly number[];
};

type MatchParty = Pick<Party, 'name' | 'taxId'>;

/** The part of an invoice that is compared with a list. */
export type MatchInvoice = Pick<
  Invoice,
  'kind' | 'code' | 'number' | 'issueDate' | 'total' | 'taxTotal' | 'grossTotal'
> & { readonly seller: MatchParty; readonly buyer: MatchParty };

/** All rows of one invoice. */
type Entry = { readonly name: Named; readonly rows: TaxListRow[] };

const entriesOf = (list: TaxList): { entries: Map<string, Entry>; unreadable: number[] } => {
  const entries = new Map<string, Entry>();
  const unreadable: number[] = [];
  for (const row of list.rows) {
    const key = invoiceKey(row.code, row.number);
    if (key === null || row.number === null) {
      unreadable.push(row.row);
      continue;
    }
    const entry = entries.get(key);
    if (entry) entry.rows.push(row);
    else entries.set(key, { name: nameOf(row.code, row.number), rows: [row] });
  }
  return { entries, unreadable };
};

const nameOf = (code: string | null, number: string): Named => {
  const digits = normalNumber(number) ?? number;
  return { code: digits.length === 20 ? null : normalCode(code), number: digits };
};

type AmountField = 'net' | 'tax' | 'gross';

/**
 * The possible amounts of a list entry. Rows may be line items, so they are summed. If all rows are equal,
 * they may also be one invoice exported several times.
 */
const amountsOf = (entry: Entry, field: AmountField, byLine: boolean): readonly Cents[] => {
  const parts = entry.rows.map((row) => row[field]).filter((part) => part !== null);
  const [first] = parts;
  if (first === undefined) return [];
  if (!byLine) return [...new Set(parts)];
  // A sum needs all parts.
  if (parts.length < entry.rows.length) return [];
  let sum = 0;
  for (const part of parts) sum += part;
  return parts.every((part) => part === first) ? [sum, first] : [sum];
};

const compareAmount = (
  entry: Entry,
  field: AmountField,
  path: string,
  printed: Cents | null,
  byLine: boolean,
): readonly ListDifference[] => {
  const listed = amountsOf(entry, field, byLine);
  const differing = byLine ? listed[0] : listed.find((amount) => amount !== printed);
  if (printed === null || differing === undefined) return [];
  if (byLine ? listed.includes(printed) : listed.every((amount) => amount === printed)) return [];
  return [{ ...entry.name, field: path, list: decimalOf(differing), ledger: decimalOf(printed) }];
};

const compareText = (
  entry: Entry,
  path: string,
  listed: string | null | undefined,
  printed: string | null,
): readonly ListDifference[] =>
  !listed || printed === null || listed.toUpperCase() === printed.toUpperCase()
    ? []
    : [{ ...entry.name, field: path, list: listed, ledger: printed }];

/** What the bureau lets deduct, against the tax of the invoice. */
const compareDeductible = (
  entry: Entry,
  invoice: MatchInvoice,
  byLine: boolean,
): readonly ListDifference[] => {
  const [row] = entry.rows;
  const printed = taxCents(invoice.taxTotal);
  const listed = row?.deductibleTax ?? null;
  if (byLine || listed === null || printed === null || listed === printed) return [];
  return [{ ...entry.name, field: 'deductibleTax', list: decimalOf(listed), ledger: decimalOf(printed) }];
};

const differencesOf = (entry: Entry, invoice: MatchInvoice, byLine: boolean): readonly ListDifference[] => {
  const [row] = entry.rows;
  return [
    ...compareText(entry, 'issueDate', row?.issueDate, invoice.issueDate),
    ...compareText(entry, 'seller.taxId', row?.sellerTaxId, invoice.seller.taxId),
    ...compareText(entry, 'buyer.taxId', row?.buyerTaxId, invoice.buyer.taxId),
    ...compareAmount(entry, 'net', 'total', centsOf(invoice.total), byLine),
    ...compareAmount(entry, 'tax', 'taxTotal', taxCents(invoice.taxTotal), byLine),
    ...compareDeductible(entry, invoice, byLine),
    ...compareAmount(entry, 'gross', 'grossTotal', centsOf(invoice.grossTotal), byLine),
  ];
};

/** The first and the last issue date in the list, ISO dates; null if no row has a date. */
export const periodOfList = ({ rows }: TaxList): { readonly from: string; readonly to: string } | null => {
  let from: string | null = null;
  let to: string | null = null;
  for (const { issueDate } of rows) {
    if (issueDate === null) continue;
    if (from === null || issueDate < from) from = issueDate;
    if (to === null || issueDate > to) to = issueDate;
  }
  return from === null || to === null ? null : { from, to };
};

type Dated = Named & { readonly day: string };
const byDay = (a: Dated, b: Dated): number => {
  const [one, other] = [`${a.day}/${a.number}/${a.code ?? ''}`, `${b.day}/${b.number}/${b.code ?? ''}`];
  return one < other ? -1 : Number(one > other);
};

const ordinaryKinds = new Set(['04', '10', '11', '32']);

/** A list for deduction with only special invoices does not include ordinary ones. */
const leavesOutOrdinary = ({ kind: listKind, rows }: TaxList): boolean =>
  listKind === 'deduction' &&
  rows.length > 0 &&
  rows.every(({ kind }) => kind !== null && /专用|专票|机动车/.test(kind));

/** The id that all rows have; null if they differ. */
const commonId = (rows: readonly TaxListRow[], idOf: (row: TaxListRow) => string | null): string | null => {
  const ids = new Set(rows.map((row) => idOf(row)?.toUpperCase() ?? ''));
  const [id] = ids;
  return ids.size === 1 && id !== undefined && id !== '' ? id : null;
};

const isId = (id: string | null, { taxId }: MatchInvoice['buyer']): boolean =>
  id !== null && taxId?.toUpperCase() === id;

/**
 * Whether an invoice and a list are on different sides: a sale and a list of received invoices, or a purchase
 * and a list of issued ones. Such an invoice is not missing from the list.
 */
const otherSideOf = (list: TaxList, own: OwnCompanies): ((invoice: MatchInvoice) => boolean) => {
  const buyer = commonId(list.rows, ({ buyerTaxId }) => buyerTaxId);
  const seller = commonId(list.rows, ({ sellerTaxId }) => sellerTaxId);
  return (invoice) =>
    isId(buyer, invoice.seller) ||
    isId(seller, invoice.buyer) ||
    (list.kind === 'deduction' && sideOf(own, invoice).side === 'sale');
};

type Keyed = { readonly key: string; readonly invoice: MatchInvoice };

/**
 * Pairs paper invoices of which only one side has a code: a list may have no column for it, and a scan may not show
 * it. They are paired by their number if it occurs once on each side.
 */
const pairWithoutCode = (
  entries: ReadonlyMap<string, Entry>,
  found: ReadonlyMap<string, MatchInvoice>,
  unmatched: readonly Keyed[],
): ReadonlyMap<string, Keyed> => {
  const byNumber = new Map<string, { readonly listed: string[]; readonly kept: Keyed[] }>();
  for (const one of unmatched) {
    const number = normalNumber(one.invoice.number) ?? '';
    if (number.length !== 8) continue;
    const pair = byNumber.get(number) ?? { listed: [], kept: [] };
    pair.kept.push(one);
    byNumber.set(number, pair);
  }
  for (const [key, { name }] of entries) if (!found.has(key)) byNumber.get(name.number)?.listed.push(key);
  const pairs = new Map<string, Keyed>();
  for (const { listed, kept } of byNumber.values()) {
    const [[key], [one]] = [listed, kept];
    if (key === undefined || one === undefined || listed.length > 1 || kept.length > 1) continue;
    if (entries.get(key)?.name.code === null || normalCode(one.invoice.code) === null) pairs.set(key, one);
  }
  return pairs;
};

/**
 * Compares a list of the tax bureau with the ledger by code and number. Invoices in the ledger outside the
 * list's issue dates are not reported.
 * @param own the user's own companies
 */
export const matchList = (list: TaxList, ledger: Iterable<MatchInvoice>, own: OwnCompanies): ListMatch => {
  const { entries, unreadable } = entriesOf(list);
  const period = periodOfList(list);
  const skipsOrdinary = leavesOutOrdinary(list);
  const isOtherSide = otherSideOf(list, own);
  const seen = new Set<string>();
  const found = new Map<string, MatchInvoice>();
  const unmatched: Keyed[] = [];
  for (const invoice of ledger) {
    const key = invoiceKey(invoice.code, invoice.number);
    if (key === null || seen.has(key)) continue;
    seen.add(key);
    if (entries.has(key)) found.set(key, invoice);
    else unmatched.push({ key, invoice });
  }
  const pairs = pairWithoutCode(entries, found, unmatched);
  for (const [key, { invoice }] of pairs) found.set(key, invoice);
  const paired = new Set([...pairs.values()].map((one) => one.key));
  const onlyInLedger: Dated[] = [];
  for (const { key, invoice } of unmatched) {
    const { issueDate: day, number } = invoice;
    if (number === null || paired.has(key)) continue;
    if (period === null || day === null || day < period.from || day > period.to) continue;
    if (!(skipsOrdinary && ordinaryKinds.has(invoice.kind)) && !isOtherSide(invoice))
      onlyInLedger.push({ ...nameOf(invoice.code, number), day });
  }
  const onlyInList: Named[] = [];
  const differences: ListDifference[] = [];
  const flags: ListFlag[] = [];
  for (const [key, entry] of entries) {
    const invoice = found.get(key);
    if (invoice) differences.push(...differencesOf(entry, invoice, list.byLine));
    else onlyInList.push(entry.name);
    const known = new Set<ListState>();
    for (const row of entry.rows)
      for (const state of statesOf(row)) {
        const word = (state === 'other-status' ? row.status : state === 'risk' ? row.risk : null) ?? null;
        if (known.has(state)) continue;
        known.add(state);
        flags.push({ ...entry.name, state, ...(word === null ? {} : { word }) });
      }
  }
  return {
    onlyInList,
    // A row whose number a spreadsheet has rounded may be any of these.
    onlyInLedger:
      unreadable.length > 0 ? [] : onlyInLedger.sort(byDay).map(({ code, number }) => ({ code, number })),
    differences,
    flags,
    matched: found.size,
    unreadable,
  };
};
