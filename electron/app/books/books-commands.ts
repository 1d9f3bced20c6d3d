import { success } from '../../../shared/result.ts';
import type { Handlers, ReadHandlers, WriteHandlers } from '../handlers.ts';
import { archiveCommands, archiveQueries } from './archive-commands.ts';
import type { BooksDependencies, BooksReads } from './dependencies.ts';
import { matchQueries } from './match-commands.ts';
import { nameCommands } from './name-commands.ts';
import { printQueries } from './print-commands.ts';
import { verifyCommands, verifyQueries } from './verify-commands.ts';
import { voucherCommands, voucherQueries } from './voucher-commands.ts';

type BooksName = Extract<keyof Handlers, 'pages.books' | `books.${string}`>;

/** The queries about reviewed invoices: verification, vouchers, archive. */
export const booksQueries = (reads: BooksReads): Pick<ReadHandlers, BooksName & keyof ReadHandlers> => ({
  'pages.books': async ({ ids }) => {
    const states = (await reads.folder.store.pages(ids)).map(({ books }) => books);
    const booked = states.filter(({ booking }) => booking !== null).length;
    const archived = states.filter(({ archivedAt }) => archivedAt !== null).length;
    return success({ booked, archived });
  },
  'books.chooseNamesFolder': reads.namesFolder.choose,
  ...verifyQueries(reads),
  ...matchQueries(reads),
  ...voucherQueries(reads),
  ...archiveQueries(reads),
  ...printQueries(reads),
});

/** The commands for invoices after their review. */
export const booksCommands = (
  dependencies: BooksDependencies,
): Pick<WriteHandlers, BooksName & keyof WriteHandlers> => ({
  ...verifyCommands(dependencies),
  ...voucherCommands(dependencies),
  ...archiveCommands(dependencies),
  ...nameCommands(dependencies),
});
