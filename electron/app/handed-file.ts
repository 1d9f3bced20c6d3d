import { basename } from 'node:path';
import { safeFileName } from '../../shared/books/file-pattern.ts';
import type { IncomingFile } from '../../shared/contract/incoming-file.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { readBounded } from '../infra/files/read-bounded.ts';
import { bufferOver } from '../infra/bytes.ts';

export type HandedFile = { readonly name: string; readonly bytes: Buffer };

/** Why a file from a window can't be used. */
export type HandedFailure = 'too-large' | 'unreadable';

/** The name under which the file is stored; the given one may come from anywhere. */
const nameOf = (path: string): string => safeFileName(basename(path.replaceAll('\\', '/')));

/**
 * Reads a file from a window, by its bytes or by its path.
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
  return read.ok ? success({ name: nameOf(file.path), bytes: read.value }) : failed(read.failure.reason);
};
