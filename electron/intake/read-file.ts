import { open, type FileHandle } from 'node:fs/promises';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { base64Length, maxImageCharacters } from '../../shared/services/service.ts';
import { formatHeadBytes, formatOf } from './format.ts';
import { refusal } from './refusal.ts';

/** The system's code of a file error (`ENOENT`); null for anything else. */
export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

const missingCodes = new Set(['ENOENT', 'ENOTDIR']);

/** Why a path can't be read, as a refusal. Anything that is no error of the file system is a bug and thrown on. */
export const fileRefusal = (error: unknown): Failure => {
  const code = errorCode(error);
  if (code === null) throw error;
  return missingCodes.has(code) ? refusal('missing') : refusal('unreadable', code);
};

/**
 * Refuses by the first bytes and the length what need not be read any further.
 * @param head the first `formatHeadBytes` bytes
 * @param length the whole length in bytes
 */
export const refuseByHead = (head: Uint8Array, length: number): Failure | null => {
  if (length === 0) return refusal('empty');
  const format = formatOf(head);
  if (format.kind === 'unknown') return refusal('not-an-image');
  if (format.kind === 'unsupported') return refusal('unsupported-format', format.name);
  return base64Length(length) > maxImageCharacters ? refusal('too-large', `${length}`) : null;
};

const readWhole = async (file: FileHandle): Promise<Result<Buffer, Failure>> => {
  const stat = await file.stat();
  // A pipe or a device would never end.
  if (!stat.isFile())
    return failed(refusal('unreadable', stat.isDirectory() ? 'EISDIR' : 'not a regular file'));
  const head = Buffer.alloc(formatHeadBytes);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const refused = refuseByHead(head.subarray(0, bytesRead), bytesRead === 0 ? 0 : stat.size);
  if (refused) return failed(refused);
  const bytes = Buffer.allocUnsafeSlow(stat.size);
  let filled = 0;
  while (filled < bytes.length) {
    const part = await file.read(bytes, filled, bytes.length - filled, filled);
    // It shrank while it was read: what is there now is looked at as it is.
    if (part.bytesRead === 0) break;
    filled += part.bytesRead;
  }
  return success(bytes.subarray(0, filled));
};

/** The bytes of a file that may be a picture; a file that can't be one is refused without being read whole. */
export const readPictureFile = async (path: string): Promise<Result<Buffer, Failure>> => {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    return failed(fileRefusal(error));
  }
  try {
    return await readWhole(file);
  } catch (error) {
    return failed(fileRefusal(error));
  } finally {
    await file.close();
  }
};
