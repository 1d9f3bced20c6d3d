import { isBooksAct } from './books-acts.ts';
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
  events: readonly { readonly at: string; readonly act: { readonly kind: string } }[],
): BooksState => {
  let booking: Booking | null = null;
  let verification: Verification | null = null;
  let archivedAt: string | null = null;
  for (const { act, at } of events) {
    if (!isBooksAct(act)) continue;
    if (act.kind === 'book') ({ booking } = act);
    else if (act.kind === 'verify') ({ verification } = act);
    else archivedAt = at;
  }
  return { booking, verification, archivedAt };
};
