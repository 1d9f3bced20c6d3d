import { crc32 } from 'node:zlib';

export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

/** Bit 11: the name is UTF-8. */
const utf8Names = 0x0800;
/** Entries carry no real time: 1980-01-01, the format's first day. */
const firstDay = 0x0021;
const noTime = 0;
const version = 20;

/**
 * The common part of local header and directory entry (APPNOTE 4.4.4 to 4.4.10), stored without compression.
 */
const common = ({ bytes }: ZipEntry, name: Buffer): Buffer => {
  const part = Buffer.alloc(26);
  part.writeUInt16LE(version, 0);
  part.writeUInt16LE(utf8Names, 2);
  part.writeUInt16LE(0, 4);
  part.writeUInt16LE(noTime, 6);
  part.writeUInt16LE(firstDay, 8);
  part.writeUInt32LE(crc32(bytes), 10);
  part.writeUInt32LE(bytes.length, 14);
  part.writeUInt32LE(bytes.length, 18);
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

/** A file's header and its directory entry. */
const recordOf = (entry: ZipEntry, offset: number): { readonly header: Buffer; readonly listed: Buffer } => {
  const name = Buffer.from(entry.name.toWellFormed(), 'utf8');
  const shared = common(entry, name);
  const header = Buffer.concat([signature(0x04034b50), shared, name]);
  return { header, listed: directoryEntry(shared, name, offset) };
};

/** Limits without the format's 64-bit extension. */
export const zipLimits = { entries: 65_535, bytes: 0xffff_ffff } as const;

/**
 * Files as one zip archive, uncompressed because PNG pictures already are. Names are relative, without `..`.
 * The caller must respect `zipLimits`.
 */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { header, listed } = recordOf(entry, offset);
    directory.push(listed);
    parts.push(header, entry.bytes);
    offset += header.length + entry.bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...parts, ...directory, endOfDirectory(entries.length, size, offset)]);
};

/** The archive exceeds the limits without the format's 64-bit extension. */
class ZipTooLarge extends Error {
  /** The system's code for a file that is too large. */
  readonly code = 'EFBIG';
}

/** The same bytes as `zipOf`, piece by piece: only the current file is in memory. */
export async function* zipPieces(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const { header, listed } = recordOf(entry, offset);
    directory.push(listed);
    yield header;
    yield entry.bytes;
    offset += header.length + entry.bytes.length;
    if (offset > zipLimits.bytes || directory.length > zipLimits.entries)
      throw new ZipTooLarge('The archive is too large for a zip');
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endOfDirectory(directory.length, size, offset);
}
