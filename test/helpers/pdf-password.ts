import { createHash } from 'node:crypto';
import type { PdfProtection } from '../samples/digital/pdf-file.ts';

/** Padding of a password to 32 bytes (ISO 32000-1, algorithm 2, step a). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const md5 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('md5').update(Buffer.concat(parts)).digest();

const rc4 = (key: Uint8Array, bytes: Uint8Array): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 255] ?? 0;
  const swap = (one: number, other: number): void => {
    [state[one & 255], state[other & 255]] = [at(other), at(one)];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
};

const fiftyTimes = (first: Buffer): Buffer => {
  let hash = first;
  for (let round = 0; round < 50; round += 1) hash = md5(hash);
  return hash;
};

const twentyTimes = (key: Buffer, first: Buffer): Buffer => {
  let bytes = first;
  for (let round = 0; round < 20; round += 1)
    bytes = rc4(Buffer.from(key.map((part) => part ^ round)), bytes);
  return bytes;
};

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;

/**
 * The standard security handler with 128-bit keys (ISO 32000-1, 7.6.3, revision 3), for an ASCII password.
 */
export const passwordProtection = (password: string): PdfProtection => {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const id = md5(Buffer.from('an id of our own'));
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = twentyTimes(fiftyTimes(md5(padded)), padded);
  const key = fiftyTimes(md5(padded, owner, permissions, id));
  const user = Buffer.concat([twentyTimes(key, md5(padding, id)), Buffer.alloc(16)]);
  return {
    encrypt: (bytes, object) => rc4(md5(key, Buffer.from([object, object >> 8, object >> 16, 0, 0])), bytes),
    trailer:
      `/ID [ ${hex(id)} ${hex(id)} ] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 ` +
      `/O ${hex(owner)} /U ${hex(user)} >>`,
  };
};
