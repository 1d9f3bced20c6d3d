import { booksAuthor, type BooksChange } from '../../shared/books/books-changes.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { KeptFile } from '../pipeline/page-intake.ts';
import type { Store } from '../store/port.ts';

/**
 * Records the changes of all invoices in one unit. Concurrent edits of a page don't interfere.
 * @param hold keeps a stored file that a change refers to
 */
export const noteBooks = (
  { store }: { readonly store: Store },
  changes: ReadonlyMap<PageId, BooksChange>,
  hold?: KeptFile['hold'],
): Promise<void> =>
  store.transact(async (unit) => {
    await hold?.(unit);
    await unit.appendAll(new Map([...changes].map(([page, change]) => [page, [change]])), booksAuthor);
  });
