import type { CommandInput, CommandFailure } from '../../shared/contract/commands.ts';
import type { Exported } from '../../shared/contract/export/exported.ts';
import type { PageDetail, PageId } from '../../shared/contract/page.ts';
import type { Verification } from '../../shared/books/verification.ts';
import type { Period } from '../../shared/books/period.ts';
import type { Language } from '../../shared/language.ts';
import type { Result } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { finishExport } from './finish-export.ts';
import type { HostConnection, PickedFile } from './host.ts';
import { settle } from './settle.ts';

/** Queues an edit of a page after earlier ones, based on the version shown now, and shows the page. */
type MadeOn = (
  service: ServiceId,
  id: PageId,
  work: (seen: { readonly version: number }) => Promise<Result<PageDetail, CommandFailure>>,
) => Promise<boolean>;

const invoices = 'vat-invoice' satisfies ServiceId;

/** The user's actions on reviewed invoices. */
export const createBooksActions = (host: HostConnection, madeOn: MadeOn) => {
  const finish = async (exported: Exported | { readonly kind: 'printed' } | null): Promise<void> => {
    if (exported && exported.kind !== 'undecided') await finishExport(host, exported);
  };

  return {
    /** How many of the pages are booked or archived; null if unknown. */
    booksOf: async (ids: readonly PageId[]) => settle(await host.invoke('pages.books', { ids: [...ids] })),

    /** Saves the platform's result; null deletes it. */
    verify: (id: PageId, verification: Pick<Verification, 'result' | 'day'> | null): Promise<boolean> =>
      madeOn(invoices, id, (seen) => host.invoke('books.verify', { id, verification, ...seen })),

    /** Saves the platform's result file with the invoice. */
    attachResult: (
      id: PageId,
      { result, day }: Pick<Verification, 'result' | 'day'>,
      file: PickedFile,
    ): Promise<boolean> =>
      madeOn(invoices, id, (seen) => host.handFile('books.attach', { id, result, day, ...seen }, file)),

    saveAttachment: async (id: PageId): Promise<void> =>
      finish(settle(await host.invoke('books.attachment', { id }))),

    /** Rows of the QR code that is drawn from an invoice's values; null if there is none. */
    qrOf: async (id: PageId) => settle(await host.invoke('books.qr', { id }))?.rows ?? null,

    /** Compares a list of the tax bureau with the ledger; a failure is shown in the dialog. */
    matchList: (file: PickedFile) => host.handFile('books.match', {}, file),
    matchPage: (id: PageId) => host.invoke('books.matchPage', { id }),

    exportMatch: async (id: string, language: Language): Promise<void> =>
      finish(settle(await host.invoke('books.exportMatch', { id, language }))),

    readCodes: async (file: PickedFile) => settle(await host.handFile('books.readCodes', {}, file)),

    exportCodes: async (input: CommandInput<'books.exportCodes'>): Promise<void> =>
      finish(settle(await host.invoke('books.exportCodes', input))),

    tryVouchers: async (input: CommandInput<'books.tryVouchers'>) =>
      settle(await host.invoke('books.tryVouchers', input)),

    unfinishedBooks: async () => settle(await host.invoke('books.unfinished', {})),

    resolveBook: async (input: CommandInput<'books.resolve'>) =>
      settle(await host.invoke('books.resolve', input)),

    writeVouchers: async (input: CommandInput<'books.writeVouchers'>): Promise<void> =>
      finish(settle(await host.invoke('books.writeVouchers', input))),

    planArchive: async (period: Period) => settle(await host.invoke('books.archivePlan', period)),

    writeArchive: async (input: CommandInput<'books.archive'>): Promise<void> =>
      finish(settle(await host.invoke('books.archive', input))),

    checkArchive: async (file: PickedFile) => settle(await host.handFile('books.checkArchive', {}, file)),

    print: async (input: CommandInput<'books.print'>): Promise<void> =>
      finish(settle(await host.invoke('books.print', input))),

    /** Null if the user cancels before any folder was chosen. */
    chooseNamesFolder: async () => settle(await host.invoke('books.chooseNamesFolder', {}))?.folder ?? null,

    planNames: async (input: CommandInput<'books.planNames'>) =>
      settle(await host.invoke('books.planNames', input)),

    nameFiles: async (input: CommandInput<'books.nameFiles'>) =>
      settle(await host.invoke('books.nameFiles', input)),

    undoNames: async () => settle(await host.invoke('books.undoNames', {})),

    exportUnverified: async (language: Language): Promise<void> =>
      finish(settle(await host.invoke('books.exportUnverified', { language }))),
  };
};
