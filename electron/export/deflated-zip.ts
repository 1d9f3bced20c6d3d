import type { DeflatedPart } from './deflated-part.ts';

/** Entries carry no real time: 1980-01-01, the format's first day. */
const firstDay = 0x0021;
const version = 20;
const deflate = 8;
const utf8Names = 0x0800;

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The common part of local header and directory entry (APPNOTE 4.4.4 to 4.4.10). */
const headOf = ({ crc, bytes, deflated }: DeflatedPart, name: Buffer): Buffer => {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(version, 0);
  head.writeUInt16LE(utf8Names, 2);
  head.writeUInt16LE(deflate, 4);
  head.writeUInt16LE(firstDay, 8);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(lengthOf(deflated), 14);
  head.writeUInt32LE(bytes, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
};

/** A zip archive of deflated files, piece by piece; it stays below 4 GB. */
export const zipOfParts = function* (parts: readonly DeflatedPart[]): Generator<Uint8Array, void, undefined> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name, 'utf8');
    const head = headOf(part, name);
    const local = Buffer.concat([signature(0x04034b50), head, name]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([version, 0]), head, place, name]));
    yield local;
    yield* part.deflated;
    offset += local.length + lengthOf(part.deflated);
  }
  const size = lengthOf(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  yield* directory;
  yield Buffer.concat([signature(0x06054b50), end]);
};
