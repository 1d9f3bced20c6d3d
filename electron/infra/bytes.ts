import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The same bytes as a buffer, without a copy. */
export const bufferOver = <Memory extends ArrayBufferLike>(bytes: Uint8Array<Memory>) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Frees the memory of bytes at once: the garbage collector takes a buffer of many megabytes for a small object, and would
 * let several accumulate. Nobody may use them any more.
 */
export const releaseBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** SHA-256 in lower-case hexadecimal. A text is hashed as UTF-8. */
export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes);

/** The same off the main thread: 200 MB take half a second. */
export const sha256Aside = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** A file on this computer, and its length. */
export type FileOnDisk = { readonly path: string; readonly bytes: number };

/** Bytes in memory, or those of a file. */
export type Content = Uint8Array | FileOnDisk;

export const lengthOf = (content: Content): number =>
  content instanceof Uint8Array ? content.length : content.bytes;

/** Content in pieces, so that a large file is never in memory as a whole. */
export async function* piecesOf(content: Content, pieceBytes: number): AsyncGenerator<Buffer> {
  if (content instanceof Uint8Array) {
    const bytes = bufferOver(content);
    for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
    return;
  }
  for await (const piece of createReadStream(content.path, { highWaterMark: pieceBytes }))
    if (Buffer.isBuffer(piece)) yield piece;
}

/** SHA-256 of a file. @throws the system's error if it can't be read */
export const sha256OfFile = async (path: string): Promise<string> => {
  const digest = createHash('sha256');
  for await (const part of createReadStream(path)) digest.update(part);
  return digest.digest('hex');
};
