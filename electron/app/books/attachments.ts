import type { Verification, VerificationAttachment } from '../../../shared/books/verification.ts';
import { sha256Aside } from '../../intake/sha256.ts';
import type { DataFolder, ReadFolder } from '../data-folder.ts';
import type { HandedFile } from './handed-file.ts';

/** Stored with the originals, under another extension, so that neither can replace the other. */
const extension = 'att';

/** Maximum bytes of a saved result: a browser page as a picture or a PDF is far below this. */
export const mostAttachmentBytes = 30_000_000;

export const keepAttachment = async (
  { originals }: DataFolder,
  { name, bytes }: HandedFile,
): Promise<VerificationAttachment> => {
  const sha256 = await sha256Aside(Buffer.from(bytes));
  await originals.put(sha256, extension, bytes);
  return { name, sha256, bytes: bytes.length };
};

/** Null if it is gone, or if its bytes no longer match the digest. */
export const readAttachment = (
  { originals }: Pick<ReadFolder, 'originals'>,
  { sha256, bytes }: VerificationAttachment,
): Promise<Buffer | null> => originals.get(sha256, extension, bytes);

/** Deletes the saved result of a removed page, unless another page has it, too. */
export const dropAttachment = async (
  { store, originals }: DataFolder,
  verification: Verification | null,
): Promise<void> => {
  const sha256 = verification?.attachment?.sha256;
  if (sha256 === undefined || (await store.hasAttachment(sha256))) return;
  await originals.remove(sha256, [extension]);
};
