import { z } from 'zod';
import {
  chooseRule,
  choiceOf,
  type Choice,
  suggestRule,
  ruleSchema,
  voucherRulesSchema,
  type VoucherRules,
  type VoucherRule,
  goodsClassOf,
} from '../../../shared/books/voucher-rules.ts';
import type { VoucherFailure } from '../../../shared/books/book-invoice.ts';
import type { BookedHow } from '../../../shared/books/build-vouchers.ts';
import { bookSides, bookSidesOf, mostFrequentBuyer, sideOf } from '../../../shared/books/side.ts';
import type { KeyValueStore } from '../../credentials/host.ts';
import { voucherName } from '../../../shared/books/books-state.ts';
import type { Voucher } from '../../../shared/books/voucher.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { decimalOf } from '../../../shared/invoice/money.ts';
import { failed, success } from '../../../shared/result.ts';
import { localDay } from '../../../shared/local-day.ts';
import { uncodedParties } from './code-commands.ts';
import { encodeVouchers, voucherExtension, lostInGbk } from './encode-vouchers.ts';
import type { Caller, Handlers } from '../../app/handlers.ts';
import {
  changedSince,
  digestOfTrial,
  invoiceAtOf,
  reserveVouchers,
  tryVouchers,
  withOwnCompanies,
  type VoucherTrial,
} from './booking.ts';
import { booksFailure, charactersLost, takenFailure } from '../books-failures.ts';
import type { BooksDependencies, BooksReads } from '../../app/books-room.ts';
import { invoicesOf, type GatedInvoice, type LedgerInvoice } from '../ledger-invoices.ts';
import type { CommandInput } from '../../../shared/contract/commands.ts';
import { resolveAs, resolveCertain, unfinished, withReserved, type Unfinished } from '../book-files.ts';
import { digestOfArchive } from '../archive/check-archive.ts';
import { sha256Of } from '../../infra/bytes.ts';

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
    outcome: ruleSchema.omit({ when: true }),
  }),
);

/** The saved choices for booked invoices, oldest first. */
const keptChoices = (store: Pick<KeyValueStore, 'get'>): readonly Choice[] =>
  choicesSchema.safeParse(store.get(key)).data ?? [];

/** Saves how invoices were booked. An equal choice is saved only once, as the newest. */
const keepChoices = (store: KeyValueStore, booked: readonly LedgerInvoice[], rules: VoucherRules): void => {
  const kept = new Map(keptChoices(store).map((choice) => [JSON.stringify(choice), choice]));
  for (const { invoice, row, business } of booked) {
    const tags = row.figures?.tags ?? [];
    for (const side of bookSidesOf(sideOf(rules.own, invoice).side))
      for (const line of invoice.lines.length > 0 ? invoice.lines : [null]) {
        const rule = chooseRule(rules.rules, { invoice, line, side, tags, business });
        if (!rule) continue;
        const { when: _, ...outcome } = rule;
        const choice = choiceOf(invoice, line, side, outcome);
        kept.delete(JSON.stringify(choice));
        kept.set(JSON.stringify(choice), choice);
      }
  }
  store.set(key, [...kept.values()].slice(-mostKept));
};

/** How invoices are booked, beside their vouchers in the trial. */
const shownHow = ({ sides, isAssumed, deductions }: BookedHow) => ({
  sides: [...sides],
  isAssumed,
  deductions: deductions.map(({ tax, basis, rate }) => ({ tax: decimalOf(tax), basis, rate })),
});

const shown = (
  { entries, invoices, ...voucher }: Voucher,
  pageAt: (index: number) => PageId,
  howOf: ReadonlyMap<number, BookedHow>,
) => ({
  ...voucher,
  pages: invoices.map(pageAt),
  how: invoices.flatMap((index) => {
    const how = howOf.get(index);
    return how ? [shownHow(how)] : [];
  }),
  entries: entries.map(({ debit, credit, ...entry }) => ({
    ...entry,
    debit: decimalOf(debit),
    credit: decimalOf(credit),
  })),
});

/** The page of an invoice, by its position among the used ones. */
const pageOf =
  ({ used }: Pick<VoucherTrial, 'used'>) =>
  (index: number): PageId =>
    used[index]?.row.id ?? 0;

/**
 * A suggested rule for a line that no rule matches: the earlier choice for the most similar line, or else a rule
 * without an account.
 */
const proposalFor = (
  { index, line }: VoucherFailure,
  { used, rules }: VoucherTrial,
  choices: readonly Choice[],
): { readonly goods: string | null; readonly rule: VoucherRule | null } => {
  const invoice = used[index]?.invoice;
  const goods = invoice?.lines[(line ?? 1) - 1] ?? null;
  const [side] = invoice ? bookSidesOf(sideOf(rules.own, invoice).side) : [];
  const rule = invoice && side ? suggestRule(choices, invoice, goods, side) : null;
  const goodsClass = goodsClassOf(goods?.name ?? null);
  return { goods: goodsClass === null ? (goods?.name ?? null) : `*${goodsClass}*`, rule };
};

const failureShown = (failure: VoucherFailure, trial: VoucherTrial, choices: readonly Choice[]) => {
  const { index, reason, line } = failure;
  const proposal =
    reason === 'no-rule' ? proposalFor(failure, trial, choices) : { goods: failure.item ?? null, rule: null };
  return { page: pageOf(trial)(index), name: trial.used[index]?.row.name ?? '', reason, line, ...proposal };
};

/** More invoices that are left out are only counted. */
const mostLeftOut = 500;

