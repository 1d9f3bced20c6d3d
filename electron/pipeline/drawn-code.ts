import type { PageId } from '../../shared/contract/page.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Assessor } from './assessor.ts';
import type { DrawnWitness } from './drawn-witness.ts';
import { drawLocally } from './drawn-file.ts';
import type { WorkFolder } from './work-folder.ts';

/** A page drawn from mere data (XML) is laid out here, and has no code. */
export const mayShowCode = ({ preparation }: Pick<PageRow, 'preparation'>): boolean =>
  preparation?.format !== 'xml' || preparation.rendition !== undefined;

/**
 * Reads the QR code and the values that are drawn on a digital page, and keeps them in the ledger. They are independent
 * witnesses of the page's data, so they are read always, not only if the data raises doubts. The page is drawn first if
 * it was not. Takes a second or two, in the processes that draw and read pages.
 */
export const readDrawnPage = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  assessor: Pick<Assessor, 'lookForQr'>,
  witness: Pick<DrawnWitness, 'compare'>,
  id: PageId,
  signal: AbortSignal,
): Promise<void> => {
  await drawLocally(folder, intake, id);
  const page = await folder.store.page(id);
  if (!page || !mayShowCode(page)) return;
  await assessor.lookForQr(page);
  await witness.compare(page, signal);
};
