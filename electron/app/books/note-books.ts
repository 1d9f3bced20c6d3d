import { booksAuthor, type BooksAct } from '../../../shared/books/books-acts.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Store } from '../../store/port.ts';

/** Records the acts of all invoices in one unit. Concurrent edits of a page don't interfere. */
export const noteBooks = (
  { store }: { readonly store: Store },
  acts: ReadonlyMap<PageId, BooksAct>,
): Promise<void> =>
  store.transact((unit) =>
    unit.appendAll(new Map([...acts].map(([page, act]) => [page, [act]])), booksAuthor),
  );
