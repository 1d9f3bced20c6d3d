import type { Sent } from '../../shared/records.ts';
import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRequest } from '../intake/page-request.ts';
import { sha256Aside } from '../intake/sha256.ts';
import type { PageRow } from '../ledger/page-row.ts';
import type { Prepared } from '../ledger/pages.ts';
import type { DataFolder } from './data-folder.ts';

/** Makes ready what is sent and keeps it: from here on the bytes are read from the data folder. */
export const keepPage = async (
  folder: DataFolder,
  intake: Pick<Intake, 'prepare'>,
  request: PageRequest,
): Promise<Result<Prepared, Failure>> => {
  const prepared = await intake.prepare(request);
  if (!prepared.ok) return prepared;
  const { bytes, sent, ...rest } = prepared.value;
  await folder.pictures.write(sent.sha256, sent.encoding, bytes);
  return success({ ...rest, picture: sent });
};

/** Takes away what was kept of a picture that nothing needs any more. */
export const dropPicture = async (
  { pictures, thumbnails, best }: DataFolder,
  { sha256, encoding }: Pick<Sent, 'sha256' | 'encoding'>,
): Promise<void> => {
  await pictures.remove(sha256, [encoding]);
  await thumbnails.remove(sha256, ['webp']);
  await best.remove(sha256, ['jpg']);
};

const originalExtension = 'bin';

/** Whether the file of a page is the copy that we keep of bytes that came without one. */
export const isOurCopy = (
  { originals }: DataFolder,
  { path, originalSha256 }: Pick<PageRow, 'path' | 'originalSha256'>,
): boolean => originalSha256 !== null && path === originals.path(originalSha256, originalExtension);

/** Takes away our copy of a file that no page is of any more; the user's own files are never touched. */
export const dropOriginal = async (folder: DataFolder, row: PageRow): Promise<void> => {
  const { path, originalSha256 } = row;
  if (path === null || originalSha256 === null || folder.ledger.pages.usesFile(path)) return;
  if (isOurCopy(folder, row)) await folder.originals.remove(originalSha256, [originalExtension]);
};

/** Keeps a file that came by its bytes alone, so that its pages can be made like those of any other; gives its path. */
export const keepOriginal = async (
  { originals }: DataFolder,
  bytes: Buffer<ArrayBuffer>,
): Promise<string> => {
  const sha256 = await sha256Aside(bytes);
  await originals.write(sha256, originalExtension, bytes);
  return originals.path(sha256, originalExtension);
};
