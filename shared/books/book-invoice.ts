import { taxCents } from '../invoice/checks/tax-cents.ts';
import type { Invoice } from '../invoice/model.ts';
import { centsOf, type Cents } from '../invoice/money.ts';
import type { Business } from '../invoice/business.ts';
import { lacks, railKind } from '../invoice/kind.ts';
import { failed, success, type Result } from '../result.ts';
import { deductionOf, ticketTypeOf, type Deduction, type TicketType } from './deduction.ts';
import { itemsOfRule, itemsOwed } from './codes.ts';
import { bookSidesOf, sideOf, type BookSide } from './side.ts';
import {
  chooseRule,
  goodsClassOf,
  goodsNameOf,
  type BookAccount,
  type VoucherRule,
  type VoucherRules,
} from './voucher-rules.ts';
import { isBalanced, type VoucherEntry } from './voucher.ts';

export type BookInvoice = {
  readonly invoice: Invoice;
  readonly tags: readonly string[];
  /** Charges besides amount and tax, in cents, such as an air ticket's fund. They are part of the cost. */
  readonly otherCharges: Cents;
  readonly business: Business | null;
  /** Its traveller; null if it is no ticket. */
  readonly ticket: { readonly type: TicketType; readonly passenger: string | null } | null;
};

export const voucherReasons = [
  'amount-missing',
  'sums-differ',
  'date-missing',
  'no-rule',
  'lines-differ',
  'side-unknown',
  'duplicate',
  'too-large',
  'no-code',
] as const;
type VoucherReason = (typeof voucherReasons)[number];

/** Why an invoice cannot be booked, with its index in the input, from 0. */
export type VoucherFailure = {
  readonly index: number;
  readonly reason: VoucherReason;
  /** The line that no rule matches, from 1; null for the whole invoice. */
  readonly line: number | null;
  /** For `no-code`: the department or project. */
  readonly item?: string;
};

/** A part of an invoice that is booked by one rule. */
type Part = {
  readonly rule: VoucherRule;
  readonly goods: string | null;
  readonly taxRate: string | null;
  readonly net: Cents;
  readonly tax: Cents;
};

type Sums = { readonly net: Cents; readonly tax: Cents; readonly gross: Cents };

const sumsOf = ({ invoice, otherCharges }: BookInvoice): Sums | VoucherReason => {
  const net = centsOf(invoice.total);
  const gross = centsOf(invoice.grossTotal);
  // A printed ticket has only its fare, which the deduction splits; some forms state no tax.
  const isGrossOnly = net === null && (invoice.kind === railKind || lacks(invoice.kind, 'total'));
  if (isGrossOnly && gross !== null && invoice.taxTotal === null) return { net: gross, tax: 0, gross };
  if (net === null || gross === null) return 'amount-missing';
  // A tax that is not printed is the remainder; an invoice without tax has none.
  const tax =
    taxCents(invoice.taxTotal) ?? (invoice.taxTotal === null && net + otherCharges === gross ? 0 : null);
  if (tax === null) return 'amount-missing';
  return net + tax + otherCharges === gross ? { net, tax, gross } : 'sums-differ';
};

/** The amounts of the lines, if all exist and add up to the totals; null if only the totals can be booked. */
const lineAmounts = (invoice: Invoice, { net, tax }: Sums): readonly { net: Cents; tax: Cents }[] | null => {
  const amounts = invoice.lines.map((line) => ({
    net: centsOf(line.amount),
    tax: line.tax === null ? null : taxCents(line.tax),
  }));
  const whole = amounts.flatMap((each) =>
    each.net === null || each.tax === null ? [] : [{ net: each.net, tax: each.tax }],
  );
  if (whole.length === 0 || whole.length < amounts.length) return null;
  const sum = (pick: (each: { net: Cents; tax: Cents }) => Cents): Cents =>
    whole.reduce((total, each) => total + pick(each), 0);
  return sum((each) => each.net) === net && sum((each) => each.tax) === tax ? whole : null;
};

type Parts = Result<readonly Part[], { readonly reason: VoucherReason; readonly line: number | null }>;

