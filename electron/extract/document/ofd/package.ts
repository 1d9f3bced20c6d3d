import { crc32, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import { decodeEntryName } from '../../../formats/zip/entry-name.ts';
import {
  maxEntries,
  maxEntryBytes,
  maxRatio,
  maxOfdXmlBytes,
  newBudget,
  OfdFailure,
  ratioFrom,
  spend,
  type Budget,
} from './limits.ts';
import { normalizePath, possiblePaths } from './paths.ts';
import { parseOfdXml, type XmlTree } from './xml-tree.ts';
import { bufferOver } from '../../../infra/bytes.ts';

/** The parts of an OFD, by their paths from the root (`Doc_0/Document.xml`). Nothing is written to disk. */
export type OfdPackage = {
  readonly budget: Budget;
  readonly paths: readonly string[];
  /** The first possible path of a part, spelled as in the package; null if there is none. */
  readonly locate: (location: string, folders: readonly string[]) => string | null;
  /** Bytes of a part; null if there is none. Throws an `OfdFailure` if it is damaged or too large. */
  readonly read: (path: string) => Buffer | null;
  /** The part as a tree, parsed once. */
  readonly xml: (path: string) => XmlTree | null;
};

const localHeader = 0x04034b50;
const localHeaderBytes = 30;

const dataOf = (bytes: Buffer, entry: Entry): Buffer => {
  const at = entry.relativeOffsetOfLocalHeader;
  if (at + localHeaderBytes > bytes.length || bytes.readUInt32LE(at) !== localHeader)
    throw new OfdFailure('damaged', 'zip header');
  const from = at + localHeaderBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(from, from + entry.compressedSize);
  if (data.length < entry.compressedSize) throw new OfdFailure('damaged', 'zip entry cut off');
  return data;
};

const whyNot = (entry: Entry): OfdFailure | null => {
  if (entry.isEncrypted()) return new OfdFailure('encrypted-archive', 'encrypted entry');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return new OfdFailure('damaged', `zip method ${entry.compressionMethod}`);
  const { compressedSize, uncompressedSize } = entry;
  const isBomb = uncompressedSize > ratioFrom && uncompressedSize > compressedSize * maxRatio;
  return uncompressedSize > maxEntryBytes || isBomb
    ? new OfdFailure('archive-too-large', 'entry too large')
    : null;
};

/** Unpacks one entry. Its length and checksum must match, because damage could change a figure. */
const unpack = (bytes: Buffer, entry: Entry): Buffer => {
  const refused = whyNot(entry);
  if (refused) throw refused;
  const data = dataOf(bytes, entry);
  let whole: Buffer;
  try {
    whole =
      entry.compressionMethod === 0
        ? data
        : inflateRawSync(data, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
  } catch (error) {
    throw new OfdFailure('damaged', error instanceof Error ? error.message : 'zip entry');
  }
  if (whole.length !== entry.uncompressedSize || crc32(whole) !== entry.crc32)
    throw new OfdFailure('damaged', 'zip checksum');
  return whole;
};

const listEntries = async (bytes: Buffer): Promise<ReadonlyMap<string, Entry>> => {
  const zip = await fromBufferPromise(bytes, {
    lazyEntries: true,
    validateEntrySizes: false,
    decodeStrings: false,
  });
  if (zip.entryCount > maxEntries) throw new OfdFailure('archive-too-large', `${zip.entryCount} entries`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const written = decodeEntryName(entry);
    // A path that leads out of the package is ignored; nothing is ever written under these names.
    const name = written.endsWith('/') ? null : normalizePath(written);
    if (name === null) continue;
    // Otherwise, one program could check the first entry while another one shows the second.
    if (entries.has(name)) throw new OfdFailure('damaged', `two entries ${name}`);
    entries.set(name, entry);
  }
  return entries;
};

/** Opens an OFD's zip and reads only its directory. Throws an `OfdFailure`. */
export const openPackage = async (source: Uint8Array): Promise<OfdPackage> => {
  const bytes = bufferOver(source);
  let entries: ReadonlyMap<string, Entry>;
  try {
    entries = await listEntries(bytes);
  } catch (error) {
    if (error instanceof OfdFailure) throw error;
    throw new OfdFailure('damaged', error instanceof Error ? error.message : 'zip');
  }
  const budget = newBudget();
  const byLowerCase = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]));
  const trees = new Map<string, XmlTree>();
  const nameOf = (path: string): string | null =>
    entries.has(path) ? path : (byLowerCase.get(path.toLowerCase()) ?? null);

  const read = (path: string): Buffer | null => {
    const entry = entries.get(nameOf(path) ?? '');
    if (!entry) return null;
    spend(budget, 'unpacked', entry.uncompressedSize);
    return unpack(bytes, entry);
  };
  const xml = (path: string): XmlTree | null => {
    const name = nameOf(path);
    if (name === null) return null;
    const known = trees.get(name);
    if (known) return known;
    if ((entries.get(name)?.uncompressedSize ?? 0) > maxOfdXmlBytes)
      throw new OfdFailure('archive-too-large', 'XML too large');
    const part = read(name);
    if (!part) return null;
    const tree = parseOfdXml(part, budget);
    trees.set(name, tree);
    return tree;
  };
  const locate = (location: string, folders: readonly string[]): string | null => {
    for (const path of possiblePaths(location, folders)) {
      const name = nameOf(path);
      if (name !== null) return name;
    }
    return null;
  };
  return { budget, paths: [...entries.keys()], locate, read, xml };
};

/** Whether a zip is an OFD. Only its entries show that, because its first bytes are those of any zip. */
export const isOfdEntries = (names: Iterable<string>): boolean => {
  for (const name of names) if (normalizePath(name)?.toLowerCase() === 'ofd.xml') return true;
  return false;
};

export const isOfd = async (bytes: Uint8Array): Promise<boolean> => {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  try {
    return isOfdEntries((await openPackage(bytes)).paths);
  } catch {
    return false;
  }
};
