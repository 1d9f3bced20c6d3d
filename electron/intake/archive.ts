import type { Entry, ZipFile } from 'yauzl';
import { compareNames, comparePaths } from '../../shared/order.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { MailHead } from '../../shared/contract/mail-head.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { isOfd } from '../extract/document/ofd/package.ts';
import { mentionsInvoice } from '../extract/document/xml/decode-xml.ts';
import { decodeEntryName, isArchiveName, isHiddenName, isPictureName } from '../formats/zip/entry-name.ts';
import { countsAsPicture } from './expand-paths.ts';
import { formatHeadBytes, formatOf, isContainer, type FileFormat } from './format.ts';
import { maxArchiveEntries, maxFileBytes, maxUnpackedBytes } from './limits.ts';
import { readMail, type Mail, type MailPart } from './mail.ts';
import { openOutlookMail } from './outlook-mail.ts';
import { DamagedCompoundFile, isWorkbook } from '../formats/compound-file.ts';
import { readBmp } from './bmp.ts';
import { openSharp } from '../formats/pictures/open-sharp.ts';
import { fileRefusal, readFileHead, readHead, readWholeFile } from './read-file.ts';
import { refusal } from '../formats/refusal.ts';
import { codeOf } from '../infra/error-code.ts';
import { unpackInto } from '../formats/zip/unpack-entry.ts';

/** A file in an archive, by its path there, with its bytes or the reason why it can't be read. */
export type ArchiveItem = {
  readonly name: string;
  readonly content: Result<Buffer<ArrayBuffer>, Failure>;
  /** The mail that it is attached to. */
  readonly mail?: MailHead;
};

type Source = string | Buffer;
type Named = { readonly entry: Entry; readonly name: string };

const openZip = async (source: Source): Promise<ZipFile> => {
  const { fromBufferPromise, openPromise } = await import('yauzl');
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  return typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
};

/** The files of an archive in natural order, without folders and hidden files. */
const listEntries = async (zip: ZipFile): Promise<readonly Named[]> => {
  const entries: Named[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = decodeEntryName(entry);
    if (!name.endsWith('/')) entries.push({ entry, name });
  }
  return entries.sort((a, b) => comparePaths(a.name, b.name));
};

/** Detects zips that are really documents of another format. */
const documentInDisguise = (entries: readonly Named[]): Failure | null => {
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('OFD.xml')) return refusal('ofd');
  if (names.has('mimetype') && names.has('META-INF/manifest.xml'))
    return refusal('unsupported-format', 'OpenDocument');
  if (!names.has('[Content_Types].xml')) return null;
  const has = (folder: string): boolean => entries.some(({ name }) => name.startsWith(folder));
  if (has('xl/')) return refusal('spreadsheet');
  return refusal('unsupported-format', officeParts.find(([folder]) => has(folder))?.[1] ?? 'Office');
};

/** Folders of Office Open XML, and the common name of such a file. */
const officeParts: readonly (readonly [folder: string, name: string])[] = [
  ['word/', 'Word'],
  ['ppt/', 'PowerPoint'],
];

/** Files with these names never contain invoice pictures. */
const officeName = /\.(docx?|docm|xlsx?|xlsm|pptx?|od[tsp]|wps|et|dps)$/i;

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

type Content = ArchiveItem['content'];

/**
 * Unpacks one file. Stops early if its first bytes decide the result.
 * @param choose returns a result that replaces the bytes, or undefined
 */
const unpack = async (
  zip: ZipFile,
  entry: Entry,
  choose: (head: Buffer) => Content | null | undefined,
): Promise<Content | null> => {
  const wanted = Math.min(entry.uncompressedSize, formatHeadBytes);
  let unpacked = Buffer.alloc(0);
  for await (const soFar of unpackInto(zip, entry)) {
    const isHead = unpacked.length < wanted && soFar.length >= wanted;
    const decided = isHead ? choose(soFar.subarray(0, wanted)) : undefined;
    if (decided !== undefined) return decided;
    unpacked = soFar;
  }
  return success(unpacked);
};

/**
 * Decides by a file's first bytes, as for a file in a folder. A file that is not a document is skipped
 * (null); an unreadable one gives the reason. A file named like a picture is never skipped. Undefined for a file that
 * is taken.
 */
const decide = (name: string, head: Buffer, length: number): Content | null | undefined => {
  const format = formatOf(head);
  // An office document is also a zip: a zip is only opened if it has the name of an archive.
  const isMeant = format.kind !== 'xml' || mentionsInvoice(head);
  const counts = isContainer(format) ? isArchiveName(name) : isMeant && countsAsPicture(format);
  if (!counts && !isPictureName(name)) return null;
  const taken = readHead(head, length);
  return taken.ok ? undefined : taken;
};

