import { invoiceSides } from '../books/side.ts';
import { countedKey } from '../invoice/counted-once.ts';
import { centsOf, type Cents } from '../invoice/money.ts';
import { z } from 'zod';
import { compareNames } from '../order.ts';

/** Net and tax of the lines of one rate, in cents; the rate as printed. */
export type RateShare = readonly [rate: string, net: number, tax: number];

/** The amounts of an invoice, in cents; null if unknown. */
type Amounts = { readonly [Name in 'net' | 'tax' | 'gross']: Cents | null };

/** A part of an invoice's amounts, in cents; null is the rate of the part that the lines don't explain. */
type StoredShare = readonly [rate: string | null, net: Cents, tax: Cents, gross: Cents];

/** The data of an invoice for totals, in the form that the store sums. */
type TotalledColumns = {
  readonly net_cents: Cents | null;
  readonly tax_cents: Cents | null;
  readonly gross_cents: Cents | null;
  /** Equal for pages of the same invoice; null if it always counts. */
  readonly counted_key: string | null;
  /** JSON of the parts by rate; empty if the lines have no rates. */
  readonly rates: string;
};

/**
 * The part that the lines don't explain is separate, so that the parts add up to the invoice.
 */
const sharesByRate = (rates: readonly RateShare[], amounts: Amounts): readonly StoredShare[] => {
  if (rates.length === 0) return [];
  const shares = rates.map(([rate, net, tax]): StoredShare => [rate, net, tax, net + tax]);
  const left = (at: 1 | 2 | 3, whole: Cents | null): Cents =>
    shares.reduce((rest, share) => rest - share[at], whole ?? 0);
  const [net, tax, gross] = [left(1, amounts.net), left(2, amounts.tax), left(3, amounts.gross)];
  return net === 0 && tax === 0 && gross === 0 ? shares : [...shares, [null, net, tax, gross]];
};

/** The columns of an invoice that totals are summed from; amounts are decimals with two digits. */
export const totalledColumns = (invoice: {
  readonly code: string | null;
  readonly number: string | null;
  readonly total?: string | null;
  readonly taxTotal?: string | null;
  readonly grossTotal: string | null;
  readonly rates?: readonly RateShare[];
}): TotalledColumns => {
  const { code, number, total = null, taxTotal = null, grossTotal, rates = [] } = invoice;
  const amounts = { net: centsOf(total), tax: centsOf(taxTotal), gross: centsOf(grossTotal) };
  return {
    net_cents: amounts.net,
    tax_cents: amounts.tax,
    gross_cents: amounts.gross,
    counted_key: countedKey(code, number),
    rates: JSON.stringify(sharesByRate(rates, amounts)),
  };
};

/** The ways to group totals. */
export const totalsGroupings = ['month', 'seller', 'kind', 'rate', 'tag'] as const;
export type TotalsGrouping = (typeof totalsGroupings)[number];

/** The sums of some invoices; amounts are decimals with two digits. */
const sumSchema = z.object({
  invoices: z.int(),
  total: z.string(),
  taxTotal: z.string(),
  grossTotal: z.string(),
});
export type TotalsSum = z.infer<typeof sumSchema>;

const totalsRowSchema = sumSchema.extend({
  /** A month (`2024-05`), a seller, a kind, a rate as printed, a tag; null if an invoice has none. */
  key: z.string().nullable(),
});
export type TotalsRow = z.infer<typeof totalsRowSchema>;

/** Totals of invoices. An invoice counts once; pages that are set aside do not count. */
export const totalsSchema = z.object({
  rows: z.array(totalsRowSchema).readonly(),
  /** Of all invoices. An invoice with two tags is in two rows, but once in this sum. */
  sum: sumSchema,
  /**
   * Pages that are not in the sum: duplicates and further pages of an invoice, and pages that were set aside.
   */
  duplicates: z.int(),
  aside: z.int(),
  /** Purchases, sales and the rest, those that there are. An invoice between own companies is `both`. */
  sides: z.array(sumSchema.extend({ side: z.enum(invoiceSides), deductible: z.string() })).readonly(),
  /** Invoices in the sum with an unknown amount. */
  incomplete: z.int(),
  /** Invoices in the sum that nobody has confirmed, and those with errors. */
  unconfirmed: z.int(),
  withErrors: z.int(),
  /** Whether the sum is of demo data, because there are no other invoices. */
  isSandbox: z.boolean(),
  /** The number of demo invoices that are left out, because there are real ones. */
  sandboxLeftOut: z.int(),
});
export type Totals = z.infer<typeof totalsSchema>;

