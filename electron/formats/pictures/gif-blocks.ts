import { createKeeper } from './byte-writer.ts';

const extension = 0x21;
const graphicControl = 0xf9;
const image = 0x2c;
const trailer = 0x3b;

/** Bytes of the colour table, according to the packed byte of a descriptor. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** The offset after a chain of sub-blocks. */
const afterBlocks = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) break;
  }
  return Math.min(at, bytes.length);
};

/** The first picture of a GIF, with its transparency and nothing else: no comments, no other pictures. */
export const boundedGif = (bytes: Buffer): Buffer => {
  const keeper = createKeeper(bytes, 1);
  let at = 13 + tableBytes(bytes[10] ?? 0);
  keeper.keep(0, Math.min(at, bytes.length));
  let control: readonly [number, number] | null = null;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === extension) {
      const end = afterBlocks(bytes, at + 2);
      if (bytes[at + 1] === graphicControl && end - at === 8) control = [at, end];
      at = end;
    } else if (kind === image) {
      if (control) keeper.keep(...control);
      // Descriptor, colour table, the code size of LZW, the data.
      const end = afterBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
      keeper.keep(at, end);
      if (bytes[end - 1] === 0) keeper.put(Buffer.from([trailer]));
      break;
    } else break;
  }
  return keeper.bytes();
};
