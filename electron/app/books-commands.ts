import { success } from '../../shared/result.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { booksStateOfPage } from './note-books.ts';

/** What became of invoices in the books. */
export const booksCommands = (folder: DataFolder): Pick<Handlers, 'pages.books'> => ({
  'pages.books': ({ ids }) => {
    const states = ids.map((id) => booksStateOfPage(folder, id));
    const booked = states.filter(({ booking }) => booking !== null).length;
    const archived = states.filter(({ archivedAt }) => archivedAt !== null).length;
    return Promise.resolve(success({ booked, archived }));
  },
});
