/**
 * Reads compound files (MS-CFB), which hold Outlook mails and old Office documents. The file is hostile input: each
 * sector belongs to one stream, so all streams together are never longer than the file, and no chain can be a circle.
 */

/** A folder in a compound file. Names are in capitals, since the format ignores case. */
export type Storage = {
  readonly storages: ReadonlyMap<string, LazyStorage>;
  readonly streams: ReadonlyMap<string, Stream>;
};

/** Lists the contents of a storage. Throws `DamagedCompoundFile`. */
type LazyStorage = () => Storage;
/** `bytes` can be read once, and throws `DamagedCompoundFile`. */
type Stream = { readonly length: number; readonly bytes: () => Buffer };

export class DamagedCompoundFile extends Error {
  override readonly name = 'DamagedCompoundFile';
}

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Whether the first bytes of a file are those of a compound file. */
export const isCompoundFile = (head: Uint8Array): boolean =>
  head.length >= signature.length && signature.equals(head.subarray(0, signature.length));

/** Numbers from here on are no sectors: they end a chain, or mark a sector as free. */
const highestSector = 0xffff_fffa;
const noEntry = 0xffff_ffff;
const headerBytes = 512;
const entryBytes = 128;
const miniShift = 6;
const miniLimit = 4096;
const sectorsInHeader = 109;
/** A mail of 10,000 attachments has some 130,000 streams and storages. */
const mostEntries = 200_000;
const kinds = { storage: 1, stream: 2, root: 5 } as const;

const damaged = (words: string): never => {
  throw new DamagedCompoundFile(words);
};

/** Sectors of one size. `take` marks them: a sector that two chains share is refused. */
class Sectors {
  readonly #taken: Uint8Array;
  readonly #bytes: Buffer;
  readonly #first: number;
  readonly shift: number;

  constructor(bytes: Buffer, first: number, shift: number) {
    this.#bytes = bytes;
    this.#first = first;
    this.shift = shift;
    this.#taken = new Uint8Array(Math.max(0, Math.ceil((bytes.length - first) / 2 ** shift)));
  }

  get count(): number {
    return this.#taken.length;
  }

  take(sector: number): Buffer {
    if (sector >= this.count) damaged('a sector outside of the file');
    if (this.#taken[sector] !== 0) damaged('a sector that is used twice');
    this.#taken[sector] = 1;
    const start = this.#first + sector * 2 ** this.shift;
    return this.#bytes.subarray(start, start + 2 ** this.shift);
  }
}

/** A table that names the sector after each sector. */
class Chains {
  readonly #table: readonly Buffer[];
  readonly #sectors: Sectors;
  readonly #perPart: number;

  constructor(table: readonly Buffer[], sectors: Sectors, bytesPerPart: number) {
    this.#table = table;
    this.#sectors = sectors;
    this.#perPart = bytesPerPart / 4;
  }

  #after(sector: number): number {
    const part = this.#table[Math.floor(sector / this.#perPart)];
    const at = (sector % this.#perPart) * 4;
    return part && at + 4 <= part.length ? part.readUInt32LE(at) : damaged('a chain without an end');
  }

