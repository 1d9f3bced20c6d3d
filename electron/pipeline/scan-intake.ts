import type { PageId } from '../../shared/contract/page.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { recordPicture, type KeptPage } from './page-intake.ts';
import type { ScanReading } from './scan-reading.ts';

/** Version of the local reader. A newer version reads again what an older one has read. */
const localReaderVersion = 1;

/** Records a page's picture and what was read from it. */
export const recordReading = async (
  unit: WriteStore,
  page: PageId,
  kept: KeptPage,
  { read, qr }: ScanReading,
): Promise<void> => {
  await unit.setTreatment(page, untreated);
  await recordPicture(unit, page, kept);
  if (qr !== undefined) await unit.setQr(kept.prepared.picture.sha256, qr);
  if (read.ok) await unit.addExtraction(page, { version: localReaderVersion, payload: read.value });
  else await unit.refuse(page, read.failure);
};

/**
 * Shows what is known about a page instead of reading it again. False if it must be read.
 * @param isReaderAsked whether the user wants the local reader's data, even if there is the service's
 */
export const showKnown = async (
  unit: WriteStore,
  row: PageRow,
  kept: KeptPage,
  isReaderAsked: boolean,
): Promise<boolean> => {
  const picture = kept.prepared.picture.sha256;
  const known = (await unit.extractionsOf(row.id)).findLast(
    ({ reader, version, payload }) =>
      reader === 'local' && version === localReaderVersion && payload?.picture === picture,
  );
  const isShown = row.state === 'recognized' && row.failure === null;
  if (isShown && (row.reader === 'local' ? row.extractionId === known?.id : !isReaderAsked)) return true;
  if (!known) return false;
  await unit.setTreatment(row.id, untreated);
  await recordPicture(unit, row.id, kept);
  await unit.showExtraction(row.id, known.id);
  return true;
};
