import { basename } from 'node:path';
import { safeFileName } from '../../shared/books/file-pattern.ts';
import type { IncomingFile } from '../../shared/contract/incoming-file.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { readBounded } from '../infra/files/read-bounded.ts';
import { bufferOver, sha256Aside } from '../infra/bytes.ts';
import type { Verification, VerificationAttachment } from '../../shared/books/verification.ts';
import { holdStored, type KeptFile } from '../pipeline/page-intake.ts';
import type { DataFolder, ReadFolder } from './data-folder.ts';

type HandedFile = { readonly name: string; readonly bytes: Buffer };

/** Why a file from a window can't be used. */
export type HandedFailure = 'too-large' | 'unreadable';

/** The name under which the file is stored; the given one may come from anywhere. */
const nameOf = (path: string): string => safeFileName(basename(path.replaceAll('\\', '/')));

/**
 * Reads a file from a window: its bytes, what the host has received of it, or the file at its path.
 * @param most maximum bytes
 */
export const readHanded = async (
  file: IncomingFile,
  most: number,
): Promise<Result<HandedFile, HandedFailure>> => {
  if (file.kind === 'bytes') {
    const { bytes, name } = file;
    const own = bufferOver(bytes);
    return bytes.length > most ? failed('too-large') : success({ name: nameOf(name), bytes: own });
  }
  const read = await readBounded(file.path, most);
  const name = nameOf(file.kind === 'path' ? file.path : file.name);
  return read.ok ? success({ name, bytes: read.value }) : failed(read.failure.reason);
};

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
  const own = Buffer.from(bytes);
  const sha256 = await sha256Aside(own);
  await folder.originals.put(sha256, extension, own);
  return {
    attachment: { name, sha256, bytes: bytes.length },
    hold: holdStored(folder, sha256, extension, own),
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
