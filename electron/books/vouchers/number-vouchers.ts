import type { Booking } from '../../../shared/books/booking.ts';
import {
  draftVouchers,
  numberDrafts,
  type BookInvoice,
  type BuiltVouchers,
} from '../../../shared/books/build-vouchers.ts';
import { monthOf } from '../../../shared/books/period.ts';
import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ReadStore } from '../../store/port.ts';

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
