import { countedKey } from '../invoice/counted-once.ts';
import { centsOf, type Cents } from '../invoice/money.ts';

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
