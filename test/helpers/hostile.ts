import { crc32, deflateSync } from 'node:zlib';

/** Files that claim to be larger than they are: the claimed memory must never be allocated. */

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
};

/** Bits per channel and colour type, as in the header. */
type PngKind = { readonly depth?: number; readonly colour?: number; readonly interlaced?: boolean };

/** A PNG whose header claims a square of this side, with almost no data. */
export const pngBomb = (
  side: number,
  { depth = 1, colour = 0, interlaced = false }: PngKind = {},
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

type IfdEntry = readonly [tag: number, value: number];

/** A little-endian TIFF with one grey pixel per page; `links` gives the page after each page, -1 for none. */
export const tiffChain = (links: readonly number[], entries: readonly IfdEntry[] = []): Buffer => {
  const tags: IfdEntry[] = [
    ...entries,
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 1],
    [279, 1],
  ];
  const directoryBytes = 2 + tags.length * 12 + 4;
  const start = (page: number): number => 16 + page * directoryBytes;
  const bytes = Buffer.alloc(start(links.length));
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(start(0), 4);
  bytes[8] = 0x80;
  for (const [page, link] of links.entries()) {
    let at = start(page);
    bytes.writeUInt16LE(tags.length, at);
    at += 2;
    for (const [tag, value] of tags.toSorted(([a], [b]) => a - b)) {
      bytes.writeUInt16LE(tag, at);
      bytes.writeUInt16LE(4, at + 2);
      bytes.writeUInt32LE(1, at + 4);
      bytes.writeUInt32LE(value, at + 8);
      at += 12;
    }
    bytes.writeUInt32LE(link < 0 ? 0 : start(link), at);
  }
  return bytes;
};
