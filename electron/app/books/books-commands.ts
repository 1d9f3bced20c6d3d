import { success } from '../../../shared/result.ts';
import type { Handlers, ReadHandlers, WriteHandlers } from '../handlers.ts';
import { archiveCommands, archiveQueries } from './archive-commands.ts';
import type { BooksDependencies, BooksReading } from './dependencies.ts';
import { matchQueries } from './match-commands.ts';
import { nameCommands } from './name-commands.ts';
import { printQueries } from './print-commands.ts';
import { verifyCommands, verifyQueries } from './verify-commands.ts';
import { voucherCommands, voucherQueries } from './voucher-commands.ts';

type BooksName = Extract<keyof Handlers, 'pages.books' | `books.${string}`>;

/** What can be asked about invoices after their review: verification, vouchers, archive. */
export const booksQueries = (reading: BooksReading): Pick<ReadHandlers, BooksName & keyof ReadHandlers> => ({
  'pages.books': async ({ ids }) => {
    const states = (await reading.folder.store.pages(ids)).map(({ books }) => books);
    const booked = states.filter(({ booking }) => booking !== null).length;
    const archived = states.filter(({ archivedAt }) => archivedAt !== null).length;
    return success({ booked, archived });
  },
  'books.chooseNamesFolder': reading.namesFolder.choose,
  ...verifyQueries(reading),
  ...matchQueries(reading),
  ...voucherQueries(reading),
  ...archiveQueries(reading),
  ...printQueries(reading),
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
