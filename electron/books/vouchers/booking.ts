import type { BookedEntry, BooksChange } from '../../../shared/books/books-state.ts';
import type { BookInvoice, CodesWanted } from '../../../shared/books/book-invoice.ts';
import { draftVouchers, numberDrafts, type BuiltVouchers } from '../../../shared/books/build-vouchers.ts';
import type { GateReason } from '../../../shared/books/gate.ts';
import { monthOf } from '../../../shared/books/period.ts';
import type { OwnCompanies } from '../../../shared/books/side.ts';
import { ticketTypeOf } from '../../../shared/books/deduction.ts';
import { otherChargesOf, type VoucherEntry, type VoucherFormat } from '../../../shared/books/voucher.ts';
import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { sha256Of } from '../../infra/bytes.ts';
import type { ReadStore, Store } from '../../store/port.ts';
import type { ReservedVoucher } from '../../store/records/book-file.ts';
import type { BookedInvoice } from './encode-vouchers.ts';
import { reserve, type Reserved, type Taken } from '../book-files.ts';
import {
  judged,
  sorted,
  valuesDigest,
  type GatedInvoice,
  type GatedInvoices,
  type GateQuestion,
  type LedgerInvoice,
} from '../ledger-invoices.ts';

const bookedEntry = ({ summary, account: { code, name }, debit, credit }: VoucherEntry): BookedEntry => ({
  summary,
  account: { code, name },
  debit,
  credit,
});

export const bookOf = ({ row, invoice, ticket, business }: LedgerInvoice): BookInvoice => {
  const type = ticketTypeOf(ticket, invoice);
  return {
    invoice,
    business,
    tags: row.figures?.tags ?? [],
    otherCharges: otherChargesOf(ticket),
    ticket: type && { type, passenger: ticket?.passenger ?? null },
  };
};

/** Vouchers with the numbers that they would have now, and what the gate left out. */
export type VoucherTrial = GatedInvoices &
  CodesWanted & {
    /** Those of the user with those of the settings and the command line. */
    readonly rules: VoucherRules;
    readonly built: BuiltVouchers;
  };

/** The user's own companies, those of the settings, and those named on the command line. */
export const withOwnCompanies = (rules: VoucherRules, own: OwnCompanies): VoucherRules => ({
  ...rules,
  own: [...rules.own, ...own],
});

/** Makes vouchers whose numbers continue after those of other invoices in the ledger. */
const numbered = async (
  store: Pick<ReadStore, 'lastVoucher'>,
  used: readonly GatedInvoice[],
  rules: VoucherRules,
  wanted: CodesWanted,
): Promise<BuiltVouchers> => {
  const drafted = draftVouchers(used.map(bookOf), rules, wanted);
  const pages = used.map(({ row }) => row.id);
  const highest = new Map<string, number>();
  for (const month of new Set(drafted.drafts.map(({ date }) => monthOf(date))))
    highest.set(month, await store.lastVoucher(rules.word, month, pages));
  return numberDrafts(drafted, rules, {
    highest: (month) => highest.get(month) ?? 0,
    earlier: (index) => used[index]?.booking ?? null,
  });
};

type Question = Pick<GateQuestion, 'confirms' | 'among'> & {
  readonly included: ReadonlySet<GateReason>;
  /** The format to be written; null if that is not decided yet. */
  readonly format: VoucherFormat | null;
};

/** Makes vouchers from invoices that pass the gate, by the user's rules, without any effect. */
export const tryVouchers = async (
  found: readonly LedgerInvoice[],
  rules: VoucherRules,
  store: Pick<ReadStore, 'lastVoucher' | 'lookalikes' | 'pages'>,
  { format, ...question }: Question,
): Promise<VoucherTrial> => {
  const gated = sorted(await judged(found, store, { ...question, use: 'voucher', own: rules.own }));
  const wantsCodes = format === 'yonyou';
  return { ...gated, rules, wantsCodes, built: await numbered(store, gated.used, rules, { wantsCodes }) };
};

/** An invoice of the vouchers by its index, for the columns that name it. */
export const invoiceAtOf =
  ({ used, built }: Pick<VoucherTrial, 'used' | 'built'>) =>
  (index: number): BookedInvoice | null => {
    const invoice = used[index]?.invoice;
    return invoice ? { invoice, entries: built.entriesOf.get(index) ?? [] } : null;
  };

