import type { BooksRoom } from '../app/books-room.ts';
import type { Host } from '../app/contract.ts';
import { success } from '../../shared/result.ts';
import { archiveCommands, archiveQueries } from './archive/archive-commands.ts';
import { createNamesFolder } from './names/plan-renames.ts';
import { nameCommands } from './names/name-commands.ts';
import { printCommands } from './print/print-commands.ts';
import { matchQueries } from './tax-list/match-ledger.ts';
import { verifyCommands, verifyQueries } from './verification/verify-commands.ts';
import { codeQueries } from './vouchers/code-commands.ts';
import { voucherCommands, voucherQueries } from './vouchers/voucher-commands.ts';

/** Opens the commands for reviewed invoices: verification, vouchers, archive, print, names. */
export const openBooks = (host: Host): BooksRoom => {
  const namesFolder = createNamesFolder(host);
  return {
    queries: (reads) => ({
      'pages.books': async ({ ids }) => {
        const states = (await reads.folder.store.pages(ids)).map(({ books }) => books);
        return success({
          kept: states.filter(({ booking, archivedAt }) => booking !== null || archivedAt !== null).length,
        });
      },
      'books.chooseNamesFolder': namesFolder.choose,
      ...verifyQueries(reads),
      ...matchQueries(reads),
      ...voucherQueries(reads),
      ...codeQueries(reads),
      ...archiveQueries(reads),
    }),
    commands: (dependencies) => ({
      ...verifyCommands(dependencies),
      ...voucherCommands(dependencies),
      ...archiveCommands(dependencies),
      ...printCommands(dependencies),
      ...nameCommands(dependencies, namesFolder.path),
    }),
  };
};
