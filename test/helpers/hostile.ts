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

export type ZipPart = {
  readonly name: string | Buffer;
  readonly bytes: Buffer;
  /** The size that the archive states, if it is wrong. */
  readonly statedBytes?: number;
  readonly encrypted?: boolean;
  readonly utf8?: boolean;
};

/** Our own deflated zip; valid unless its parts say otherwise. */
export const zip = (parts: readonly ZipPart[]): Buffer => {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, statedBytes = bytes.length, encrypted = false, utf8 = true } of parts) {
    const raw = typeof name === 'string' ? Buffer.from(name) : name;
    const packed = deflateRaw(bytes);
    const flags = (encrypted ? 1 : 0) | (utf8 ? 0x800 : 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(statedBytes, 18);
    common.writeUInt16LE(raw.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, raw, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, raw);
    offset += 30 + raw.length + packed.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
};

/** Raw deflate is zlib without header and checksum. */
const deflateRaw = (bytes: Buffer): Buffer => deflateSync(bytes).subarray(2, -4);