/** The changes that record the voucher of each invoice. */
const bookingChanges = (
  { vouchers, entriesOf }: BuiltVouchers,
  used: readonly GatedInvoice[],
): ReadonlyMap<PageId, BooksChange> => {
  const changes = new Map<PageId, BooksChange>();
  for (const { word, number, date, invoices } of vouchers)
    for (const index of invoices) {
      const one = used[index];
      if (!one) continue;
      const booking = { word, number, date, period: monthOf(date) };
      const entries = entriesOf.get(index)?.map(bookedEntry) ?? [];
      changes.set(one.row.id, { kind: 'book', booking, entries, values: valuesDigest(one.invoice) });
    }
  return changes;
};

/** Vouchers whose numbers nobody else has, and what to note on their invoices. */
type ReservedVouchers = {
  readonly built: BuiltVouchers;
  readonly changes: ReadonlyMap<PageId, BooksChange>;
};

/** Who has removed one of the pages; null if all are in the ledger. */
const removalOf = async (
  unit: Pick<ReadStore, 'pages' | 'binned'>,
  ids: readonly PageId[],
): Promise<Taken | null> => {
  const there = new Set((await unit.pages(ids)).map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length === 0) return null;
  // Null for what was purged, too.
  const [removed] = await unit.binned(gone);
  return {
    reason: 'removed-meanwhile',
    by: removed?.removedBy ?? null,
    at: removed?.removedAt ?? null,
    file: null,
  };
};

/** What the user sees of vouchers, as a digest. Their numbers may move while others book other invoices. */
export const digestOfTrial = ({ used, built: { vouchers } }: Pick<VoucherTrial, 'used' | 'built'>): string =>
  sha256Of(
    JSON.stringify(
      vouchers.map(({ date, word, entries, invoices }) => [
        date,
        word,
        entries,
        invoices.map((index) => used[index]?.row.id ?? 0),
      ]),
    ),
  );

/** Why the vouchers are no longer those that the user has seen, and whose work that is; null if they are. */
export const changedSince = async (
  store: Pick<ReadStore, 'pages' | 'binned' | 'vouchersOf'>,
  trial: Pick<VoucherTrial, 'used' | 'built'>,
  seen: { readonly digest: string; readonly pages: readonly PageId[] },
): Promise<Taken | null> => {
  if (digestOfTrial(trial) === seen.digest) return null;
  const now = new Set(
    trial.built.vouchers.flatMap(({ invoices }) => invoices.map((index) => trial.used[index]?.row.id)),
  );
  const gone = seen.pages.filter((id) => !now.has(id));
  const removed = await removalOf(store, gone);
  if (removed) return removed;
  const booked = (await store.vouchersOf(gone)).findLast(({ state }) => state === 'written');
  return booked
    ? { reason: 'booked-meanwhile', by: booked.author, at: booked.at, file: booked.file }
    : { reason: 'changed-meanwhile', by: null, at: null, file: null };
};

/**
 * Reserves the numbers of vouchers with their invoices. Refused if one of the invoices is being booked, or was booked
 * or removed since the trial.
 */
export const reserveVouchers = (
  store: Store,
  { used, rules, wantsCodes }: Pick<VoucherTrial, 'used' | 'rules' | 'wantsCodes'>,
  { by, target }: { readonly by: string; readonly target: string | null },
): Promise<Result<Reserved<ReservedVouchers>, Taken>> => {
  // Whoever books another file of one of these invoices books the same invoice.
  const known = new Map(
    used.flatMap((one) => [one.row.id, ...one.twins].map((page) => [page, one] as const)),
  );
  return reserve(store, async (unit) => {
    const ids = used.flatMap(({ row, pages }) => [row.id, ...pages.map(({ id }) => id)]);
    const removed = await removalOf(unit, [...new Set(ids)]);
    if (removed) return failed(removed);
    for (const { page, state, author, at, file } of await unit.vouchersOf([...known.keys()])) {
      if (state === 'writing') return failed({ reason: 'being-written', by: author, at, file });
      if (state === 'written' && known.get(page)?.booking === null)
        return failed({ reason: 'booked-meanwhile', by: author, at, file });
    }
    const built = await numbered(unit, used, rules, { wantsCodes });
    const vouchers = built.vouchers.map(({ word, number, date, invoices }): ReservedVoucher => ({
      word,
      period: monthOf(date),
      number,
      date,
      pages: invoices.flatMap((index) => used[index]?.row.id ?? []),
    }));
    const changes = bookingChanges(built, used);
    const file = {
      kind: 'vouchers',
      author: by,
      target,
      from: null,
      to: null,
      invoices: changes.size,
    } as const;
    return success({ file, vouchers, value: { built, changes } });
  });
};
