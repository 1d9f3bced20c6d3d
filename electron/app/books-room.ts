import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { Host } from './contract.ts';
import type { DataFolder, ReadFolder } from './data-folder.ts';
import type { Delivery } from './export-delivery.ts';
import type { Handlers, ReadHandlers, WriteHandlers } from './handlers.ts';
import type { OriginalReads } from './originals.ts';

/** What the books' queries get. */
export type BooksReads = {
  readonly host: Host;
  readonly folder: ReadFolder;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed'>;
  readonly originals: Pick<OriginalReads, 'locate'>;
  readonly delivery: Delivery;
  readonly settings: () => Settings;
  /** The newest digest of an office's audit log; null without one. */
  readonly auditDigest: () => Promise<string | null>;
  readonly emit: (event: VouchEvent) => void;
};

/** What the books' commands that write get. */
export type BooksDependencies = Omit<BooksReads, 'folder'> & {
  readonly folder: DataFolder;
  /** Sends the current rows of pages to the windows. */
  readonly emitRows: (ids: readonly PageId[]) => Promise<void> | void;
};

type BooksName = Extract<keyof Handlers, 'pages.books' | `books.${string}`>;

/** The commands of `electron/books`, which the host passes in: the use cases know no books. */
export type BooksRoom = {
  readonly queries: (reads: BooksReads) => Pick<ReadHandlers, BooksName & keyof ReadHandlers>;
  readonly commands: (
    dependencies: BooksDependencies,
  ) => Pick<WriteHandlers, BooksName & keyof WriteHandlers>;
};

/** The parts that a host with a window supplies. */
export type BackendHost = Host & {
  /** Opens the books of one backend. */
  readonly openBooks: (host: Host) => BooksRoom;
};
