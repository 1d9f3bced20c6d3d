import { brotliDecompressSync } from 'node:zlib';

/** The largest reply that is taken in; what claims to be more was not written by us. */
const mostBytes = 64 * 1024 * 1024;

/** A reply as it came, of one that was kept packed (Brotli); null for bytes that are none. */
export const unpackedReply = (packed: Uint8Array): Buffer | null => {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: mostBytes });
  } catch {
    return null;
  }
};
