import type { Booking, BookedEntry, BooksChange } from '../../../shared/books/books-state.ts';
import { isSameInvoice } from '../../../shared/invoice/checks/duplicates.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { comparedOf } from '../../pipeline/lookalikes.ts';
import type { ReadStore } from '../../store/port.ts';
import type { PageRow } from '../../store/records/page.ts';
import { monthOf } from '../../../shared/books/period.ts';
import {
  type BuiltVouchers,
  draftVouchers,
  numberDrafts,
  type BookInvoice,
} from '../../../shared/books/build-vouchers.ts';
import type { VoucherEntry, Voucher, VoucherFormat } from '../../../shared/books/voucher.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Result } from '../../../shared/result.ts';
import { encodeVouchers, lostInGbk } from './encode-vouchers.ts';
import type { WriteFailure } from '../../infra/files/write-failure.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';

/**
 * How the invoice was booked before, on this page or on another page of the same invoice, such as a scan of a
 * digital file. Null if it was not booked.
 */
export const earlierBooking = async (
  { id, sandbox, books }: Pick<PageRow, 'id' | 'sandbox' | 'books'>,
  invoice: Invoice,
  store: Pick<ReadStore, 'lookalikes' | 'pages'>,
): Promise<Booking | null> => {
  if (books.booking) return books.booking;
  const [alike = []] = await store.lookalikes([{ page: id, sandbox, key: comparedOf(invoice) }]);
  const same = alike.filter((other) => isSameInvoice(invoice, other));
  const rows = await store.pages(same.map(({ pageId }) => pageId));
  return rows.find((row) => row.books.booking !== null)?.books.booking ?? null;
};

const bookedEntry = ({ summary, account: { code, name }, debit, credit }: VoucherEntry): BookedEntry => ({
  summary,
  account: { code, name },
  debit,
  credit,
});

/**
 * The changes that record the voucher of each invoice.
 * @param pageOf the page of an invoice, by its position among the booked ones; null if it is in no ledger
 */
export const bookingChanges = (
  { vouchers, entriesOf }: Pick<BuiltVouchers, 'vouchers' | 'entriesOf'>,
  pageOf: (index: number) => PageId | null,
): ReadonlyMap<PageId, BooksChange> => {
  const changes = new Map<PageId, BooksChange>();
  for (const { word, number, date, invoices } of vouchers)
    for (const index of invoices) {
      const page = pageOf(index);
      const booking = { word, number, date, period: monthOf(date) };
      const entries = entriesOf.get(index)?.map(bookedEntry) ?? [];
      if (page !== null) changes.set(page, { kind: 'book', booking, entries });
    }
  return changes;
};

type ToBook = {
  readonly book: BookInvoice;
  /** Null if it is in no ledger. */
  readonly page: PageId | null;
  /** How it was booked before; null if it was not. */
  readonly earlier: Booking | null;
};

/** Makes vouchers whose numbers continue after those of other invoices in the ledger. */
export const numberVouchers = async (
  store: Pick<ReadStore, 'lastVoucher'>,
  invoices: readonly ToBook[],
  rules: VoucherRules,
): Promise<BuiltVouchers> => {
  const drafted = draftVouchers(
    invoices.map(({ book }) => book),
    rules,
  );
  const pages = invoices.flatMap(({ page }) => page ?? []);
  const highest = new Map<string, number>();
  for (const month of new Set(drafted.drafts.map(({ date }) => monthOf(date))))
    highest.set(month, await store.lastVoucher(rules.word, month, pages));
  return numberDrafts(drafted, rules, {
    highest: (month) => highest.get(month) ?? 0,
    earlier: (index) => invoices[index]?.earlier ?? null,
  });
};

/** The companies in the settings also belong to the user. */
export const withOwnCompanies = (
  rules: VoucherRules,
  { ownCompanies }: Pick<Settings, 'ownCompanies'>,
): VoucherRules => ({ ...rules, own: [...rules.own, ...ownCompanies] });

/** Writes vouchers into a file. Returns the characters that its encoding does not have. */
export const writeVouchersTo = async (
  path: string,
  vouchers: readonly Voucher[],
  format: VoucherFormat,
): Promise<{ readonly written: Result<unknown, WriteFailure>; readonly lost: readonly string[] }> => ({
  written: await writeFileWhole(path, encodeVouchers(vouchers, format, [])),
  lost: format === 'yonyou' ? lostInGbk(vouchers) : [],
});
