import { booksAuthor, type BooksAct } from '../../shared/books/books-acts.ts';
import { booksStateOf, type BooksState } from '../../shared/books/books-state.ts';
import { editHistory, labelsOf } from '../../shared/review/replay.ts';
import type { DataFolder } from './data-folder.ts';

/** What became of a page's invoice. */
export const booksStateOfPage = ({ ledger }: DataFolder, pageId: number): BooksState =>
  booksStateOf(ledger.results.events(pageId));

/** The user's own tags of a page. */
export const tagsOfPage = ({ ledger }: DataFolder, pageId: number): readonly string[] =>
  labelsOf(editHistory(ledger.results.events(pageId)).standing).tags;

/** Notes what became of a page's invoice. Somebody who works on the page meanwhile changes nothing about that. */
export const noteBooks = ({ ledger }: DataFolder, pageId: number, act: BooksAct): void => {
  const append = (version: number) => ledger.results.append(pageId, version, booksAuthor, [act]);
  const first = append(ledger.results.events(pageId).length);
  if (!first.ok) append(first.failure.version);
};
