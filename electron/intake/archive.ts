import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { decodeEntryName, isHiddenName, isPictureName } from './entry-name.ts';
import { formatHeadBytes, formatOf } from './format.ts';
import { maxArchiveEntries, maxFileBytes, maxUnpackedBytes } from './limits.ts';
import { errorCode, fileRefusal, readHead } from './read-file.ts';
import { refusal } from './refusal.ts';

/** A file in an archive, by its path there, or why it can't be had. */
export type ArchiveItem = { readonly name: string; readonly content: Result<Buffer<ArrayBuffer>, Failure> };

type Source = string | Buffer;
type Named = { readonly entry: Entry; readonly name: string };

const openZip = async (source: Source): Promise<ZipFile> => {
  const { fromBufferPromise, openPromise } = await import('yauzl');
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  return typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
};

/** The files of an archive, ordered by their names, folders and hidden ones left out. */
const listEntries = async (zip: ZipFile): Promise<readonly Named[]> => {
  const entries: Named[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = decodeEntryName(entry);
    if (!name.endsWith('/')) entries.push({ entry, name });
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
};

/** Zips by their build that are something else by their meaning. */
const documentInDisguise = (entries: readonly Named[]): Failure | null => {
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('OFD.xml')) return refusal('ofd');
  return names.has('[Content_Types].xml') ? refusal('unsupported-format', 'Office') : null;
};

const unpackedBytes = (entries: readonly Named[]): number =>
  entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);

const whyNot = ({ entry }: Named): Failure | null => {
  if (entry.isEncrypted()) return refusal('encrypted-archive');
  if (!entry.canDecodeFileData())
    return refusal('unsupported-format', `zip method ${entry.compressionMethod}`);
  if (entry.uncompressedSize > maxFileBytes)
    return refusal('file-too-large', `${Math.ceil(entry.uncompressedSize / 1024 / 1024)} MB`);
  return entry.uncompressedSize === 0 ? refusal('empty') : null;
};

/**
 * Unpacks one file; null once its first bytes show that nobody meant it. The length that the archive states bounds
 * what is unpacked: more than that is an error of the stream.
 */
const unpack = async (
  stream: Readable,
  isWanted: (head: Buffer) => boolean,
): Promise<Buffer<ArrayBuffer> | null> => {
  const parts: Buffer[] = [];
  let length = 0;
  let decided = false;
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) throw new Error('A stream of bytes gave something else');
    parts.push(part);
    length += part.length;
    if (!decided && length >= formatHeadBytes) {
      decided = true;
      if (!isWanted(Buffer.concat(parts))) return null;
    }
  }
  const whole = Buffer.concat(parts);
  return decided || isWanted(whole) ? whole : null;
};

/** What is called a picture counts, whatever it holds: its reader hears why it can't be read. */
const isWantedAs =
  (name: string) =>
  (head: Buffer): boolean => {
    if (isPictureName(name)) return true;
    const format = formatOf(head);
    return format.kind !== 'unknown' && format.kind !== 'unsupported';
  };

const readEntry = async (
  zip: ZipFile,
  named: Named,
): Promise<Result<Buffer<ArrayBuffer>, Failure> | null> => {
  const { entry, name } = named;
  const refused = whyNot(named);
  if (refused) return isPictureName(name) ? failed(refused) : null;
  try {
    const bytes = await unpack(await zip.openReadStreamPromise(entry), isWantedAs(name));
    if (!bytes) return null;
    const head = readHead(bytes.subarray(0, formatHeadBytes), bytes.length);
    return head.ok ? success(bytes) : head;
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/** What of the bounds is left; it is shared by an archive and those in it. */
type Budget = { entries: number; bytes: number };

const isArchive = (bytes: Buffer): boolean => formatOf(bytes.subarray(0, formatHeadBytes)).kind === 'archive';

async function* itemsOf(
  zip: ZipFile,
  entries: readonly Named[],
  depth: number,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  for (const named of entries) {
    if (isHiddenName(named.name)) continue;
    const content = await readEntry(zip, named);
    if (!content) continue;
    if (!content.ok || !isArchive(content.value)) yield { name: named.name, content };
    else if (depth > 0) yield { name: named.name, content: failed(refusal('archive-too-deep')) };
    else yield* nestedItems(named.name, content.value, depth + 1, budget);
  }
}

async function* nestedItems(
  prefix: string,
  source: Buffer,
  depth: number,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  const opened = await openBounded(source, budget);
  if (!opened.ok) {
    yield { name: prefix, content: opened };
    return;
  }
  const { zip, entries } = opened.value;
  for await (const { name, content } of itemsOf(zip, entries, depth, budget))
    yield { name: `${prefix}/${name}`, content };
}

type Opened = { readonly zip: ZipFile; readonly entries: readonly Named[] };

/** Codes of the system, and not Node's own `ERR_…`. */
const systemCode = /^E[A-Z0-9]+$/;

const openBounded = async (source: Source, budget: Budget): Promise<Result<Opened, Failure>> => {
  let zip: ZipFile | null = null;
  try {
    zip = await openZip(source);
    if (zip.entryCount > budget.entries) {
      zip.close();
      return failed(refusal('archive-too-large', `${zip.entryCount}`));
    }
    const entries = await listEntries(zip);
    const bytes = unpackedBytes(entries);
    const refused =
      documentInDisguise(entries) ??
      (bytes > budget.bytes ? refusal('archive-too-large', `${Math.ceil(bytes / 1024 / 1024)} MB`) : null);
    if (refused) {
      zip.close();
      return failed(refused);
    }
    budget.entries -= zip.entryCount;
    budget.bytes -= bytes;
    return success({ zip, entries });
  } catch (error) {
    zip?.close();
    if (systemCode.test(errorCode(error) ?? '')) return failed(fileRefusal(error));
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/**
 * The pictures and documents of a zip, one after the other so that only one is held in memory, archives in it
 * included once. An archive that can't be read, or holds nothing of use, gives one item without a name that says why.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveItem> {
  const budget: Budget = { entries: maxArchiveEntries, bytes: maxUnpackedBytes };
  const opened = await openBounded(path, budget);
  if (!opened.ok) {
    yield { name: '', content: opened };
    return;
  }
  const { zip, entries } = opened.value;
  let count = 0;
  try {
    for await (const item of itemsOf(zip, entries, 0, budget)) {
      count += 1;
      yield item;
    }
  } finally {
    zip.close();
  }
  if (count === 0) yield { name: '', content: failed(refusal('archive-empty')) };
}
