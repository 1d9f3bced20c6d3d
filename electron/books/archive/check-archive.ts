import { createHash } from 'node:crypto';
import { lstat, open, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { zipPieces, type ZipEntry } from '../../formats/zip/write-zip.ts';
import { isSystemError } from '../../infra/files/write-failure.ts';
import type { z } from 'zod';
import { archiveFacts } from './archive-files.ts';
import { digestListPath, readDigests, type Digest, type StandingArchive } from './write-archive.ts';
import { codeOf } from '../../infra/error-code.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { unpackEntry } from '../../formats/zip/unpack-entry.ts';

export type ArchiveDefect = {
  readonly path: string;
  readonly defect: 'changed' | 'missing' | 'added' | 'unreadable' | 'no-archive';
};

/** What was found at a path. */
export type Examined = {
  readonly files: number;
  readonly defects: readonly ArchiveDefect[];
  /** The content of `archive.json`; null if it is missing or changed. */
  readonly facts: z.infer<typeof archiveFacts> | null;
  readonly digests: readonly Digest[];
  /** SHA-256 of `digests.txt`; null if there is none. */
  readonly listDigest: string | null;
};

export type ArchiveReport = Pick<Examined, 'files' | 'defects'>;

/** The digest list has one line per file, so it is far smaller. It is the only file read as a whole. */
const mostListBytes = 64 * 1024 * 1024;

const compare = (digests: readonly Digest[] | null, found: ReadonlyMap<string, string>): ArchiveReport => {
  const files = found.size;
  if (digests === null) {
    const defect = found.has(digestListPath) ? 'changed' : 'missing';
    return { files, defects: [{ path: digestListPath, defect }] };
  }
  const listed = new Map(digests.map(({ path, sha256 }) => [path, sha256]));
  const defects: ArchiveDefect[] = [];
  for (const [path, sha256] of listed) {
    const actual = found.get(path);
    if (actual === undefined) defects.push({ path, defect: 'missing' });
    else if (actual !== sha256) defects.push({ path, defect: actual === '' ? 'unreadable' : 'changed' });
  }
  for (const path of found.keys())
    if (path !== digestListPath && !listed.has(path)) defects.push({ path, defect: 'added' });
  return { files, defects };
};

const partBytes = 64 * 1024;

/** @param part a buffer that is overwritten: most files are small, and a new one for each would be most of the work */
const digestOfFile = async (path: string, part: Buffer): Promise<string> => {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(part, 0, part.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(part.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
};

/**
 * Every entry below a folder by relative path; an empty folder ends with a slash. An entry that is unreadable or not a
 * plain file has no digest.
 */
const digestsBelow = async (
  root: string,
  below = '',
  into = new Map<string, string>(),
  part = Buffer.allocUnsafe(partBytes),
): Promise<Map<string, string>> => {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  // Vouch writes none: it is a user's.
  if (entries.length === 0 && below !== '') into.set(`${below}/`, '');
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      await digestsBelow(root, path, into, part);
      continue;
    }
    const digest = entry.isFile() ? await digestOfFile(join(root, path), part).catch(() => '') : '';
    into.set(path, digest);
  }
  return into;
};

const factsIn = (bytes: Uint8Array): Examined['facts'] => {
  try {
    return archiveFacts.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
};

const factsPath = 'archive.json';

const checkFolder = async (root: string): Promise<Examined> => {
  const found = await digestsBelow(root);
  const listDigest = found.get(digestListPath) ?? null;
  if (listDigest === null) return { ...compare(null, found), facts: null, digests: [], listDigest };
  const { size } = await lstat(join(root, digestListPath));
  const list = size > mostListBytes ? null : readDigests(await readFile(join(root, digestListPath)));
  const isListed = list?.some(({ path, sha256 }) => path === factsPath && sha256 === found.get(factsPath));
  const facts = isListed === true ? factsIn(await readFile(join(root, factsPath))) : null;
  return { ...compare(list, found), facts, digests: list ?? [], listDigest };
};

type Read = {
  readonly digests: Map<string, string>;
  list: readonly Digest[] | null;
  facts: Examined['facts'];
  isSound: boolean;
};

/** The bytes of a stored file; null if unreadable or compressed, since this program never compresses. */
const storedBytes = async (zip: ZipFile, entry: Entry): Promise<Buffer | null> => {
  if (entry.compressionMethod !== 0 || entry.uncompressedSize > zip.fileSize) return null;
  try {
    return await unpackEntry(zip, entry);
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
};

async function* storedFiles(path: string, read: Read): AsyncGenerator<ZipEntry> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      const bytes = await storedBytes(zip, entry);
      if (bytes === null || read.digests.has(name)) read.isSound = false;
      read.digests.set(name, bytes === null ? '' : sha256Of(bytes));
      if (bytes === null) continue;
      if (name === digestListPath) read.list = readDigests(bytes);
      if (name === factsPath) read.facts = factsIn(bytes);
      yield { name, bytes };
    }
  } finally {
    zip.close();
  }
}

/**
 * A zip also contains bytes outside its files: names, lengths, offsets. Vouch writes a zip in exactly one
 * way, so the check rebuilds it from its files and compares.
 */
const checkZip = async (path: string): Promise<Examined> => {
  const read: Read = { digests: new Map(), list: null, facts: null, isSound: true };
  const known = () => ({
    facts: read.facts,
    digests: read.list ?? [],
    listDigest: read.digests.get(digestListPath) ?? null,
  });
  const container: ArchiveDefect = { path: basename(path), defect: 'changed' };
  const again = createHash('sha256');
  try {
    for await (const piece of zipPieces(storedFiles(path, read))) again.update(piece);
  } catch (error) {
    if (isSystemError(error)) throw error;
    // The directory is unreadable: its entries are unknown.
    return { files: read.digests.size, defects: [container], ...known() };
  }
  const report = compare(read.list, read.digests);
  const isSame =
    read.isSound && again.digest('hex') === (await digestOfFile(path, Buffer.allocUnsafe(partBytes)));
  const defects = report.defects.length > 0 || isSame ? report.defects : [container];
  return { files: report.files, defects, ...known() };
};

/** Looks at an archive without the ledger: every file is unchanged, none is missing and none was added. */
export const examineArchive = async (path: string): Promise<Examined> => {
  try {
    const status = await lstat(path);
    return status.isDirectory() ? await checkFolder(path) : await checkZip(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const defect = codeOf(error) === 'ENOENT' ? 'no-archive' : 'unreadable';
    return { files: 0, defects: [{ path, defect }], facts: null, digests: [], listDigest: null };
  }
};

export const checkArchive = async (path: string): Promise<ArchiveReport> => {
  const { files, defects } = await examineArchive(path);
  return { files, defects };
};

/** The archive at a path that another one may replace; null if nothing there is an archive of Vouch. */
export const standingArchive = async (path: string): Promise<StandingArchive | null> => {
  const { defects, facts, digests } = await examineArchive(path);
  if (digests.length === 0) return null;
  return {
    period: facts && { from: facts.from, to: facts.to },
    digests,
    defects: defects.map((one) => one.path),
  };
};

/** SHA-256 of the digest list of the archive at a path; null if there is none. */
export const digestOfArchive = async ({
  target,
}: {
  readonly target: string | null;
}): Promise<string | null> => (target === null ? null : (await examineArchive(target)).listDigest);
