import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ZipPart } from './write-zip.ts';

/** Takes a file's text in pieces and keeps only the deflated bytes. */
type PartWriter = {
  readonly add: (text: string) => void;
  /** @param head the beginning of the file, if only its end decides it */
  readonly end: (head?: string) => ZipPart;
};

/** Characters deflated at once. */
const pieceLength = 1 << 17;
/** Fast: the text of a sheet is so regular that a higher level gains only a few percent. */
const level = 4;
/** An empty final block: each piece before it ends at a byte boundary and is not final. */
const lastBlock = Buffer.from([3, 0]);

const deflated = (piece: Uint8Array): Uint8Array =>
  deflateRawSync(piece, { level, finishFlush: constants.Z_SYNC_FLUSH });

const zeros = Buffer.alloc(1 << 16);

/** The checksum of zeros. */
const crcOfZeros = (bytes: number, seed: number): number => {
  let crc = seed;
  for (let left = bytes; left > 0; left -= zeros.length)
    crc = crc32(left < zeros.length ? zeros.subarray(0, left) : zeros, crc);
  return crc;
};

/**
 * The checksum of two pieces, one after the other. How a checksum goes on from the first piece does not depend on the bytes
 * of the second, only on their number.
 */
const joinedCrc = (first: number, second: number, bytesOfSecond: number): number =>
  (second ^ crcOfZeros(bytesOfSecond, first) ^ crcOfZeros(bytesOfSecond, 0)) >>> 0;

export const startPart = (name: string): PartWriter => {
  const pieces: Uint8Array[] = [];
  let [pending, crc, bytes] = ['', 0, 0];

  const flush = (): void => {
    if (pending === '') return;
    const piece = Buffer.from(pending, 'utf8');
    pending = '';
    crc = crc32(piece, crc);
    bytes += piece.length;
    pieces.push(deflated(piece));
  };

  return {
    add: (text) => {
      pending += text;
      if (pending.length >= pieceLength) flush();
    },
    end: (head = '') => {
      flush();
      if (head === '') return { name, crc, bytes, isDeflated: true, pieces: [...pieces, lastBlock] };
      const first = Buffer.from(head, 'utf8');
      return {
        name,
        crc: joinedCrc(crc32(first), crc, bytes),
        bytes: first.length + bytes,
        isDeflated: true,
        pieces: [deflated(first), ...pieces, lastBlock],
      };
    },
  };
};
