import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The same off the main thread: 200 MB take half a second. */
export const sha256Aside = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
