import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { preparePicture } from '../intake/prepare-picture.ts';
import { readPictureFile } from '../intake/read-file.ts';
import type { Prepared } from '../ledger/pages.ts';
import type { DataFolder } from './data-folder.ts';

/** Makes ready what is sent and keeps it: from here on the bytes are read from the data folder. */
export const keepPicture = async (
  folder: DataFolder,
  original: Buffer,
): Promise<Result<Prepared, Failure>> => {
  const prepared = await preparePicture(original);
  if (!prepared.ok) return prepared;
  const { originalSha256, originalBytes, sent, bytes } = prepared.value;
  await folder.pictures.write(sent.sha256, sent.encoding, bytes);
  return success({ originalSha256, originalBytes, picture: sent });
};

/** The same for a file; it is read now, and never held longer than this. */
export const keepFile = async (folder: DataFolder, path: string): Promise<Result<Prepared, Failure>> => {
  const read = await readPictureFile(path);
  return read.ok ? keepPicture(folder, read.value) : read;
};