const partsOf = (book: BookInvoice, sums: Sums, side: BookSide, rules: VoucherRules): Parts => {
  const { invoice, tags, business } = book;
  if (invoice.lines.length === 0) {
    const rule = chooseRule(rules.rules, { invoice, line: null, side, tags, business });
    return rule
      ? success([{ rule, goods: null, taxRate: null, net: sums.net + book.otherCharges, tax: sums.tax }])
      : failed({ reason: 'no-rule', line: null });
  }
  const chosen: VoucherRule[] = [];
  const named: (string | null)[] = [];
  for (const [index, line] of invoice.lines.entries()) {
    // A discount belongs to the line above it. On a red invoice, the discount is positive.
    const isDiscount =
      line.unitPrice === null &&
      line.quantity === null &&
      Math.sign(centsOf(line.amount) ?? 0) * Math.sign(sums.gross) < 0;
    const rule =
      (isDiscount ? chosen[index - 1] : undefined) ??
      chooseRule(rules.rules, { invoice, line, side, tags, business });
    if (!rule) return failed({ reason: 'no-rule', line: index + 1 });
    chosen.push(rule);
    named.push(isDiscount && index > 0 ? (named[index - 1] ?? null) : line.name);
  }
  const amounts = lineAmounts(invoice, sums);
  const [first] = chosen;
  if (amounts === null) {
    // Lines that do not add up to the totals cannot be divided among accounts.
    if (!first || chosen.some((rule) => rule !== first))
      return failed({ reason: 'lines-differ', line: null });
    const [goods = null] = named;
    const taxRate = invoice.lines[0]?.taxRate ?? null;
    return success([{ rule: first, goods, taxRate, net: sums.net + book.otherCharges, tax: sums.tax }]);
  }
  return success(
    chosen.map((rule, index) => ({
      rule,
      goods: named[index] ?? null,
      taxRate: invoice.lines[index]?.taxRate ?? null,
      net: (amounts[index]?.net ?? 0) + (index === 0 ? book.otherCharges : 0),
      tax: amounts[index]?.tax ?? 0,
    })),
  );
};

const defaultSummary: Readonly<Record<BookSide, string>> = {
  purchase: '{seller} {goods}',
  sale: '{buyer} {goods}',
};

const summaryOf = (template: string, { invoice, ticket }: BookInvoice, goods: string | null): string => {
  const values: Readonly<Record<string, string | null>> = {
    seller: invoice.seller.name,
    buyer: invoice.buyer.name,
    goods: goodsClassOf(goods) ?? goodsNameOf(goods),
    number: invoice.number,
    date: invoice.issueDate,
    passenger: ticket?.passenger ?? null,
  };
  return template
    .replace(/\{(\w+)\}/g, (whole, field: string) =>
      Object.hasOwn(values, field) ? (values[field] ?? '') : whole,
    )
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 200);
};

const on = (amount: Cents, isDebit: boolean) =>
  isDebit ? { debit: amount, credit: 0 } : { debit: 0, credit: amount };

const noParty = { supplier: null, customer: null } as const;

/** The entries of an invoice on one side, and why its input tax is deducted or not, for each part. */
type Posted = { readonly entries: readonly VoucherEntry[]; readonly deductions: readonly Deduction[] };

/** Who is owed: the traveller for a ticket, if there is an account for that. */
const counterOf = (
  { rule }: Part,
  { ticket }: BookInvoice,
  side: BookSide,
  { accounts }: VoucherRules,
): BookAccount => {
  if (rule.counter) return rule.counter;
  if (side === 'sale') return accounts.receivable;
  return (ticket && accounts.traveller) ?? accounts.payable;
};

