import type { VouchEvent } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { Host } from '../contract.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Delivery } from '../export-delivery.ts';
import type { Originals } from '../originals.ts';

/** The dependencies of the books' use cases. */
export type BooksDependencies = {
  readonly host: Host;
  readonly folder: DataFolder;
  readonly assessor: Assessor;
  readonly originals: Originals;
  readonly delivery: Delivery;
  readonly settings: () => Settings;
  readonly emit: (event: VouchEvent) => void;
  /** Sends the current rows of pages to the windows. */
  readonly emitRows: (ids: readonly PageId[]) => Promise<void> | void;
};
