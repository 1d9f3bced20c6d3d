import { sha256Of } from '../../infra/bytes.ts';
import { lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Period } from '../../../shared/books/period.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { isSystemError, reasonOf, type WriteFailure } from '../../infra/files/write-failure.ts';
import { writeTexts } from '../../../shared/texts/host-failures.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import { zipPieces } from '../../formats/zip/write-zip.ts';
import type { ArchiveFile } from './archived-invoices.ts';
import { codeOf } from '../../infra/error-code.ts';

/** Path of the digest list, at the root of an archive. */
export const digestListPath = 'digests.txt';

export type Digest = { readonly path: string; readonly sha256: string };

const seal = '# sha256 of the lines above: ';

const byPath = (a: Digest, b: Digest): number => (a.path < b.path ? -1 : Number(a.path > b.path));

/**
 * The digest list of an archive in the format of `sha256sum`, sorted by path. Its last line is the digest of
 * the lines above, so that a change of the list is detected.
 */
export const writeDigests = (digests: readonly Digest[]): string => {
  const lines = digests
    .toSorted(byPath)
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');
  return `${lines}${seal}${sha256Of(lines)}\n`;
};

const line = /^([0-9a-f]{64}) {2}([^\n]+)$/;

/** Whether a path is below the root, in the form that this program writes. */
const isInside = (path: string): boolean =>
  !/[\\\p{Cc}]|^[A-Za-z]:/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** Parses a digest list; null if a single byte differs from the written list. */
export const readDigests = (bytes: Buffer): readonly Digest[] | null => {
  const text = bytes.toString('utf8');
  const digests = text
    .split('\n')
    .slice(0, -2)
    .map((each) => line.exec(each))
    .map((match) => (match ? { sha256: match[1] ?? '', path: match[2] ?? '' } : null));
  if (digests.some((digest) => digest === null || !isInside(digest.path))) return null;
  const whole = digests.filter((digest) => digest !== null);
  // The list has exactly one valid form: writing it again must give the same bytes.
  return Buffer.from(writeDigests(whole)).equals(bytes) ? whole : null;
};

const failureOf = (error: unknown): WriteFailure => {
  const reason = reasonOf(codeOf(error), 'temporary');
  return { reason, ...writeTexts[reason], detail: codeOf(error), otherPath: null };
};

/**
 * Why what stands at the path is not replaced. `exists`: it is the archive of the same period, but nobody asked to
 * replace it. `lost`: originals of it are not in the new archive.
 */
export type InTheWay = {
  readonly reason: 'in-the-way';
  readonly why: 'not-an-archive' | 'other-period' | 'changed' | 'exists' | 'lost';
  /** The files concerned. */
  readonly paths: readonly string[];
};

/** An archive that stands at the path: its period, and its files by their digests. */
export type StandingArchive = {
  readonly period: Period | null;
  readonly digests: readonly Digest[];
  /** Files that were added, changed or removed. */
  readonly defects: readonly string[];
};

