import type { Invoice, InvoiceLine } from '../invoice/model.ts';
import { goodsClassOf } from './goods-class.ts';
import type { BookSide, VoucherRule } from './voucher-rules.ts';

/** A past choice of the user for a line. */
export type Choice = {
  readonly sellerTaxId: string | null;
  readonly seller: string | null;
  readonly goodsClass: string | null;
  readonly kind: string;
  readonly side: BookSide;
  readonly outcome: Pick<VoucherRule, 'account' | 'counter' | 'summary' | 'deductible'>;
};

export const choiceOf = (
  invoice: Invoice,
  line: InvoiceLine | null,
  side: BookSide,
  outcome: Choice['outcome'],
): Choice => ({
  sellerTaxId: invoice.seller.taxId,
  seller: invoice.seller.name,
  goodsClass: goodsClassOf(line?.name ?? null),
  kind: invoice.kind,
  side,
  outcome,
});

const isSameSeller = (choice: Choice, { seller }: Invoice): boolean =>
  choice.sellerTaxId !== null && seller.taxId !== null
    ? choice.sellerTaxId === seller.taxId
    : choice.seller !== null && choice.seller === seller.name;

/** How relevant a past choice is for a line; 0 means not at all. */
const weightOf = (choice: Choice, invoice: Invoice, goodsClass: string | null): number => {
  const seller = isSameSeller(choice, invoice);
  const goods = goodsClass !== null && choice.goodsClass === goodsClass;
  if (!seller && !goods) return 0;
  return (seller ? 4 : 0) + (goods ? 3 : 0) + (choice.kind === invoice.kind ? 1 : 0);
};

/** The rule that a past choice implies, as narrow as the criteria of the match. */
const ruleFrom = (choice: Choice, invoice: Invoice, goodsClass: string | null): VoucherRule => {
  const when: VoucherRule['when'] = { side: choice.side };
  const seller = choice.sellerTaxId ?? choice.seller;
  if (isSameSeller(choice, invoice) && seller !== null) when.seller = seller;
  if (goodsClass !== null && choice.goodsClass === goodsClass) when.goods = `*${goodsClass}*`;
  return { when, ...choice.outcome };
};

/**
 * The rule suggested by past choices for a line: the closest one, or the latest of equally close ones. Null
 * if neither the seller nor the class of goods was booked before.
 * @param choices oldest first
 */
export const suggestRule = (
  choices: readonly Choice[],
  invoice: Invoice,
  line: InvoiceLine | null,
  side: BookSide,
): VoucherRule | null => {
  const goodsClass = goodsClassOf(line?.name ?? null);
  let best: Choice | null = null;
  let bestWeight = 0;
  for (const choice of choices) {
    const weight = choice.side === side ? weightOf(choice, invoice, goodsClass) : 0;
    if (weight === 0 || weight < bestWeight) continue;
    best = choice;
    bestWeight = weight;
  }
  return best && ruleFrom(best, invoice, goodsClass);
};
