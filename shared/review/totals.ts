import type { Totals, TotalsGrouping, TotalsRow, TotalsSum } from '../contract/totals.ts';
import { centsOf, decimalOf } from '../invoice/money.ts';
import { createCountedOnce } from './counted-once.ts';

/** Net and tax of the lines of one rate, in cents; the rate as printed. */
export type RateShare = readonly [rate: string, net: number, tax: number];

/** The data of a recognized invoice that totals need. */
export type TotalledInvoice = {
  readonly page: number;
  readonly isSandbox: boolean;
  readonly isAside: boolean;
  readonly kind: string | null;
  readonly code: string | null;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly seller: string | null;
  readonly total: string | null;
  readonly taxTotal: string | null;
  readonly grossTotal: string | null;
  readonly tags: readonly string[];
  readonly rates: readonly RateShare[];
};

type Cents = { net: number; tax: number; gross: number };
type Share = Cents & { readonly key: string | null };

const amountsOf = ({ total, taxTotal, grossTotal }: TotalledInvoice): Cents => ({
  net: centsOf(total) ?? 0,
  tax: centsOf(taxTotal) ?? 0,
  gross: centsOf(grossTotal) ?? 0,
});

/**
 * Grouped by rate, the part that the lines don't explain is a separate row, so that the rows add up to the
 * invoice.
 */
const rateShares = (rates: readonly RateShare[], amounts: Cents): readonly Share[] => {
  const left = { ...amounts };
  const shares: Share[] = rates.map(([key, net, tax]) => {
    left.net -= net;
    left.tax -= tax;
    left.gross -= net + tax;
    return { key, net, tax, gross: net + tax };
  });
  const isAccountedFor = shares.length > 0 && left.net === 0 && left.tax === 0 && left.gross === 0;
  return isAccountedFor ? shares : [...shares, { key: null, ...left }];
};

const withKey = (key: string | null, { net, tax, gross }: Cents): Share => ({ key, net, tax, gross });

const sharesOf = (
  invoice: TotalledInvoice,
  by: TotalsGrouping,
  amounts: Cents = amountsOf(invoice),
): readonly Share[] => {
  switch (by) {
    case 'month':
      return [withKey(invoice.issueDate?.slice(0, 7) ?? null, amounts)];
    case 'seller':
      return [withKey(invoice.seller, amounts)];
    case 'kind':
      return [withKey(invoice.kind, amounts)];
    case 'tag':
      return (invoice.tags.length === 0 ? [null] : invoice.tags).map((key) => withKey(key, amounts));
    case 'rate':
      return rateShares(invoice.rates, amounts);
    default:
      return by satisfies never;
  }
};

/** The keys of the rows that an invoice is in. */
export const totalsKeys = (invoice: TotalledInvoice, by: TotalsGrouping): readonly (string | null)[] =>
  sharesOf(invoice, by).map(({ key }) => key);

type Group = Cents & { invoices: number };
const newGroup = (): Group => ({ net: 0, tax: 0, gross: 0, invoices: 0 });
const addTo = (group: Group, { net, tax, gross }: Cents): void => {
  group.net += net;
  group.tax += tax;
  group.gross += gross;
  group.invoices += 1;
};
const sumOf = ({ net, tax, gross, invoices }: Group): TotalsSum => ({
  invoices,
  total: decimalOf(net),
  taxTotal: decimalOf(tax),
  grossTotal: decimalOf(gross),
});

const rowOf = (key: string | null, group: Group): TotalsRow => ({ key, ...sumOf(group) });

const collator = new Intl.Collator('zh-Hans-CN', { numeric: true });

/**
 * Months in descending order, everything else by gross amount in descending order; rows without a key come
 * last.
 */
const compareRows =
  (by: TotalsGrouping) =>
  ([one, a]: readonly [string | null, Group], [other, b]: readonly [string | null, Group]): number => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (by === 'month') return one < other ? 1 : -1;
    return Math.abs(b.gross) - Math.abs(a.gross) || collator.compare(one, other);
  };

/** The invoices that count. Demo data counts only if there are no other invoices. */
export const countedInvoices = (invoices: readonly TotalledInvoice[]) => {
  const isSandbox = invoices.length > 0 && invoices.every((invoice) => invoice.isSandbox);
  const chosen = invoices.filter((invoice) => invoice.isSandbox === isSandbox);
  const counts = createCountedOnce();
  const counted = chosen.filter(({ isAside, code, number }) =>
    counts({ isInvoice: true, isAside, isSandbox, code, number }),
  );
  return { isSandbox, chosen, counted };
};

/** Whether an amount is unknown. An invoice without tax has the same amount with and without tax. */
const isIncomplete = ({ total, taxTotal, grossTotal }: TotalledInvoice): boolean => {
  if (centsOf(total) === null || centsOf(grossTotal) === null) return true;
  return centsOf(taxTotal) === null && total !== grossTotal;
};

/** Sums invoices in the order of their pages. */
export const totalsOf = (invoices: readonly TotalledInvoice[], by: TotalsGrouping): Totals => {
  const { isSandbox, chosen, counted } = countedInvoices(invoices);
  const groups = new Map<string | null, Group>();
  const all = newGroup();
  let incomplete = 0;
  for (const invoice of counted) {
    const amounts = amountsOf(invoice);
    addTo(all, amounts);
    if (isIncomplete(invoice)) incomplete += 1;
    for (const share of sharesOf(invoice, by, amounts)) {
      const group = groups.get(share.key) ?? newGroup();
      groups.set(share.key, group);
      addTo(group, share);
    }
  }
  const aside = chosen.filter((invoice) => invoice.isAside).length;
  return {
    rows: [...groups].sort(compareRows(by)).map(([key, group]) => rowOf(key, group)),
    sum: sumOf(all),
    duplicates: chosen.length - counted.length - aside,
    aside,
    incomplete,
    isSandbox,
    sandboxLeftOut: invoices.length - chosen.length,
  };
};
