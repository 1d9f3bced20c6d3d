import { brotliDecompressSync } from 'node:zlib';

/** The largest accepted response, in bytes; anything that claims to be larger was not written by Vouch. */
const mostBytes = 64 * 1024 * 1024;

/** Decompresses a stored response (Brotli); null for any other bytes. */
export const unpackedResponse = (packed: Uint8Array): Buffer | null => {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: mostBytes });
  } catch {
    return null;
  }
};
