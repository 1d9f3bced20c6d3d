import type { PageId } from '../../shared/contract/page.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Assessor } from './assessor.ts';
import { drawLocally } from './drawn-file.ts';
import type { WorkFolder } from './work-folder.ts';

/** A page drawn from mere data (XML) is laid out here, and has no code. */
export const mayShowCode = ({ preparation }: Pick<PageRow, 'preparation'>): boolean =>
  preparation?.format !== 'xml' || preparation.rendition !== undefined;

/**
 * Reads the QR code that is drawn on a digital page, and keeps it in the ledger. It is an independent witness of the
 * page's data, so it is read always, not only if the data raises doubts. The page is drawn first if it was not.
 * Takes half a second, in the processes that draw pages.
 */
export const readDrawnCode = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  assessor: Pick<Assessor, 'lookForQr'>,
  id: PageId,
): Promise<void> => {
  await drawLocally(folder, intake, id);
  const page = await folder.store.page(id);
  if (page && mayShowCode(page)) await assessor.lookForQr(page);
};
