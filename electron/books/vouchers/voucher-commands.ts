import { z } from 'zod';
import {
  chooseRule,
  sideOf,
  choiceOf,
  type Choice,
  suggestRule,
  bookSides,
  ruleSchema,
  type VoucherRules,
  type VoucherRule,
  goodsClassOf,
} from '../../../shared/books/voucher-rules.ts';
import {
  type BookInvoice,
  blocksAll,
  type BuiltVouchers,
  type VoucherFailure,
} from '../../../shared/books/build-vouchers.ts';
import type { KeyValueStore } from '../../credentials/host.ts';
import { voucherName, type Booking } from '../../../shared/books/books-state.ts';
import { otherChargesOf, type Voucher } from '../../../shared/books/voucher.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { decimalOf } from '../../../shared/invoice/money.ts';
import { failed, success } from '../../../shared/result.ts';
import { localDay } from '../../../shared/local-day.ts';
import { encodeVouchers, voucherExtension, lostInGbk } from './encode-vouchers.ts';
import type { Handlers } from '../../app/handlers.ts';
import { bookingChanges, earlierBooking, numberVouchers, withOwnCompanies } from './booking.ts';
import { booksFailure, charactersLost } from '../books-failures.ts';
import type { BooksDependencies, BooksReads } from '../../app/books-room.ts';
import { invoicesOf, type LedgerInvoice, noteBooks } from '../ledger-invoices.ts';

/** The key of the saved choices in the host's store. */
const key = 'voucher-choices';
/** Older choices are less useful, and the store is written as a whole each time. */
const mostKept = 400;

const choicesSchema = z.array(
  z.object({
    sellerTaxId: z.string().nullable(),
    seller: z.string().nullable(),
    goodsClass: z.string().nullable(),
    kind: z.string(),
    side: z.enum(bookSides),
    outcome: ruleSchema.pick({ account: true, counter: true, summary: true, deductible: true }),
  }),
);

/** The saved choices for booked invoices, oldest first. */
const keptChoices = (store: Pick<KeyValueStore, 'get'>): readonly Choice[] =>
  choicesSchema.safeParse(store.get(key)).data ?? [];

/** Saves how invoices were booked. An equal choice is saved only once, as the newest. */
const keepChoices = (store: KeyValueStore, books: readonly BookInvoice[], rules: VoucherRules): void => {
  const kept = new Map(keptChoices(store).map((choice) => [JSON.stringify(choice), choice]));
  for (const { invoice, tags } of books) {
    const side = sideOf(rules.own, invoice);
    for (const line of invoice.lines.length > 0 ? invoice.lines : [null]) {
      const rule = chooseRule(rules.rules, { invoice, line, side, tags });
      if (!rule) continue;
      const { when: _, ...outcome } = rule;
      const choice = choiceOf(invoice, line, side, outcome);
      kept.delete(JSON.stringify(choice));
      kept.set(JSON.stringify(choice), choice);
    }
  }
  store.set(key, [...kept.values()].slice(-mostKept));
};

type Trial = BuiltVouchers & {
  readonly found: readonly LedgerInvoice[];
  readonly books: readonly BookInvoice[];
  readonly rules: VoucherRules;
  /** How each invoice was booked before, in the order of the invoices; null if it was not. */
  readonly earlier: readonly (Booking | null)[];
};

const bookOf = ({ row, invoice, ticket }: LedgerInvoice): BookInvoice => ({
  invoice,
  tags: row.figures?.tags ?? [],
  otherCharges: otherChargesOf(ticket),
});

const shown = ({ entries, invoices, ...voucher }: Voucher, pageOf: (index: number) => PageId) => ({
  ...voucher,
  pages: invoices.map(pageOf),
  entries: entries.map(({ debit, credit, ...entry }) => ({
    ...entry,
    debit: decimalOf(debit),
    credit: decimalOf(credit),
  })),
});

/** The page of an invoice, by its position among the booked ones. */
const pageOf =
  ({ found }: Pick<Trial, 'found'>) =>
  (index: number): PageId =>
    found[index]?.row.id ?? 0;

/**
 * A suggested rule for a line that no rule matches: the earlier choice for the most similar line, or else a rule
 * without an account.
 */
