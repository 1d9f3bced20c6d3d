import { createCountedOnce } from '../invoice/counted-once.ts';
import { failed } from '../result.ts';
import {
  bookInvoice,
  type Booked,
  type BookInvoice,
  type CodesWanted,
  type VoucherFailure,
} from './book-invoice.ts';
import type { Booking } from './books-state.ts';
import { monthOf } from './period.ts';
import type { VoucherRules } from './voucher-rules.ts';
import { isBalanced, mergeEntries, type Voucher, type VoucherEntry } from './voucher.ts';

/** Every invoice to book counts once, even if both a scan and a digital file of it exist. */
const countable = { isInvoice: true, isAside: false, isDemo: false } as const;

/** Vouchers without numbers, ordered by posting date. */
type DraftedVouchers = Omit<BuiltVouchers, 'vouchers'> & { readonly drafts: readonly Draft[] };

/** How an invoice is booked: what the trial shows beside its voucher. */
export type BookedHow = Pick<Booked, 'sides' | 'isAssumed' | 'deductions'>;

/** Vouchers, and the invoices that cannot be booked: those never keep the others from being booked. */
export type BuiltVouchers = {
  readonly vouchers: readonly Voucher[];
  readonly failures: readonly VoucherFailure[];
  /** The entries of each booked invoice, by its index: its part of the voucher. They balance. */
  readonly entriesOf: ReadonlyMap<number, readonly VoucherEntry[]>;
  readonly howOf: ReadonlyMap<number, BookedHow>;
};

/** The voucher numbers that exist already: accounting software identifies a voucher by date, word and number. */
export type Numbering = {
  /** The highest number in a month (`2024-05`) among vouchers of other invoices; 0 if there is none. */
  readonly highest: (month: string) => number;
  /** How an invoice was booked before, by its index. It keeps its number. */
  readonly earlier: (index: number) => Booking | null;
};

type Draft = Pick<Voucher, 'date' | 'entries' | 'invoices'>;

/** The number of each voucher, counted from the rules' first number in each month. */
const numbered = (
  drafts: readonly Draft[],
  { word, firstNumber }: Pick<VoucherRules, 'word' | 'firstNumber'>,
  { highest, earlier }: Numbering,
): ((draft: Draft) => number) => {
  const numbers = new Map<Draft, number>();
  const taken = new Set<string>();
  for (const draft of drafts) {
    const month = monthOf(draft.date);
    const [number, ...others] = new Set(
      draft.invoices.map((index) => {
        const before = earlier(index);
        return before?.word === word && before.period === month ? before.number : null;
      }),
    );
    const isFree = number !== undefined && number !== null && !taken.has(`${month} ${String(number)}`);
    if (!isFree || others.length > 0) continue;
    numbers.set(draft, number);
    taken.add(`${month} ${String(number)}`);
  }
  const next = new Map<string, number>();
  return (draft) => {
    const kept = numbers.get(draft);
    if (kept !== undefined) return kept;
    const month = monthOf(draft.date);
    let number = next.get(month) ?? Math.max(firstNumber, highest(month) + 1);
    while (taken.has(`${month} ${String(number)}`)) number += 1;
    next.set(month, number + 1);
    return number;
  };
};

/** Accounting programs take at most 999 attachments to a voucher. */
const mostAttachments = 999;

/** The invoices of each voucher of a batch: one a month, unless months are joined. */
const batchesOf = (
  booked: readonly Booked[],
  { joinMonths }: VoucherRules,
): readonly (readonly Booked[])[] => {
  const months = Map.groupBy(booked, ({ date }) => (joinMonths ? '' : monthOf(date)));
  return [...months.values()].flatMap((month) =>
    Array.from({ length: Math.ceil(month.length / mostAttachments) }, (_, part) =>
      month.slice(part * mostAttachments, (part + 1) * mostAttachments),
    ),
  );
};

/**
 * Books invoices by the user's rules, as one voucher per invoice or one for the batch, ordered by posting
 * date. Every voucher balances to the cent; an invoice whose figures don't is a failure.
 */
export const draftVouchers = (
  books: readonly BookInvoice[],
  rules: VoucherRules,
  wanted: CodesWanted,
): DraftedVouchers => {
  const isFirst = createCountedOnce();
  const outcomes = books.map((book, index) =>
    isFirst({ ...countable, code: book.invoice.code, number: book.invoice.number })
      ? bookInvoice(book, index, rules, wanted)
      : failed<VoucherFailure>({ index, reason: 'duplicate', line: null }),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  const booked = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const groups = rules.per === 'batch' ? batchesOf(booked, rules) : booked.map((one) => [one]);
  const drafts = groups
    .map((group) => ({
      date: group.map(({ date }) => date).reduce((latest, date) => (date > latest ? date : latest)),
      entries: mergeEntries(group.flatMap(({ entries }) => entries)),
      invoices: group.map(({ index }) => index),
    }))
    // An invoice with a zero amount has no entry to book.
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  const unbalanced = drafts.filter((draft) => !isBalanced(draft));
  return {
    drafts: drafts.filter((draft) => !unbalanced.includes(draft)),
    failures: [
      ...failures,
      ...unbalanced.flatMap(({ invoices }) =>
        invoices.map((index): VoucherFailure => ({ index, reason: 'too-large', line: null })),
      ),
    ],
    entriesOf: new Map(booked.map(({ index, entries }) => [index, mergeEntries(entries)])),
    howOf: new Map(
      booked.map(({ index, sides, isAssumed, deductions }) => [index, { sides, isAssumed, deductions }]),
    ),
  };
};

/** Gives drafted vouchers their numbers. */
export const numberDrafts = (
  { drafts, ...built }: DraftedVouchers,
  rules: Pick<VoucherRules, 'word' | 'preparer' | 'firstNumber'>,
  numbering: Numbering,
): BuiltVouchers => {
  const { word, preparer } = rules;
  const numberOf = numbered(drafts, rules, numbering);
  const vouchers = drafts.map((draft): Voucher => ({
    ...draft,
    word,
    number: numberOf(draft),
    preparer,
    attachments: draft.invoices.length,
  }));
  return { ...built, vouchers };
};
