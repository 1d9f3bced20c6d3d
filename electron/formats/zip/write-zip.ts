import { crc32 } from 'node:zlib';

export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

/** A file of a zip as its archive stores it. */
export type ZipPart = {
  readonly name: string;
  readonly crc: number;
  /** Number of bytes before compression. */
  readonly bytes: number;
  readonly isDeflated: boolean;
  readonly pieces: readonly Uint8Array[];
};

/** Bit 11: the name is UTF-8. */
const utf8Names = 0x0800;
/** Entries carry no real time: 1980-01-01, the format's first day. */
const firstDay = 0x0021;
const version = 20;
const deflate = 8;

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** The common part of local header and directory entry (APPNOTE 4.4.4 to 4.4.10). */
const common = ({ crc, bytes, isDeflated, pieces }: ZipPart, name: Buffer): Buffer => {
  const part = Buffer.alloc(26);
  part.writeUInt16LE(version, 0);
  part.writeUInt16LE(utf8Names, 2);
  part.writeUInt16LE(isDeflated ? deflate : 0, 4);
  part.writeUInt16LE(firstDay, 8);
  part.writeUInt32LE(crc, 10);
  part.writeUInt32LE(lengthOf(pieces), 14);
  part.writeUInt32LE(bytes, 18);
  part.writeUInt16LE(name.length, 22);
  return part;
};

const signature = (value: number): Buffer => {
  const part = Buffer.alloc(4);
  part.writeUInt32LE(value);
  return part;
};

const directoryEntry = (shared: Buffer, name: Buffer, offset: number): Buffer => {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), Buffer.from([version, 0]), shared, rest, name]);
};

const endOfDirectory = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
};

/** Writes the headers of a zip and collects its directory. */
const startZip = () => {
  const directory: Buffer[] = [];
  let offset = 0;
  return {
    count: () => directory.length,
    /** Number of bytes so far, without the directory. */
    bytes: () => offset,
    /** The pieces of the next file, after its header. */
    add: (part: ZipPart): readonly Uint8Array[] => {
      const name = Buffer.from(part.name.toWellFormed(), 'utf8');
      const shared = common(part, name);
      const header = Buffer.concat([signature(0x04034b50), shared, name]);
      directory.push(directoryEntry(shared, name, offset));
      offset += header.length + lengthOf(part.pieces);
      return [header, ...part.pieces];
    },
    end: (): readonly Uint8Array[] => [
      ...directory,
      endOfDirectory(directory.length, lengthOf(directory), offset),
    ],
  };
};

/** Uncompressed, because PNG pictures already are. */
const storedPart = ({ name, bytes }: ZipEntry): ZipPart => ({
  name,
  crc: crc32(bytes),
  bytes: bytes.length,
  isDeflated: false,
  pieces: [bytes],
});

/** A zip archive, piece by piece. The caller must respect `zipLimits`. */
export const zipOfParts = function* (parts: Iterable<ZipPart>): Generator<Uint8Array, void, undefined> {
  const zip = startZip();
  for (const part of parts) yield* zip.add(part);
  yield* zip.end();
};

/** Limits without the format's 64-bit extension. */
export const zipLimits = { entries: 65_535, bytes: 0xffff_ffff } as const;

/** Files as one uncompressed zip archive. Names are relative, without `..`. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer =>
  Buffer.concat([...zipOfParts(entries.map(storedPart))]);

/** The archive exceeds the limits without the format's 64-bit extension. */
class ZipTooLarge extends Error {
  /** The system's code for a file that is too large. */
  readonly code = 'EFBIG';
}

/** The same bytes as `zipOf`, piece by piece: only the current file is in memory. */
export async function* zipPieces(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = startZip();
  for await (const entry of entries) {
    yield* zip.add(storedPart(entry));
    if (zip.bytes() > zipLimits.bytes || zip.count() > zipLimits.entries)
      throw new ZipTooLarge('The archive is too large for a zip');
  }
  yield* zip.end();
}
