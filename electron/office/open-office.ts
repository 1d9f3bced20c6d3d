import { join } from 'node:path';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { officeFailureTexts, type OfficeFailure } from '../../shared/texts/office-failures.ts';
import { officeOriginals, openOfficePictures } from './store/pictures.ts';
import { openViewCache } from '../store/pictures/view-cache.ts';
import { parseDatabaseAddress, type DatabaseAddress } from './store/address.ts';
import { isAway } from './store/failures.ts';
import { openPostgresStore, type OfficeStore, type OpenOptions } from './store/open-store.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import { viewLimits, type DataFolder } from '../app/data-folder.ts';
import { officeAddress } from '../app/home.ts';
import { storageCode } from '../store/sqlite/error-codes.ts';
import type { Environment } from '../infra/environment.ts';
import { codeOf } from '../infra/error-code.ts';
import { bilingualWithDetail } from '../../shared/texts/phrases.ts';

/** The office's ledger and pictures, with the caches of this computer. */
export type OfficeFolder = DataFolder & { readonly office: OfficeStore };

export const officeCommandFailure = ({ reason, detail }: OfficeFailure): CommandFailure => {
  const { message, remedy } = officeFailureTexts[reason];
  return {
    id: `office-${reason}`,
    message: bilingualWithDetail(message, detail),
    remedy,
  };
};

/** The failure for a database that can't be reached for now; null for another error. */
export const unreachableFailure = (error: unknown, shown: string): CommandFailure | null =>
  isAway(error) ? officeCommandFailure({ reason: 'unreachable', detail: shown }) : null;

/** A full disk of the database counts as a full disk. */
export const officeStorageCode = (error: unknown): string | null =>
  codeOf(error) === '53100' ? 'ENOSPC' : storageCode(error);

type OfficeOptions = OpenOptions & {
  /** The folder on this computer for copies of pictures that are needed as files. */
  readonly folderOf: (officeId: string) => string;
};

/** An office as one of its processes uses it: others share its ledger and pictures, but not its views. */
export const officeFolder = (office: OfficeStore, pictures: PictureStore, folder: string): OfficeFolder => ({
  office,
  store: office.store,
  notes: [],
  pictures,
  thumbnails: openViewCache(join(folder, 'thumbnails'), viewLimits.thumbnails, office.clock.now),
  originals: officeOriginals(pictures, join(folder, 'originals')),
  best: openViewCache(join(folder, 'best'), viewLimits.best, office.clock.now),
  storageCode: officeStorageCode,
  isDamage: () => false,
  close: office.store.close,
});

/** Opens the ledger and the pictures of an office. */
export const openOffice = async (
  address: DatabaseAddress,
  environment: Environment,
  { folderOf, ...options }: OfficeOptions,
): Promise<Result<OfficeFolder, OfficeFailure>> => {
  const office = await openPostgresStore(address, options);
  if (!office.ok) return office;
  const folder = folderOf(office.value.office.id);
  const shared = environment.VOUCH_PICTURES?.trim() || null;
  const pictures = await openOfficePictures(office.value, shared, join(folder, 'pictures'));
  if (pictures.ok) return success(officeFolder(office.value, pictures.value, folder));
  await office.value.store.close();
  return pictures;
};

/** The database of the environment's office; null if this program has its own ledger. */
export const officeDatabase = (environment: Environment): Result<DatabaseAddress, OfficeFailure> | null => {
  const address = officeAddress(environment);
  return address === null ? null : parseDatabaseAddress(address);
};

/** The same with its copies in the data folder `home`, which may hold those of several offices. */
export const openOfficeIn = (
  home: string,
  address: DatabaseAddress,
  environment: Environment,
): Promise<Result<OfficeFolder, OfficeFailure>> =>
  openOffice(address, environment, { folderOf: (id) => join(home, 'offices', id) });

/** The same for the office of the environment. */
export const openOfficeFolder = async (
  environment: Environment,
  home: string,
): Promise<Result<OfficeFolder, CommandFailure>> => {
  const address = officeDatabase(environment) ?? parseDatabaseAddress('');
  if (!address.ok) return failed(officeCommandFailure(address.failure));
  const opened = await openOfficeIn(home, address.value, environment);
  return opened.ok ? opened : failed(officeCommandFailure(opened.failure));
};
