import type { Booking } from '../../../shared/books/booking.ts';
import { isSameInvoice } from '../../../shared/invoice/checks/duplicates.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { comparedOf } from '../../pipeline/lookalikes.ts';
import type { ReadStore } from '../../store/port.ts';
import type { PageRow } from '../../store/records/page.ts';

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