  /** The sectors of a chain. Ends after `most` of them, whatever follows. */
  parts(start: number, most: number): readonly Buffer[] {
    const parts: Buffer[] = [];
    for (let sector = start; sector < highestSector && parts.length < most; sector = this.#after(sector))
      parts.push(this.#sectors.take(sector));
    return parts;
  }

  read(start: number, length: number): Buffer {
    if (length === 0) return Buffer.alloc(0);
    const needed = Math.ceil(length / 2 ** this.#sectors.shift);
    if (needed > this.#sectors.count) damaged('a stream longer than the file');
    const bytes = Buffer.concat(this.parts(start, needed));
    return bytes.length < length ? damaged('a stream that is cut off') : bytes.subarray(0, length);
  }
}

/** The sectors of the table: the first are named in the header, the others in a chain of sectors. */
const tableOf = (bytes: Buffer, sectors: Sectors): readonly Buffer[] => {
  const table: Buffer[] = [];
  const add = (list: Buffer, from: number, to: number): void => {
    for (let at = from; at < to; at += 4) {
      const sector = list.readUInt32LE(at);
      if (sector < highestSector) table.push(sectors.take(sector));
    }
  };
  add(bytes, 0x4c, 0x4c + sectorsInHeader * 4);
  for (let next = bytes.readUInt32LE(0x44); next < highestSector;) {
    const list = sectors.take(next);
    if (list.length < 2 ** sectors.shift) damaged('a table that is cut off');
    add(list, 0, list.length - 4);
    next = list.readUInt32LE(list.length - 4);
  }
  return table;
};

type Entry = {
  readonly name: string;
  readonly kind: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly length: number;
};

const entryAt = (directory: Buffer, index: number): Entry => {
  const at = directory.subarray(index * entryBytes, (index + 1) * entryBytes);
  const nameBytes = Math.min(64, Math.max(2, at.readUInt16LE(0x40))) - 2;
  return {
    name: at
      .subarray(0, nameBytes - (nameBytes % 2))
      .toString('utf16le')
      .toUpperCase(),
    kind: at[0x42] ?? 0,
    left: at.readUInt32LE(0x44),
    right: at.readUInt32LE(0x48),
    child: at.readUInt32LE(0x4c),
    start: at.readUInt32LE(0x74),
    // The upper half is not always zero in old files, and no file here has 4 GB.
    length: at.readUInt32LE(0x78),
  };
};

/**
 * Opens a compound file and lists its root.
 * @param bytes the whole file
 * @throws DamagedCompoundFile if it is damaged, or larger than its own limits allow
 */
export const openCompoundFile = (bytes: Buffer): Storage => {
  if (bytes.length < headerBytes || !isCompoundFile(bytes)) damaged('no header');
  const shift = bytes.readUInt16LE(0x1e);
  if ((shift !== 9 && shift !== 12) || bytes.readUInt16LE(0x20) !== miniShift) damaged('unknown sectors');
  const sectors = new Sectors(bytes, 2 ** shift, shift);
  const chains = new Chains(tableOf(bytes, sectors), sectors, 2 ** shift);
  const mostParts = Math.ceil((mostEntries * entryBytes) / 2 ** shift);
  const directory = Buffer.concat(chains.parts(bytes.readUInt32LE(0x30), mostParts));
  const count = Math.floor(directory.length / entryBytes);
  if (count === 0) damaged('no directory');

  const root = entryAt(directory, 0);
  if (root.kind !== kinds.root) damaged('no root');
  const miniTable = chains.parts(bytes.readUInt32LE(0x3c), sectors.count);
  const miniStream = chains.read(root.start, root.length);
  const miniChains = new Chains(miniTable, new Sectors(miniStream, 0, miniShift), 2 ** shift);

  const seen = new Uint8Array(count);
  const list = (first: number): Storage => {
    const storages = new Map<string, LazyStorage>();
    const streams = new Map<string, Stream>();
    const waiting = [first];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (index === noEntry) continue;
      if (index >= count || seen[index] !== 0) damaged('a circle of entries');
      seen[index] = 1;
      const { name, kind, left, right, child, start, length } = entryAt(directory, index);
      waiting.push(left, right);
      if (kind === kinds.storage) storages.set(name, () => list(child));
      else if (kind === kinds.stream)
        streams.set(name, {
          length,
          bytes: () => (length < miniLimit ? miniChains : chains).read(start, length),
        });
    }
    return { storages, streams };
  };
  return list(root.child);
};

/** Whether a compound file is a workbook of Excel 97, or of an earlier Excel. */
export const isWorkbook = (bytes: Buffer): boolean => {
  const { streams } = openCompoundFile(bytes);
  return streams.has('WORKBOOK') || streams.has('BOOK');
};
