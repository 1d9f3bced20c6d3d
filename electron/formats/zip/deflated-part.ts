import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ZipPart } from './write-zip.ts';

/** Takes a file's text in pieces and keeps only the deflated bytes. */
type PartWriter = { readonly add: (text: string) => void; readonly end: () => ZipPart };

/** Characters deflated at once. */
const pieceLength = 1 << 17;
/** Fast: the text of a sheet is so regular that a higher level gains only a few percent. */
const level = 4;
/** An empty final block: each piece before it ends at a byte boundary and is not final. */
const lastBlock = Buffer.from([3, 0]);

export const startPart = (name: string): PartWriter => {
  const deflated: Uint8Array[] = [];
  let [pending, crc, bytes] = ['', 0, 0];

  const flush = (): void => {
    if (pending === '') return;
    const piece = Buffer.from(pending, 'utf8');
    pending = '';
    crc = crc32(piece, crc);
    bytes += piece.length;
    deflated.push(deflateRawSync(piece, { level, finishFlush: constants.Z_SYNC_FLUSH }));
  };

  return {
    add: (text) => {
      pending += text;
      if (pending.length >= pieceLength) flush();
    },
    end: () => {
      flush();
      return { name, crc, bytes, isDeflated: true, pieces: [...deflated, lastBlock] };
    },
  };
};