export const totalsFormats = ['xlsx', 'csv'] as const;

/**
 * The scope of a group: one row of the totals, the sum if it differs from that of the rows, or all found
 * invoices.
 */
export type TotalsPart = 'group' | 'sum' | 'found' | 'side';

/** The sums of some invoices, in cents. Many large amounts together exceed a number's exact range. */
export type TotalsGroup = {
  readonly part: TotalsPart;
  readonly key: string | null;
  readonly invoices: number;
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  /** Input tax that is deducted by law. */
  readonly deductible: bigint;
  /** Invoices with an unknown amount, those not confirmed, and those with errors. */
  readonly incomplete: number;
  readonly unconfirmed: number;
  readonly failing: number;
  readonly isSandbox: boolean;
  readonly isAside: boolean;
};

type Sums = Pick<
  TotalsGroup,
  'invoices' | 'net' | 'tax' | 'gross' | 'deductible' | 'incomplete' | 'unconfirmed' | 'failing'
>;

const added = (groups: readonly Sums[]): Sums =>
  groups.reduce(
    (sum, group) => ({
      invoices: sum.invoices + group.invoices,
      net: sum.net + group.net,
      tax: sum.tax + group.tax,
      gross: sum.gross + group.gross,
      deductible: sum.deductible + group.deductible,
      incomplete: sum.incomplete + group.incomplete,
      unconfirmed: sum.unconfirmed + group.unconfirmed,
      failing: sum.failing + group.failing,
    }),
    { invoices: 0, net: 0n, tax: 0n, gross: 0n, deductible: 0n, incomplete: 0, unconfirmed: 0, failing: 0 },
  );

const decimal = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const sumOf = ({ net, tax, gross, invoices }: Sums): TotalsSum => ({
  invoices,
  total: decimal(net),
  taxTotal: decimal(tax),
  grossTotal: decimal(gross),
});

const rowOf = (group: TotalsGroup): TotalsRow => ({ key: group.key, ...sumOf(group) });

const magnitude = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

/**
 * Months in descending order, everything else by gross amount in descending order; rows without a key come
 * last.
 */
const compareRows =
  (by: TotalsGrouping) =>
  (one: TotalsGroup, other: TotalsGroup): number => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    if (by === 'month') return one.key < other.key ? 1 : -1;
    const [a, b] = [magnitude(one.gross), magnitude(other.gross)];
    return a === b ? compareNames(one.key, other.key) : Number(a < b) * 2 - 1;
  };

/** The totals from the sums of the store. */
export const totalsOf = (groups: readonly TotalsGroup[], by: TotalsGrouping): Totals => {
  const of = (part: TotalsPart): readonly TotalsGroup[] => groups.filter((group) => group.part === part);
  const count = (found: readonly TotalsGroup[]): number => added(found).invoices;
  const found = of('found');
  const isSandbox = found.length > 0 && found.every((group) => group.isSandbox);
  const chosen = found.filter((group) => group.isSandbox === isSandbox);
  const rows = of('group');
  const [whole = added(rows)] = of('sum');
  const aside = count(chosen.filter(({ isAside }) => isAside));
  return {
    rows: rows.toSorted(compareRows(by)).map(rowOf),
    sum: sumOf(whole),
    duplicates: count(chosen) - whole.invoices - aside,
    aside,
    sides: invoiceSides.flatMap((side) => {
      const group = of('side').find(({ key }) => key === side);
      return group ? [{ ...sumOf(group), side, deductible: decimal(group.deductible) }] : [];
    }),
    incomplete: whole.incomplete,
    unconfirmed: whole.unconfirmed,
    withErrors: whole.failing,
    isSandbox,
    sandboxLeftOut: count(found) - count(chosen),
  };
};