const entriesOf = (
  book: BookInvoice,
  side: BookSide,
  parts: readonly Part[],
  rules: VoucherRules,
): Posted => {
  const { invoice } = book;
  const { accounts, codes, farmProduceRate } = rules;
  const isPurchase = side === 'purchase';
  const [first] = parts;
  const whole = { invoice, business: book.business, ticket: ticketTypeOf(book.ticket, invoice) };
  const owedTo = itemsOwed(codes, side, invoice, book.ticket?.passenger ?? null);
  // Tax and the amount owed belong to the whole invoice.
  const headline = summaryOf(first?.rule.summary ?? defaultSummary[side], book, first?.goods ?? null);
  const entries: VoucherEntry[] = [];
  const taxes: VoucherEntry[] = [];
  const deductions: Deduction[] = [];
  const owed = new Map<string, VoucherEntry>();
  for (const part of parts) {
    const { rule, goods, taxRate, net, tax } = part;
    const summary = summaryOf(rule.summary ?? defaultSummary[side], book, goods);
    // Only the net amount of a ticket is its fare: the other charges carry no tax.
    const taxed = net - (part === first ? book.otherCharges : 0);
    const subject = { ...whole, goods, taxRate, net: taxed, tax };
    const deduction = isPurchase
      ? deductionOf(subject, { farmProduceRate, deductible: rule.deductible })
      : null;
    if (deduction) deductions.push(deduction);
    // Tax that is not deducted is part of the cost; tax on a sale is always owed.
    const apart = deduction?.tax ?? tax;
    const account = isPurchase ? accounts.inputTax : accounts.outputTax;
    entries.push({
      summary,
      account: rule.account,
      ...on(net + tax - apart, isPurchase),
      ...noParty,
      ...itemsOfRule(codes, rule),
    });
    taxes.push({ summary: headline, account, ...on(apart, isPurchase), ...noParty });
    const counter = counterOf(part, book, side, rules);
    const before = owed.get(counter.code);
    owed.set(counter.code, {
      summary: headline,
      account: counter,
      ...on((before?.debit ?? 0) + (before?.credit ?? 0) + net + tax, !isPurchase),
      supplier: isPurchase ? invoice.seller.name : null,
      customer: isPurchase ? null : invoice.buyer.name,
      ...owedTo,
    });
  }
  return {
    entries: isPurchase ? [...entries, ...taxes, ...owed.values()] : [...owed.values(), ...entries, ...taxes],
    deductions,
  };
};

export type Booked = Posted & {
  readonly index: number;
  readonly date: string;
  /** Two for an invoice between own companies. */
  readonly sides: readonly BookSide[];
  /** It names no buyer's id, and is booked as a purchase of the only own company. */
  readonly isAssumed: boolean;
};

/** Whether the format takes only codes: an entry would lose its department or project without one. */
export type CodesWanted = { readonly wantsCodes: boolean };

/** The first department or project of the parts that has no code, with its place among them; null if all have one. */
const uncodedIn = (parts: readonly Part[], { codes }: VoucherRules): { item: string; at: number } | null => {
  for (const [at, { rule }] of parts.entries())
    for (const { name, code } of itemsOfRule(codes, rule).items ?? [])
      if (code === null) return { item: name, at };
  return null;
};

/** Books one invoice: its entries for each side it is on, or why it can't be booked. */
export const bookInvoice = (
  book: BookInvoice,
  index: number,
  rules: VoucherRules,
  { wantsCodes }: CodesWanted,
): Result<Booked, VoucherFailure> => {
  const fail = (reason: VoucherReason, line: number | null = null) => failed({ index, reason, line });
  const sums = sumsOf(book);
  if (typeof sums === 'string') return fail(sums);
  const date = rules.date ?? book.invoice.issueDate;
  if (date === null) return fail('date-missing');
  const { side, isAssumed } = sideOf(rules.own, book.invoice);
  const sides = bookSidesOf(side);
  if (sides.length === 0) return fail('side-unknown');
  const posted: Posted[] = [];
  for (const one of sides) {
    const parts = partsOf(book, sums, one, rules);
    if (!parts.ok) return fail(parts.failure.reason, parts.failure.line);
    const uncoded = wantsCodes ? uncodedIn(parts.value, rules) : null;
    if (uncoded) {
      const line = book.invoice.lines.length > 0 ? uncoded.at + 1 : null;
      return failed({ index, reason: 'no-code', line, item: uncoded.item });
    }
    posted.push(entriesOf(book, one, parts.value, rules));
  }
  const entries = posted.flatMap((one) => one.entries);
  const deductions = posted.flatMap((one) => one.deductions);
  if (!isBalanced({ entries })) return fail('too-large');
  return success({ index, date, entries, deductions, sides, isAssumed });
};
