import { success } from '../../../shared/result.ts';
import type { Handlers } from '../handlers.ts';
import type { BooksDependencies } from './dependencies.ts';
import { matchCommands } from './match-commands.ts';
import { archiveCommands } from './archive-commands.ts';
import { nameCommands } from './name-commands.ts';
import { printCommands } from './print-commands.ts';
import { voucherCommands } from './voucher-commands.ts';
import { verifyCommands } from './verify-commands.ts';

type BooksCommands = Pick<Handlers, 'pages.books'> &
  ReturnType<typeof verifyCommands> &
  ReturnType<typeof matchCommands> &
  ReturnType<typeof voucherCommands> &
  ReturnType<typeof archiveCommands> &
  ReturnType<typeof printCommands> &
  ReturnType<typeof nameCommands>;

/** The commands for invoices after their review: verification, vouchers, archive. */
export const booksCommands = (dependencies: BooksDependencies): BooksCommands => ({
  'pages.books': async ({ ids }) => {
    const states = (await dependencies.folder.store.pages(ids)).map(({ books }) => books);
    const booked = states.filter(({ booking }) => booking !== null).length;
    const archived = states.filter(({ archivedAt }) => archivedAt !== null).length;
    return success({ booked, archived });
  },
  ...verifyCommands(dependencies),
  ...matchCommands(dependencies),
  ...voucherCommands(dependencies),
  ...archiveCommands(dependencies),
  ...printCommands(dependencies),
  ...nameCommands(dependencies),
});
