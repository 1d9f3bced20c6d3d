import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, deflated as it was written. */
export type DeflatedPart = {
  readonly name: string;
  readonly crc: number;
  readonly bytes: number;
  readonly deflated: readonly Uint8Array[];
};

/** Takes a file's text bit by bit, and holds only what it deflates to. */
export type PartWriter = { readonly add: (text: string) => void; readonly end: () => DeflatedPart };

/** Characters that are deflated in one go. */
const pieceLength = 1 << 17;
/** Fast: the text of a sheet is so regular that more effort wins a few percent. */
const level = 4;
/** A last block with nothing in it: each piece before it ends at a byte, and none is the last. */
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
      return { name, crc, bytes, deflated: [...deflated, lastBlock] };
    },
  };
};
