import type { Verification, VerificationAttachment } from '../../shared/books/verification.ts';
import { sha256Aside } from '../infra/bytes.ts';
import { holdStored, type KeptFile } from '../pipeline/page-intake.ts';
import type { DataFolder, ReadFolder } from './data-folder.ts';
import type { HandedFile } from './handed-file.ts';

/** Stored with the originals, under another extension, so that neither can replace the other. */
const extension = 'att';

/** Maximum bytes of a saved result: a browser page as a picture or a PDF is far below this. */
export const mostAttachmentBytes = 30_000_000;

/** A saved result that is stored, but not recorded yet. */
type KeptAttachment = Pick<KeptFile, 'hold'> & { readonly attachment: VerificationAttachment };

export const keepAttachment = async (
  folder: DataFolder,
  { name, bytes }: HandedFile,
): Promise<KeptAttachment> => {
  const sha256 = await sha256Aside(Buffer.from(bytes));
  await folder.originals.put(sha256, extension, bytes);
  return {
    attachment: { name, sha256, bytes: bytes.length },
    hold: holdStored(folder, sha256, extension, bytes),
  };
};

/** Null if it is missing, or if its bytes no longer match the digest. */
export const readAttachment = (
  { originals }: Pick<ReadFolder, 'originals'>,
  { sha256, bytes }: VerificationAttachment,
): Promise<Buffer | null> => originals.get(sha256, extension, bytes);

/**
 * Deletes the saved result of a removed page, unless another page has it, too. Runs in one unit of work, so
 * that no process records an equal one in between.
 */
export const dropAttachment = async (
  { store, originals }: DataFolder,
  verification: Verification | null,
): Promise<void> => {
  const sha256 = verification?.attachment?.sha256;
  if (sha256 === undefined) return;
  await store.transact(async (unit) => {
    await unit.holdFile(sha256);
    if (!(await unit.hasAttachment(sha256))) await originals.remove(sha256, [extension]);
  });
};
