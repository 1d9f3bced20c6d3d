import { z } from 'zod';
import { businesses, type Business } from '../invoice/business.ts';
import type { Invoice, InvoiceLine, Party } from '../invoice/model.ts';
import { rateOf } from '../invoice/rates.ts';
import { codesSchema } from './codes.ts';
import { bookSides, plain, type BookSide } from './side.ts';

/**
 * The class of goods at the start of a line's name: `*餐饮服务*餐费` has the class `餐饮服务`; null if there is none.
 */
export const goodsClassOf = (name: string | null): string | null => {
  const match = /^\s*[*＊]([^*＊]+)[*＊]/u.exec(name ?? '');
  return match?.[1]?.trim() || null;
};

/** A line's name without its class. */
export const goodsNameOf = (name: string | null): string | null =>
  name?.replace(/^\s*[*＊][^*＊]+[*＊]/u, '').trim() || null;

const text = z.string().trim().min(1).max(200);
const oneOrMore = z.union([text, z.array(text).min(1).max(200)]);

export const accountSchema = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z.-]{1,40}$/),
    name: z.string().trim().max(100).default(''),
  })
  .strict();
export type BookAccount = z.infer<typeof accountSchema>;

const whenSchema = z
  .object({
    side: z.enum(bookSides).optional(),
    /** A part of the other party's name, or its whole taxpayer id. */
    seller: oneOrMore.optional(),
    buyer: oneOrMore.optional(),
    /** `*餐饮服务*` for a class of goods, any other text for a part of the name. */
    goods: oneOrMore.optional(),
    kind: oneOrMore.optional(),
    /** What was traded: `toll`, `farm-produce` … */
    business: z.union([z.enum(businesses), z.array(z.enum(businesses)).min(1)]).optional(),
    /** As printed: `6%`, `免税`. */
    rate: oneOrMore.optional(),
    tag: oneOrMore.optional(),
  })
  .strict();

export const ruleSchema = z
  .object({
    when: whenSchema.default({}),
    /** The account for purchases (debit) or sales (credit). */
    account: accountSchema,
    /** The opposite account: payable or paid, receivable or received. Defaults to that of the file. */
    counter: accountSchema.optional(),
    /** Fields in braces are filled in: {seller} {buyer} {goods} {number} {date} {passenger}. */
    summary: z.string().trim().min(1).max(200).optional(),
    /** Whether input tax is deducted. By default the kind of invoice and its business decide. */
    deductible: z.boolean().optional(),
    /** What cost and revenue are kept by; their codes stand in the table of codes. */
    department: text.optional(),
    project: text.optional(),
  })
  .strict();
export type VoucherRule = z.infer<typeof ruleSchema>;

const accountsSchema = z
  .object({
    inputTax: accountSchema.default({ code: '22210101', name: '应交税费_应交增值税_进项税额' }),
    outputTax: accountSchema.default({ code: '22210106', name: '应交税费_应交增值税_销项税额' }),
    payable: accountSchema.default({ code: '2202', name: '应付账款' }),
    receivable: accountSchema.default({ code: '1122', name: '应收账款' }),
    /** Owed to travellers for their tickets; by default, tickets are payable like other purchases. */
    traveller: accountSchema.optional(),
  })
  .strict();

const ownCompanySchema = z
  .object({ name: z.string().trim().max(200).default(''), taxId: z.string().trim().max(30).default('') })
  .strict();

/** The user's rules, in the format of the file of `vouch vouchers --rules`. */
export const voucherRulesSchema = z
  .object({
    accounts: accountsSchema.prefault({}),
    /** The user's own companies: they decide whether an invoice is a purchase or a sale. */
    own: z.array(ownCompanySchema).max(200).default([]),
    /** The first rule that matches a line decides. */
    rules: z.array(ruleSchema).max(2000).default([]),
    per: z.enum(['invoice', 'batch']).default('invoice'),
    /** Lets a voucher of a batch hold the invoices of several months; by default each month has its own. */
    joinMonths: z.boolean().default(false),
    /** Deducted from the price of bought farm produce, in percent. */
    farmProduceRate: z.union([z.literal(9), z.literal(10)]).default(9),
    /** Longest summary in a file; by default 60 characters for Yonyou, 200 for others. */
    summaryCharacters: z.int().min(10).max(200).optional(),
    codes: codesSchema.default([]),
    /** Voucher word: 记, 付, 转 … */
    word: z.string().trim().min(1).max(10).default('记'),
    firstNumber: z.int().min(1).max(999_999).default(1),
    /** Posting date of all vouchers (ISO); by default the issue date of each invoice. */
    date: z.iso.date().optional(),
    /** The preparer of the vouchers, for formats that include it. */
    preparer: z.string().trim().max(40).default(''),
  })
  .strict();
export type VoucherRules = z.infer<typeof voucherRulesSchema>;

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
  readonly business: Business | null;
};

const ruleFits = ({ when }: VoucherRule, { invoice, line, side, tags, business }: RuleSubject): boolean =>
  (when.side === undefined || when.side === side) &&
  anyOf(when.seller, isParty(invoice.seller)) &&
  anyOf(when.buyer, isParty(invoice.buyer)) &&
  anyOf(when.goods, isGoods(line?.name ?? null)) &&
  anyOf(when.kind, (kind) => kind === invoice.kind) &&
  anyOf(when.business, (wanted) => wanted === business) &&
  anyOf(when.rate, isRate(line?.taxRate ?? null)) &&
  anyOf(when.tag, (tag) => tags.includes(tag));

/** The first matching rule; null if none matches. */
export const chooseRule = (rules: readonly VoucherRule[], subject: RuleSubject): VoucherRule | null =>
  rules.find((rule) => ruleFits(rule, subject)) ?? null;

/** A past choice of the user for a line. */
export type Choice = {
  readonly sellerTaxId: string | null;
  readonly seller: string | null;
  readonly goodsClass: string | null;
  readonly kind: string;
  readonly side: BookSide;
  readonly outcome: Omit<VoucherRule, 'when'>;
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
