import type { VouchEvent } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { Host } from '../contract.ts';
import type { DataFolder, ReadFolder } from '../data-folder.ts';
import type { Delivery } from '../export-delivery.ts';
import type { Originals } from '../originals.ts';
import type { NamesFolder } from './names-folder.ts';

/** The dependencies of the books' commands that only read. */
export type BooksReads = {
  readonly host: Host;
  readonly folder: ReadFolder;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed'>;
  readonly originals: Pick<Originals, 'locate'>;
  readonly delivery: Delivery;
  readonly settings: () => Settings;
  readonly emit: (event: VouchEvent) => void;
  readonly namesFolder: NamesFolder;
};

/** The dependencies of the books' commands that write. */
export type BooksDependencies = Omit<BooksReads, 'folder'> & {
  readonly folder: DataFolder;
  /** Sends the current rows of pages to the windows. */
  readonly emitRows: (ids: readonly PageId[]) => Promise<void> | void;
};
