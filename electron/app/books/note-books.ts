import { booksAuthor, type BooksAct } from '../../../shared/books/books-acts.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Store } from '../../store/port.ts';

/**
 * Notes what became of invoices, all in one unit. Somebody who works on a page meanwhile changes nothing about that.
 */
export const noteBooks = (
  { store }: { readonly store: Store },
  acts: ReadonlyMap<PageId, BooksAct>,
): Promise<void> =>
  store.transact((unit) =>
    unit.appendAll(new Map([...acts].map(([page, act]) => [page, [act]])), booksAuthor),
  );