const decideBy =
  ({ entry, name }: Named) =>
  (head: Buffer): Content | null | undefined =>
    decide(name, head, entry.uncompressedSize);

const readEntry = async (zip: ZipFile, named: Named): Promise<Content | null> => {
  const { entry, name } = named;
  const refused = whyNot(named);
  if (refused) return isPictureName(name) ? failed(refused) : null;
  try {
    return await unpack(zip, entry, decideBy(named));
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/** The remaining limits, shared by an archive and the archives in it. */
type Budget = { entries: number; bytes: number };

const headOf = (bytes: Buffer): Buffer => bytes.subarray(0, formatHeadBytes);
const kindOf = (bytes: Buffer): FileFormat['kind'] => formatOf(headOf(bytes)).kind;
const isArchive = (bytes: Buffer): boolean => kindOf(bytes) === 'archive';

/** Reads a mail; rejects if it is damaged. */
type ReadMail = () => Promise<Mail>;

/** How to read these bytes as a mail, null if they are none, or why a mail can't be read. */
const openMail = (bytes: Buffer): Result<ReadMail | null, Failure> => {
  const kind = kindOf(bytes);
  if (kind !== 'compound') return success(kind === 'mail' ? () => readMail(bytes) : null);
  try {
    const mail = openOutlookMail(bytes);
    return mail ? success(mail) : failed(refusal(isWorkbook(bytes) ? 'old-spreadsheet' : 'old-office'));
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error;
    return failed(refusal('damaged', error.message));
  }
};

/** Mails that were forwarded within forwarded mails, and so on, are opened up to this depth. */
const mostForwarded = 3;
/** Both sides of a picture in the text of a mail: a smaller one is a logo. */
const leastInline = 200;

/** The size of a picture from its header, without decoding it; null if it states none. */
const pictureSize = async (
  bytes: Buffer,
): Promise<{ readonly width: number; readonly height: number } | null> => {
  const bmp = readBmp(bytes);
  if (bmp) return bmp;
  try {
    const { width, height } = await (await openSharp(bytes)).metadata();
    return { width, height };
  } catch {
    return null;
  }
};

/** Whether a part of a mail is a logo or an icon in its text. Other formats than these are not shown in one. */
const isDecoration = async (bytes: Buffer): Promise<boolean> => {
  if (!/^(?:picture|convertible)$/u.test(kindOf(bytes))) return false;
  const size = await pictureSize(bytes);
  return size !== null && Math.min(size.width, size.height) < leastInline;
};

/** How many mails, signatures of the same mail, and archives are around a file. */
type Depth = { readonly mails: number; readonly signed: number; readonly archives: number };
/** In a mail that was handed in. An archive in it may hold no further one, as if the mail were an archive. */
const handedIn: Depth = { mails: 1, signed: 0, archives: 1 };

/** A signature around an encrypted mail around a signature is the most that mail programs write. */
const mostSigned = 3;

/**
 * The files attached to a mail, and to mails that are forwarded in it.
 * @param outer what the mail says around a signature, whose content has no sender of its own
 */
async function* mailItems(
  open: ReadMail,
  depth: Depth,
  budget: Budget,
  outer: MailHead | null = null,
): AsyncGenerator<ArchiveItem> {
  const read = await open().catch((error: unknown) =>
    error instanceof Error ? refusal('damaged', error.message) : refusal('damaged'),
  );
  if ('reason' in read) {
    yield { name: '', content: failed(read), ...(outer ? { mail: outer } : {}) };
    return;
  }
  const { parts, links } = read;
  const mail = outer ?? read.head;
  budget.entries -= parts.length;
  budget.bytes -= parts.reduce(
    (sum, { content }) => sum + (content.kind === 'file' ? content.bytes.length : 0),
    0,
  );
  if (budget.entries < 0 || budget.bytes < 0) {
    yield { name: '', content: failed(refusal('archive-too-large', `${parts.length}`)), mail };
    return;
  }
  let count = 0;
  for (const part of parts.toSorted((one, other) => compareNames(one.name, other.name))) {
    for await (const item of partItems(part, mail, depth, budget)) {
      count += 1;
      yield { mail, ...item };
    }
  }
  if (count > 0) return;
  const empty = links.length > 0 ? refusal('mail-links', links.join(' ')) : refusal('mail-empty');
  yield { name: '', content: failed(empty), mail };
}

async function* partItems(
  { name, content, isInline }: MailPart,
  mail: MailHead,
  depth: Depth,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  if (content.kind === 'encrypted') {
    yield { name: /^smime\.p7m$/iu.test(name) ? '' : name, content: failed(refusal('mail-encrypted')) };
  } else if (content.kind === 'signed') {
    if (depth.signed >= mostSigned) yield { name: '', content: failed(refusal('archive-too-deep')) };
    else yield* mailItems(content.read, { ...depth, signed: depth.signed + 1 }, budget, mail);
  } else if (content.kind === 'mail') yield* forwardedItems(name, content.read, depth, budget);
  else if (!isHiddenName(name) && !(isInline && (await isDecoration(content.bytes))))
    yield* attachedItems(name, content.bytes, depth, budget);
}

async function* forwardedItems(
  name: string,
  open: ReadMail,
  depth: Depth,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  if (depth.mails > mostForwarded) {
    yield { name, content: failed(refusal('archive-too-deep')) };
    return;
  }
  const deeper = { ...depth, mails: depth.mails + 1, signed: 0 };
  for await (const { name: inner, ...item } of mailItems(open, deeper, budget))
    yield { ...item, name: inner === '' ? name : `${name}/${inner}` };
}

async function* attachedItems(
  name: string,
  bytes: Buffer<ArrayBuffer>,
  depth: Depth,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  const isForwarded = kindOf(bytes) === 'mail';
  const decided =
    bytes.length === 0 ? null : isForwarded ? undefined : decide(name, headOf(bytes), bytes.length);
  if (decided) yield { name, content: decided };
  else if (decided === undefined) yield* documentItems(name, bytes, depth, budget);
}

/** A document, or the documents in a mail or an archive. */
async function* documentItems(
  name: string,
  bytes: Buffer<ArrayBuffer>,
  depth: Depth,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  const mail = openMail(bytes);
  if (!mail.ok) yield { name, content: mail };
  else if (mail.value) yield* forwardedItems(name, mail.value, depth, budget);
  else if (!isArchive(bytes) || (await isOfd(bytes))) yield { name, content: success(bytes) };
  else if (depth.archives > 1) yield { name, content: await whyNotOpened(bytes, budget) };
  else yield* nestedItems(name, bytes, depth, budget);
}

/** Why a nested archive is not opened: it is nested too deeply, or it is an OFD. The failure gives the reason. */
const whyNotOpened = async (source: Buffer, budget: Budget): Promise<Content> => {
  const opened = await openBounded(source, { ...budget });
  if (!opened.ok) return opened;
  opened.value.zip.close();
  return failed(refusal('archive-too-deep'));
};

async function* itemsOf({ zip, entries }: Opened, depth: Depth, budget: Budget): AsyncGenerator<ArchiveItem> {
  for (const named of entries) {
    if (isHiddenName(named.name)) continue;
    const content = await readEntry(zip, named);
    if (content?.ok) yield* documentItems(named.name, content.value, depth, budget);
    else if (content) yield { name: named.name, content };
  }
}

async function* nestedItems(
  prefix: string,
  source: Buffer,
  depth: Depth,
  budget: Budget,
): AsyncGenerator<ArchiveItem> {
  const opened = await openBounded(source, budget);
  if (!opened.ok) {
    yield { name: prefix, content: opened };
    return;
  }
  for await (const item of itemsOf(opened.value, { ...depth, archives: depth.archives + 1 }, budget))
    yield { ...item, name: `${prefix}/${item.name}` };
}

type Opened = { readonly zip: ZipFile; readonly entries: readonly Named[] };

/** System error codes, without Node's own `ERR_…`. */
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
    if (systemCode.test(codeOf(error))) return failed(fileRefusal(error));
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/** The same for a mail that is not stored. */
export async function* readMailItems(bytes: Buffer): AsyncGenerator<ArchiveItem> {
  yield* mailItems(() => readMail(bytes), handedIn, { entries: maxArchiveEntries, bytes: maxUnpackedBytes });
}

/**
 * The pictures and documents of a zip, one at a time so that only one is in memory, or of a mail. Archives in it are opened
 * once. An unreadable archive, or one without usable files, gives a single item without a name that contains
 * the reason.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveItem> {
  const budget: Budget = { entries: maxArchiveEntries, bytes: maxUnpackedBytes };
  const head = await readFileHead(path);
  if (head.ok && /^(?:mail|compound)$/u.test(head.value.format.kind)) {
    const read = await readWholeFile(path);
    const mail = read.ok ? openMail(read.value.bytes) : read;
    if (!mail.ok) yield { name: '', content: mail };
    else if (mail.value) yield* mailItems(mail.value, handedIn, budget);
    return;
  }
  const opened = await openBounded(path, budget);
  if (!opened.ok) {
    yield { name: '', content: opened };
    return;
  }
  let count = 0;
  try {
    for await (const item of itemsOf(opened.value, { ...handedIn, mails: 0 }, budget)) {
      count += 1;
      yield item;
    }
  } finally {
    opened.value.zip.close();
  }
  if (count > 0) return;
  const isOffice = officeName.test(path);
  yield {
    name: '',
    content: failed(isOffice ? refusal('unsupported-format', 'Office') : refusal('archive-empty')),
  };
}