const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const statusOf = async (path: string) => {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

type Standing = 'nothing' | 'empty' | 'something';

const whatStands = async (path: string): Promise<Standing> => {
  const status = await statusOf(path);
  if (status === null) return 'nothing';
  return status.isDirectory() && (await readdir(path)).length === 0 ? 'empty' : 'something';
};

/** A path next to the archive, on the same disk, so that a rename is atomic. */
const besideOf = (path: string, suffix: string): string =>
  join(dirname(path), `.${basename(path)}.${suffix}`);

/** An earlier run may have ended between its last two steps: restores the previous archive. */
const recover = async (path: string): Promise<void> => {
  const old = besideOf(path, 'vouch-old');
  for (const suffix of ['vouch-new', 'vouch-new.zip'])
    await rm(besideOf(path, suffix), { recursive: true, force: true });
  if ((await statusOf(old)) === null) return;
  if ((await statusOf(path)) === null) await rename(old, path);
  else await rm(old, { recursive: true, force: true });
};

/** What only the archive may have: everything else in it is made from the ledger. */
const kept = /^(?:originals|papers|verifications)\//u;

/** The originals of a standing archive that are missing in a new one. */
const lostOriginals = (standing: StandingArchive, written: ReadonlySet<string>): readonly string[] =>
  standing.digests
    .filter(({ path, sha256 }) => kept.test(path) && !written.has(sha256))
    .map(({ path }) => path);

const isSamePeriod = (one: Period | null, other: Period): boolean =>
  one !== null && one.from === other.from && one.to === other.to;

/** Why the standing archive may not be replaced, whatever the new one holds. */
const refusalOf = (standing: StandingArchive | null, { period, replace }: ArchiveTarget): InTheWay | null => {
  const refused = (why: InTheWay['why'], paths: readonly string[] = []): InTheWay => ({
    reason: 'in-the-way',
    why,
    paths,
  });
  if (standing === null) return refused('not-an-archive');
  if (!isSamePeriod(standing.period, period)) return refused('other-period');
  if (standing.defects.length > 0) return refused('changed', standing.defects);
  return replace ? null : refused('exists');
};

/** Where an archive is written, and what it may replace. */
export type ArchiveTarget = {
  readonly path: string;
  readonly period: Period;
  /** Whether the archive of the same period at the path is replaced. */
  readonly replace: boolean;
  /** Reads the archive at a path; null if there is none. */
  readonly readStanding: (path: string) => Promise<StandingArchive | null>;
};

export type ArchiveWritten = {
  /** SHA-256 of `digests.txt`, which the ledger keeps. */
  readonly digest: string;
};
type Written = Result<ArchiveWritten, WriteFailure | InTheWay>;

/** Passes the files on, and collects their digests. */
const watched = (files: AsyncIterable<ArchiveFile>) => {
  const digests = new Set<string>();
  let list = '';
  const each = async function* (): AsyncGenerator<ArchiveFile> {
    for await (const file of files) {
      const digest = sha256Of(file.bytes);
      digests.add(digest);
      if (file.path === digestListPath) list = digest;
      yield file;
    }
  };
  return { files: each(), digests, digest: () => list };
};

type Watched = ReturnType<typeof watched>;

const writeInto = async (fresh: string, files: AsyncIterable<ArchiveFile>): Promise<void> => {
  await mkdir(fresh);
  const made = new Set<string>();
  for await (const { path: inside, bytes } of files) {
    const folder = dirname(inside);
    if (folder !== '.' && !made.has(folder)) await mkdir(join(fresh, folder), { recursive: true });
    made.add(folder);
    await writeWhole(join(fresh, inside), bytes);
  }
};

async function* named(files: AsyncIterable<ArchiveFile>) {
  for await (const { path, bytes } of files) yield { name: path, bytes };
}

/** Writes the new archive beside the path; a failure leaves nothing. */
const writeBeside = async (
  fresh: string,
  isZip: boolean,
  { files }: Watched,
): Promise<Result<null, WriteFailure>> => {
  if (!isZip) {
    await writeInto(fresh, files);
    return success(null);
  }
  const written = await writeFileWhole(fresh, zipPieces(named(files)));
  return written.ok ? success(null) : written;
};

/** The path behind links: nothing is replaced through a link to something else. */
const behindLinks = async (path: string): Promise<string> => {
  const status = await statusOf(path);
  return status?.isSymbolicLink() === true ? realpath(path) : path;
};

/** What stands at the path, and why it may not be replaced. */
const lookAt = async (path: string, isZip: boolean, target: ArchiveTarget) => {
  const standing = await whatStands(path);
  const old = standing === 'something' ? await target.readStanding(path) : null;
  const isFree = standing === 'nothing' || (standing === 'empty' && !isZip);
  return { standing, old, refused: isFree ? null : refusalOf(old, target) };
};

/**
 * Writes an archive as a folder, or as a zip if the path ends in `.zip`, completely or not at all: first beside the
 * path, then renamed. Only an empty folder, or the archive of the same period, is replaced; the latter only if all its
 * originals are in the new one. An interrupted run leaves what was there, and can be repeated.
 * @param onWritten called with the digest when the archive is complete, before it takes its place
 */
export const writeArchive = async (
  target: ArchiveTarget,
  files: AsyncIterable<ArchiveFile>,
  onWritten: (written: ArchiveWritten) => Promise<void> = () => Promise.resolve(),
): Promise<Written> => {
  const isZip = /\.zip$/iu.test(target.path);
  let fresh: string | null = null;
  try {
    const path = await behindLinks(target.path);
    await recover(path);
    const { refused } = await lookAt(path, isZip, target);
    if (refused) return failed(refused);
    fresh = besideOf(path, isZip ? 'vouch-new.zip' : 'vouch-new');
    const seen = watched(files);
    const written = await writeBeside(fresh, isZip, seen);
    if (!written.ok) return written;
    // A large archive takes minutes: somebody may have put a file there meanwhile.
    const now = await lookAt(path, isZip, target);
    const lost = now.old ? lostOriginals(now.old, seen.digests) : [];
    const stopped =
      now.refused ?? (lost.length > 0 ? ({ reason: 'in-the-way', why: 'lost', paths: lost } as const) : null);
    if (stopped) {
      await rm(fresh, { recursive: true, force: true });
      return failed(stopped);
    }
    await onWritten({ digest: seen.digest() });
    if (isZip) await rename(fresh, path);
    else await replaceFolder(fresh, path, now.standing);
    return success({ digest: seen.digest() });
  } catch (error) {
    if (fresh !== null) await rm(fresh, { recursive: true, force: true }).catch(() => null);
    if (!isSystemError(error)) throw error;
    return failed(failureOf(error));
  }
};

const replaceFolder = async (fresh: string, path: string, standing: Standing): Promise<void> => {
  if (standing === 'empty') await rmdir(path);
  const old = besideOf(path, 'vouch-old');
  if (standing === 'something') await rename(path, old);
  await rename(fresh, path);
  await rm(old, { recursive: true, force: true });
};
