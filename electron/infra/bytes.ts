import { hash } from 'node:crypto';

/** The same bytes as a buffer, without a copy. */
export const bufferOver = <Memory extends ArrayBufferLike>(bytes: Uint8Array<Memory>) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** SHA-256 in lower-case hexadecimal. A text is hashed as UTF-8. */
export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes);

/** The same off the main thread: 200 MB take half a second. */
export const sha256Aside = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
