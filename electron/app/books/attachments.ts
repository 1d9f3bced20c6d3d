import type { Verification, VerificationAttachment } from '../../../shared/books/verification.ts';
import { sha256Aside } from '../../intake/sha256.ts';
import type { DataFolder } from '../data-folder.ts';
import type { HandedFile } from './handed-file.ts';

/** Beside the originals, under an ending of their own: neither ever takes the other's place. */
const extension = 'att';

/** Bytes of a saved result: a page of a browser as a picture or a PDF is far below this. */
export const mostAttachmentBytes = 30_000_000;

export const keepAttachment = async (
  { originals }: DataFolder,
  { name, bytes }: HandedFile,
): Promise<VerificationAttachment> => {
  const sha256 = await sha256Aside(Buffer.from(bytes));
  await originals.put(sha256, extension, bytes);
  return { name, sha256, bytes: bytes.length };
};

/** Null where it is gone, or its bytes are no longer those of its digest. */
export const readAttachment = (
  { originals }: DataFolder,
  { sha256, bytes }: VerificationAttachment,
): Promise<Buffer | null> => originals.get(sha256, extension, bytes);

/** Takes away the saved result of a page that was removed, unless another page has it, too. */
export const dropAttachment = async (
  { store, originals }: DataFolder,
  verification: Verification | null,
): Promise<void> => {
  const sha256 = verification?.attachment?.sha256;
  if (sha256 === undefined || (await store.hasAttachment(sha256))) return;
  await originals.remove(sha256, [extension]);
};
