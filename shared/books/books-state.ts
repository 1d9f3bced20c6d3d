import { isBooksChange } from './books-changes.ts';
import type { Booking } from './booking.ts';
import type { Verification } from './verification.ts';

/** The bookkeeping state of an invoice. */
export type BooksState = {
  readonly booking: Booking | null;
  readonly verification: Verification | null;
  /** Instant of the last archive that includes it. */
  readonly archivedAt: string | null;
};

/** Derives the state from the events of a page, oldest first: the last of each kind counts. */
export const booksStateOf = (
  events: readonly { readonly at: string; readonly change: { readonly kind: string } }[],
): BooksState => {
  let booking: Booking | null = null;
  let verification: Verification | null = null;
  let archivedAt: string | null = null;
  for (const { change, at } of events) {
    if (!isBooksChange(change)) continue;
    if (change.kind === 'book') ({ booking } = change);
    else if (change.kind === 'verify') ({ verification } = change);
    else archivedAt = at;
  }
  return { booking, verification, archivedAt };
};
