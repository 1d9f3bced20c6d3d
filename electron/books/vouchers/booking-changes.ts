import type { BookedEntry, BooksChange } from '../../../shared/books/books-changes.ts';
import { monthOf } from '../../../shared/books/period.ts';
import type { BuiltVouchers } from '../../../shared/books/build-vouchers.ts';
import type { VoucherEntry } from '../../../shared/books/voucher.ts';
import type { PageId } from '../../../shared/contract/page.ts';

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
