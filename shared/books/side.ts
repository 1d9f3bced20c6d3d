import { fold } from '../invoice/characters.ts';
import { airKind, lacks, railKind } from '../invoice/kind.ts';
import type { Party } from '../invoice/model.ts';

/** A company of the user. With an id on both sides, the ids are compared, otherwise the names. */
export type OwnCompany = { readonly name: string; readonly taxId: string };
export type OwnCompanies = readonly OwnCompany[];

/** The sides that an invoice can be booked on, seen from the own companies. */
export const bookSides = ['purchase', 'sale'] as const;
export type BookSide = (typeof bookSides)[number];

/** `both`: seller and buyer are own companies; `unknown`: neither is. */
export const invoiceSides = ['purchase', 'sale', 'both', 'unknown'] as const;
export type InvoiceSide = (typeof invoiceSides)[number];

type NamedParty = Pick<Party, 'name' | 'taxId'>;
/** What decides the side. */
export type Sided = { readonly kind: string; readonly seller: NamedParty; readonly buyer: NamedParty };

/** Normalizes names for comparison: without blanks, with brackets and letters in their plain form. */
export const plain = (value: string): string => fold(value).replace(/\s+/gu, '').toUpperCase();

export const isOwn = (own: OwnCompanies, { name, taxId }: NamedParty): boolean =>
  own.some((company) =>
    company.taxId !== '' && taxId !== null
      ? plain(company.taxId) === plain(taxId)
      : company.name !== '' && name !== null && plain(company.name) === plain(name),
  );

const companyKey = ({ name, taxId }: OwnCompany): string => plain(taxId === '' ? name : taxId);

/** Tickets of travellers, toll invoices and forms on paper, which may name no buyer. */
const namesNoBuyer = (kind: string): boolean =>
  kind === railKind || kind === airKind || kind === '14' || lacks(kind, 'buyer.name');

/** A ticket without a buyer's id belongs to the own company, if there is only one. */
const isAssumedPurchase = (own: OwnCompanies, { kind, buyer }: Sided): boolean =>
  namesNoBuyer(kind) && buyer.taxId === null && new Set(own.map(companyKey)).size === 1;

/** The side of an invoice. `isAssumed`: it names no buyer's id, and is taken for a purchase. */
export const sideOf = (
  own: OwnCompanies,
  invoice: Sided,
): { readonly side: InvoiceSide; readonly isAssumed: boolean } => {
  const [isSold, isBought] = [isOwn(own, invoice.seller), isOwn(own, invoice.buyer)];
  if (isSold) return { side: isBought ? 'both' : 'sale', isAssumed: false };
  if (isBought) return { side: 'purchase', isAssumed: false };
  const isAssumed = isAssumedPurchase(own, invoice);
  return { side: isAssumed ? 'purchase' : 'unknown', isAssumed };
};

/** The sides to book an invoice on: two between own companies, none if unknown. */
export const bookSidesOf = (side: InvoiceSide): readonly BookSide[] => {
  if (side === 'unknown') return [];
  return side === 'both' ? bookSides : [side];
};

/** The most frequent buyer with an id, to offer as own company; null if there is none. */
export const mostFrequentBuyer = (
  invoices: Iterable<Pick<Sided, 'buyer'>>,
): (OwnCompany & { readonly invoices: number }) | null => {
  const buyers = new Map<string, OwnCompany & { invoices: number }>();
  for (const { buyer } of invoices) {
    if (buyer.taxId === null) continue;
    const key = plain(buyer.taxId);
    const known = buyers.get(key) ?? { name: buyer.name ?? '', taxId: buyer.taxId, invoices: 0 };
    known.invoices += 1;
    buyers.set(key, known);
  }
  return [...buyers.values()].reduce<(OwnCompany & { invoices: number }) | null>(
    (best, one) => (best === null || one.invoices > best.invoices ? one : best),
    null,
  );
};
