import { fold } from '../invoice/characters.ts';
import { airKind, railKind } from '../invoice/kind.ts';
import type { Invoice, InvoiceLine, Party } from '../invoice/model.ts';
import { rateOf } from '../invoice/rates.ts';
import { goodsClassOf } from './goods-class.ts';
import type { BookSide, VoucherRule, VoucherRules } from './voucher-rules.ts';

/** Normalizes names for comparison: without blanks, with brackets and letters in their plain form. */
const plain = (text: string): string => fold(text).replace(/\s+/gu, '').toUpperCase();

const anyOf = (wanted: string | readonly string[] | undefined, fits: (one: string) => boolean): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? fits(wanted) : wanted.some(fits));

const isParty =
  ({ name, taxId }: Party) =>
  (wanted: string): boolean => {
    const key = plain(wanted);
    return (taxId !== null && plain(taxId) === key) || (name !== null && plain(name).includes(key));
  };

const isGoods =
  (name: string | null) =>
  (wanted: string): boolean => {
    if (name === null) return false;
    const wantedClass = /^[*＊][^*＊]+[*＊]$/u.test(wanted) ? goodsClassOf(wanted) : null;
    if (wantedClass === null) return plain(name).includes(plain(wanted));
    const found = goodsClassOf(name);
    return found !== null && plain(found) === plain(wantedClass);
  };

const isRate =
  (printed: string | null) =>
  (wanted: string): boolean => {
    if (printed === null) return false;
    const [one, other] = [rateOf(wanted), rateOf(printed)];
    if (one.kind === 'percent' && other.kind === 'percent') return one.basisPoints === other.basisPoints;
    return plain(printed) === plain(wanted);
  };

/** The subject of a rule: one line of an invoice, or the whole invoice if it has no lines. */
type RuleSubject = {
  readonly invoice: Invoice;
  readonly line: InvoiceLine | null;
  readonly side: BookSide;
  readonly tags: readonly string[];
};

const ruleFits = ({ when }: VoucherRule, { invoice, line, side, tags }: RuleSubject): boolean =>
  (when.side === undefined || when.side === side) &&
  anyOf(when.seller, isParty(invoice.seller)) &&
  anyOf(when.buyer, isParty(invoice.buyer)) &&
  anyOf(when.goods, isGoods(line?.name ?? null)) &&
  anyOf(when.kind, (kind) => kind === invoice.kind) &&
  anyOf(when.rate, isRate(line?.taxRate ?? null)) &&
  anyOf(when.tag, (tag) => tags.includes(tag));

/** The first matching rule; null if none matches. */
export const chooseRule = (rules: readonly VoucherRule[], subject: RuleSubject): VoucherRule | null =>
  rules.find((rule) => ruleFits(rule, subject)) ?? null;

export type OwnCompanies = VoucherRules['own'];

type NamedParty = Pick<Party, 'name' | 'taxId'>;

const isOwn = (own: OwnCompanies, { name, taxId }: NamedParty): boolean =>
  own.some((company) =>
    company.taxId !== '' && taxId !== null
      ? plain(company.taxId) === plain(taxId)
      : company.name !== '' && name !== null && plain(company.name) === plain(name),
  );

/** A sale if an own company is the seller. If own companies are on both sides, it is booked as a purchase. */
export const sideOf = (
  own: OwnCompanies,
  invoice: { readonly seller: NamedParty; readonly buyer: NamedParty },
): BookSide => (isOwn(own, invoice.seller) && !isOwn(own, invoice.buyer) ? 'sale' : 'purchase');

/** Kinds with deductible tax, tickets of travellers among them; for other kinds a rule must allow it. */
const deductibleKinds = new Set(['01', '03', '08', '14', '31', railKind, airKind]);

export const isDeductible = (rule: VoucherRule, invoice: Invoice): boolean =>
  rule.deductible ?? deductibleKinds.has(invoice.kind);
