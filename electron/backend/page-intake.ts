import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRequest } from '../intake/page-request.ts';
import { sha256Of } from '../intake/sha256.ts';
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

const originalExtension = 'bin';

/** Keeps a file that came by its bytes alone, so that its pages can be made like those of any other; gives its path. */
export const keepOriginal = async ({ originals }: DataFolder, bytes: Buffer): Promise<string> => {
  const sha256 = sha256Of(bytes);
  await originals.write(sha256, originalExtension, bytes);
  return originals.path(sha256, originalExtension);
};
