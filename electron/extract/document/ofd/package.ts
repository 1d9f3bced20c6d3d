import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { exactEntryName, possibleEntryNames } from '../../../formats/zip/entry-name.ts';
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

/**
 * The parts of an OFD, by their paths from the root (`Doc_0/Document.xml`). Nothing is written to disk. The readers,
 * the renderer and the check of seals all get their parts here, so that none of them can see other bytes than the
 * others.
 */
export type OfdPackage = {
  readonly budget: Budget;
  readonly paths: readonly string[];
  /** The paths of the parts that were read so far, but not of those that were only digested. */
  readonly used: ReadonlySet<string>;
  /** The first possible path of a part, spelled as in the package; null if there is none. */
  readonly locate: (location: string, folders: readonly string[]) => string | null;
  /** Bytes of a part; null if there is none. Throws an `OfdFailure` if it is damaged or too large. */
  readonly read: (path: string) => Buffer | null;
  /** The same bytes for a digest or a search, which don't count as used. */
  readonly bytesOf: (path: string) => Buffer | null;
  /** The part as a tree, parsed once. */
  readonly xml: (path: string) => XmlTree | null;
  /** The same tree for the check of seals, which doesn't count as used. */
  readonly tree: (path: string) => XmlTree | null;
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

/** Larger entries are inflated in pieces when they are only verified. */
const largeEntry = 1024 * 1024;
/** Bytes of unpacked parts that are kept, so that a part is usually unpacked once. */
const maxKeptBytes = 32 * 1024 * 1024;

/** Verifies a large entry without keeping its bytes. Throws an `OfdFailure`. */
const verifyLarge = async (bytes: Buffer, entry: Entry): Promise<void> => {
  const refused = whyNot(entry);
  if (refused) throw refused;
  const data = dataOf(bytes, entry);
  let [sum, length] = [0, 0];
  const source = Readable.from([data]);
  const pieces = entry.compressionMethod === 0 ? source : source.pipe(createInflateRaw());
  try {
    for await (const piece of pieces) {
      if (!Buffer.isBuffer(piece)) throw new Error('A byte stream returned something else');
      length += piece.length;
      if (length > entry.uncompressedSize) break;
      sum = crc32(piece, sum);
    }
  } catch (error) {
    throw new OfdFailure('damaged', error instanceof Error ? error.message : 'zip entry');
  }
  if (length !== entry.uncompressedSize || sum !== entry.crc32)
    throw new OfdFailure('damaged', 'zip checksum');
};

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: false, decodeStrings: false });

/**
 * The name of an entry; null for a folder. Any name that two programs could read differently is damage: one could
 * check the first part while another one shows the second.
 */
const nameOfEntry = (entry: Entry): string | null => {
  const name = exactEntryName(entry);
  if (name === null) throw new OfdFailure('damaged', 'entry with two names');
  const isFolder = name.endsWith('/');
  const path = isFolder ? name.slice(0, -1) : name;
  if (path.includes('\\') || normalizePath(path) !== path)
    throw new OfdFailure('damaged', `entry name ${name.slice(0, 200)}`);
  return isFolder ? null : name;
};

const listEntries = async (bytes: Buffer): Promise<ReadonlyMap<string, Entry>> => {
  const zip = await openZip(bytes);
  if (zip.entryCount > maxEntries) throw new OfdFailure('archive-too-large', `${zip.entryCount} entries`);
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const name = nameOfEntry(entry);
    if (name === null) continue;
    const key = name.toLowerCase();
    if (seen.has(key)) throw new OfdFailure('damaged', `two entries ${name.slice(0, 200)}`);
    seen.add(key);
    entries.set(name, entry);
  }
  return entries;
};

/** Opens an OFD's zip and verifies each of its parts. Throws an `OfdFailure`. */
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
  const kept = new Map<string, Buffer>();
  const used = new Set<string>();
  const nameOf = (path: string): string | null =>
    entries.has(path) ? path : (byLowerCase.get(path.toLowerCase()) ?? null);

  const verifying = newBudget();
  for (const [name, entry] of entries) {
    spend(verifying, 'unpacked', entry.uncompressedSize);
    const isKept = newBudget().unpacked - verifying.unpacked <= maxKeptBytes;
    if (isKept && entry.uncompressedSize <= largeEntry) kept.set(name, unpack(bytes, entry));
    else await verifyLarge(bytes, entry);
  }

  const bytesOf = (path: string): Buffer | null => {
    const name = nameOf(path) ?? '';
    const entry = entries.get(name);
    return entry ? (kept.get(name) ?? unpack(bytes, entry)) : null;
  };
  const read = (path: string): Buffer | null => {
    const name = nameOf(path);
    if (name === null) return null;
    spend(budget, 'unpacked', entries.get(name)?.uncompressedSize ?? 0);
    used.add(name);
    return bytesOf(name);
  };
  const tree = (path: string): XmlTree | null => {
    const name = nameOf(path);
    if (name === null) return null;
    const known = trees.get(name);
    if (known) return known;
    if ((entries.get(name)?.uncompressedSize ?? 0) > maxOfdXmlBytes)
      throw new OfdFailure('archive-too-large', 'XML too large');
    const part = bytesOf(name);
    if (!part) return null;
    const parsed = parseOfdXml(part, budget);
    trees.set(name, parsed);
    return parsed;
  };
  const xml = (path: string): XmlTree | null => {
    const name = nameOf(path);
    if (name === null) return null;
    used.add(name);
    return tree(name);
  };
  const locate = (location: string, folders: readonly string[]): string | null => {
    for (const path of possiblePaths(location, folders)) {
      const name = nameOf(path);
      if (name !== null) return name;
    }
    return null;
  };
  return { budget, paths: [...entries.keys()], used, locate, read, bytesOf, xml, tree };
};

/** Whether a zip with this entry is an OFD: any of its possible names counts, so that a forged OFD is one, too. */
export const isOfdEntry = (entry: Entry): boolean =>
  possibleEntryNames(entry).some((name) => normalizePath(name)?.toLowerCase() === 'ofd.xml');

/** Whether a file is an OFD. Only its entries show that, because its first bytes are those of any zip. */
export const isOfd = async (bytes: Uint8Array): Promise<boolean> => {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  try {
    const zip = await openZip(bufferOver(bytes));
    if (zip.entryCount > maxEntries) return false;
    for await (const entry of zip.eachEntry()) if (isOfdEntry(entry)) return true;
  } catch {
    // Not a zip.
  }
  return false;
};

/** Whether the reader takes a part for an attached invoice by its name alone: some lists of attachments are missing. */
export const isNamedLikeAttachment = (path: string): boolean =>
  /(?:^|\/)original_invoice\.xml$/iu.test(path) || /\/attach[^/]*\/[^/]+$/iu.test(path);
