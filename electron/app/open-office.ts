import { join } from 'node:path';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { officeFailureTexts, type OfficeFailure } from '../../shared/texts/office-failures.ts';
import { officeOriginals } from '../store/pictures/shared-originals.ts';
import { openViewCache } from '../store/pictures/view-cache.ts';
import { parseDatabaseAddress } from '../store/postgres/address.ts';
import { postgresCode } from '../store/postgres/failures.ts';
import { openPostgresStore, type OfficeStore, type OpenOptions } from '../store/postgres/open-store.ts';
import { openOfficePictures } from '../store/postgres/pictures.ts';
import { viewLimits, type DataFolder } from './data-folder.ts';
import { officeAddress } from './office-address.ts';
import { storageCode } from './storage-error.ts';

/** The office's ledger and pictures, with the caches of this computer. */
export type OfficeFolder = DataFolder & { readonly office: OfficeStore };

type Environment = Readonly<Record<string, string | undefined>>;

export const officeCommandFailure = ({ reason, detail }: OfficeFailure): CommandFailure => {
  const { message, remedy } = officeFailureTexts[reason];
  return {
    id: `office-${reason}`,
    message: { zh: `${message.zh}（${detail}）`, en: `${message.en} (${detail})` },
    remedy,
  };
};

/** A full disk of the database counts as a full disk. */
export const officeStorageCode = (error: unknown): string | null =>
  postgresCode(error) === '53100' ? 'ENOSPC' : storageCode(error);

/** @param home folder on this computer for copies of pictures that are needed as files */
export const openOfficeFolder = async (
  environment: Environment,
  home: string,
  options: OpenOptions = {},
): Promise<Result<OfficeFolder, CommandFailure>> => {
  const address = parseDatabaseAddress(officeAddress(environment) ?? '');
  if (!address.ok) return failed(officeCommandFailure(address.failure));
  const office = await openPostgresStore(address.value, options);
  if (!office.ok) return failed(officeCommandFailure(office.failure));
  const { store, clock } = office.value;
  const folder = join(home, 'offices', office.value.office.id);
  const shared = environment.VOUCH_PICTURES?.trim() || null;
  const pictures = await openOfficePictures(office.value, shared, join(folder, 'pictures'));
  if (!pictures.ok) {
    await store.close();
    return failed(officeCommandFailure(pictures.failure));
  }
  return success({
    office: office.value,
    store,
    notes: [],
    pictures: pictures.value,
    thumbnails: openViewCache(join(folder, 'thumbnails'), viewLimits.thumbnails, clock.now),
    originals: officeOriginals(pictures.value, join(folder, 'originals')),
    best: openViewCache(join(folder, 'best'), viewLimits.best, clock.now),
    storageCode: officeStorageCode,
    isDamage: () => false,
    close: store.close,
  });
};