const leftOut = (list: readonly GatedInvoice[]) =>
  list.slice(0, mostLeftOut).map(({ row, gated, countsOn, booking }) => ({
    page: row.id,
    name: row.name,
    reasons: [...gated.reasons],
    other: countsOn?.name ?? null,
    voucher: booking && voucherName(booking),
  }));

/** The vouchers of a file that a crash has left, by their first and last number. */
const unfinishedShown = async (
  { file, kind, outcome }: Unfinished & { readonly kind: 'vouchers' | 'archive' },
  { store }: BooksReads['folder'],
  nameOf: Caller['nameOf'],
) => {
  const numbers = (await store.vouchersIn(file.id)).map(voucherName);
  return {
    id: file.id,
    kind,
    at: file.at,
    by: (await nameOf?.(file.author)) ?? null,
    first: numbers[0] ?? null,
    last: numbers.at(-1) ?? null,
    isCertain: outcome !== 'ask',
  };
};

type TrialInput = Pick<CommandInput<'books.tryVouchers'>, 'ids' | 'rules' | 'include' | 'format'>;

const tryOn = async (
  reads: BooksReads,
  { ids, rules, include, format }: TrialInput,
): Promise<VoucherTrial> => {
  const found: LedgerInvoice[] = [];
  for await (const one of invoicesOf(reads, ids)) found.push(one);
  const parsed = withOwnCompanies(voucherRulesSchema.parse(rules), reads.settings().ownCompanies);
  return tryVouchers(found, parsed, reads.folder.store, {
    included: new Set(include),
    format: format ?? null,
  });
};

export const voucherQueries = (
  reads: BooksReads,
): Pick<Handlers, 'books.tryVouchers' | 'books.unfinished'> => ({
  'books.tryVouchers': async (input) => {
    const trial = await tryOn(reads, input);
    const { used, held, never, built, rules } = trial;
    const { vouchers, failures, howOf } = built;
    const choices = keptChoices(reads.host.store);
    return success({
      digest: digestOfTrial(trial),
      vouchers: vouchers.map((voucher) => shown(voucher, pageOf(trial), howOf)),
      failures: failures.map((failure) => failureShown(failure, trial, choices)),
      held: leftOut(held),
      heldCount: held.length,
      never: leftOut(never),
      neverCount: never.length,
      uncoded: uncodedParties(trial).slice(0, mostLeftOut),
      knowsOwn: rules.own.length > 0,
      offer: mostFrequentBuyer([...used, ...held].map(({ invoice }) => invoice)),
    });
  },
  'books.unfinished': async (_, { by, nameOf }) => {
    const { folder, host } = reads;
    const found = await unfinished(folder.store, { by, now: host.now() }, digestOfArchive);
    // The next print resolves what is left of one: it never needs a person.
    const shownFiles = found.flatMap((one) => {
      const { kind } = one.file;
      return kind === 'print' ? [] : [unfinishedShown({ ...one, kind }, folder, nameOf)];
    });
    return success({
      files: await Promise.all(shownFiles),
      void: (await folder.store.voidVouchers()).map(voucherName),
    });
  },
});

/** Writes vouchers, and records them on the invoices. */
export const voucherCommands = (
  dependencies: BooksDependencies,
): Pick<Handlers, 'books.writeVouchers' | 'books.resolve'> => {
  const { folder, delivery, emit, emitRows, host } = dependencies;
  const { store } = folder;
  return {
    'books.writeVouchers': async ({ layout, seen, ...input }, { by, nameOf }) => {
      const { format } = input;
      await resolveCertain(store, { by, now: host.now() }, digestOfArchive, ['vouchers']);
      const trial = await tryOn(dependencies, input);
      const { used, held, never, rules } = trial;
      if (rules.own.length === 0) return failed(booksFailure('own-unknown'));
      const changed = await changedSince(store, trial, seen);
      if (changed) return failed(await takenFailure(changed, nameOf));
      if (trial.built.vouchers.length === 0) return failed(booksFailure('nothing-to-book'));
      const reserved = await reserveVouchers(store, trial, { by, target: null });
      if (!reserved.ok) return failed(await takenFailure(reserved.failure, nameOf));
      const write = async ({ value: { built, changes }, note, written, dropped }: typeof reserved.value) => {
        const { vouchers } = built;
        const isLeftOut = used.length - changes.size + held.length + never.length;
        const parcel = { plan: null, ids: [...changes.keys()], leftOut: isLeftOut };
        const name = `vouch-vouchers-${localDay(host.now())}`;
        const given = await delivery.file(name, voucherExtension[format], parcel, async (target) => {
          const bytes = encodeVouchers(vouchers, format, layout ?? [], rules, invoiceAtOf({ used, built }));
          await note({ target, digest: sha256Of(bytes), changes });
          return bytes;
        });
        if (!given.ok || given.value.kind === 'cancelled' || given.value.kind === 'blocked') {
          await dropped();
          if (!given.ok || given.value.kind !== 'blocked') return given;
          const { message, remedy } = given.value;
          return failed({ id: 'export-failed', message, remedy });
        }
        await written();
        keepChoices(
          host.store,
          used.filter(({ row }) => changes.has(row.id)),
          rules,
        );
        await emitRows([...changes.keys()]);
        const lost = format === 'yonyou' ? lostInGbk(vouchers) : [];
        if (lost.length > 0) emit({ type: 'failure', failure: charactersLost(lost) });
        return given;
      };
      return withReserved(reserved.value, write, async (taken) => failed(await takenFailure(taken, nameOf)));
    },
    'books.resolve': async ({ id, state }, { by }) => {
      const resolved = await resolveAs(store, id, state, { by, now: host.now() });
      return resolved.ok ? success({}) : failed(booksFailure('not-yours-to-resolve'));
    },
  };
};