const proposalFor = (
  { index, line }: VoucherFailure,
  { books, rules }: Trial,
  choices: readonly Choice[],
): { readonly goods: string | null; readonly rule: VoucherRule | null } => {
  const invoice = books[index]?.invoice;
  const goods = invoice?.lines[(line ?? 1) - 1] ?? null;
  const rule = invoice ? suggestRule(choices, invoice, goods, sideOf(rules.own, invoice)) : null;
  const goodsClass = goodsClassOf(goods?.name ?? null);
  return { goods: goodsClass === null ? (goods?.name ?? null) : `*${goodsClass}*`, rule };
};

/** Makes vouchers from invoices by the user's rules, without any effect. */
const tryVouchers = async (
  { folder, assessor, settings }: Pick<BooksReads, 'folder' | 'assessor' | 'settings'>,
  ids: readonly PageId[],
  given: VoucherRules,
): Promise<Trial> => {
  const found: LedgerInvoice[] = [];
  const earlier: (Booking | null)[] = [];
  for await (const one of invoicesOf(folder, assessor, ids)) {
    if (one.row.figures?.review === 'aside') continue;
    found.push(one);
    earlier.push(await earlierBooking(one.row, one.invoice, folder.store));
  }
  const rules = withOwnCompanies(given, settings());
  const toBook = found.map((one, index) => ({
    book: bookOf(one),
    page: one.row.id,
    earlier: earlier[index] ?? null,
  }));
  const books = toBook.map(({ book }) => book);
  const built = await numberVouchers(folder.store, toBook, rules);
  return { found, books, rules, earlier, ...built };
};

export const voucherQueries = (reads: BooksReads): Pick<Handlers, 'books.tryVouchers'> => ({
  'books.tryVouchers': async ({ ids, rules }) => {
    const trial = await tryVouchers(reads, ids, rules);
    const { found, vouchers, failures, earlier } = trial;
    const booked = new Set(vouchers.flatMap(({ invoices }) => invoices));
    const choices = keptChoices(reads.host.store);
    return success({
      vouchers: vouchers.map((voucher) => shown(voucher, pageOf(trial))),
      failures: failures.map((failure) => ({
        page: pageOf(trial)(failure.index),
        name: found[failure.index]?.row.name ?? '',
        reason: failure.reason,
        line: failure.line,
        ...(failure.reason === 'no-rule'
          ? proposalFor(failure, trial, choices)
          : { goods: null, rule: null }),
      })),
      isBlocked: failures.some(blocksAll),
      bookedBefore: found.flatMap(({ row: { id, name } }, index) => {
        const booking = booked.has(index) ? earlier[index] : null;
        return booking ? [{ page: id, name, voucher: voucherName(booking), day: booking.date }] : [];
      }),
    });
  },
});

/** Writes vouchers, and records them on the invoices. */
export const voucherCommands = (dependencies: BooksDependencies): Pick<Handlers, 'books.writeVouchers'> => {
  const { folder, delivery, emit, emitRows, host } = dependencies;
  return {
    'books.writeVouchers': async ({ ids, rules, format, layout, again }) => {
      const trial = await tryVouchers(dependencies, ids, rules);
      const { found, vouchers, failures, books, earlier } = trial;
      if (failures.some(blocksAll)) return failed(booksFailure('figures-wrong'));
      if (vouchers.length === 0) return failed(booksFailure('nothing-to-book'));
      const booked = new Set(vouchers.flatMap(({ invoices }) => invoices));
      if (!again && [...booked].some((index) => earlier[index])) return failed(booksFailure('booked-before'));
      const changes = bookingChanges(trial, pageOf(trial));
      const parcel = { plan: null, ids: [...changes.keys()], leftOut: found.length - booked.size };
      const name = `vouch-vouchers-${localDay(host.now())}`;
      const written = await delivery.file(name, voucherExtension[format], parcel, async () =>
        encodeVouchers(vouchers, format, layout ?? []),
      );
      if (!written.ok || written.value.kind === 'cancelled') return written;
      if (written.value.kind === 'blocked') {
        const { message, remedy } = written.value;
        return failed({ id: 'export-failed', message, remedy });
      }
      await noteBooks(folder, changes);
      keepChoices(
        host.store,
        books.filter((_, index) => booked.has(index)),
        trial.rules,
      );
      await emitRows([...changes.keys()]);
      const lost = format === 'yonyou' ? lostInGbk(vouchers) : [];
      if (lost.length > 0) emit({ type: 'failure', failure: charactersLost(lost) });
      return written;
    },
  };
};
