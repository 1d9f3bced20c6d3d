import { sha256Of } from '../../infra/bytes.ts';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isArchiveName } from '../../formats/zip/entry-name.ts';
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

/** Whether the name means a zip; otherwise the archive is a folder. */

const failureOf = (error: unknown): WriteFailure => {
  const reason = reasonOf(codeOf(error), 'temporary');
  return { reason, ...writeTexts[reason], detail: codeOf(error), otherPath: null };
};

const occupied: WriteFailure = {
  reason: 'occupied',
  ...writeTexts.occupied,
  detail: 'ENOTEMPTY',
  otherPath: null,
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

type Standing = 'nothing' | 'empty' | 'archive' | 'other';

/** The content of the target path. Only an empty path or an earlier archive may be replaced. */
const whatStands = async (path: string): Promise<Standing> => {
  const status = await statusOf(path);
  if (status === null) return 'nothing';
  if (!status.isDirectory()) return 'other';
  const names = await readdir(path);
  if (names.length === 0) return 'empty';
  if (!names.includes(digestListPath)) return 'other';
  const digests = readDigests(await readFile(join(path, digestListPath)));
  const own = new Set([digestListPath, ...(digests ?? []).map((digest) => digest.path.split('/')[0])]);
  return digests !== null && names.every((name) => own.has(name)) ? 'archive' : 'other';
};

/** A path next to the archive, on the same disk, so that a rename is atomic. */
const besideOf = (path: string, suffix: string): string =>
  join(dirname(path), `.${basename(path)}.${suffix}`);

/** An earlier run may have ended between its last two steps: restores the previous archive. */
const recover = async (path: string): Promise<void> => {
  const old = besideOf(path, 'vouch-old');
  await rm(besideOf(path, 'vouch-new'), { recursive: true, force: true });
  if ((await statusOf(old)) === null) return;
  if ((await statusOf(path)) === null) await rename(old, path);
  else await rm(old, { recursive: true, force: true });
};

const replaceFolder = async (fresh: string, path: string, standing: Standing): Promise<void> => {
  if (standing === 'empty') await rmdir(path);
  const old = besideOf(path, 'vouch-old');
  if (standing === 'archive') await rename(path, old);
  await rename(fresh, path);
  await rm(old, { recursive: true, force: true });
};

const writeFolder = async (
  path: string,
  files: AsyncIterable<ArchiveFile>,
): Promise<Result<null, WriteFailure>> => {
  const fresh = besideOf(path, 'vouch-new');
  try {
    await recover(path);
    const standing = await whatStands(path);
    if (standing === 'other') return failed(occupied);
    await mkdir(fresh);
    const made = new Set<string>();
    for await (const { path: inside, bytes } of files) {
      const folder = dirname(inside);
      if (folder !== '.' && !made.has(folder)) await mkdir(join(fresh, folder), { recursive: true });
      made.add(folder);
      await writeWhole(join(fresh, inside), bytes);
    }
    await replaceFolder(fresh, path, standing);
    return success(null);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => null);
    if (!isSystemError(error)) throw error;
    return failed(failureOf(error));
  }
};

async function* named(files: AsyncIterable<ArchiveFile>) {
  for await (const { path, bytes } of files) yield { name: path, bytes };
}

/**
 * Writes an archive as a folder or a zip, completely or not at all: first under a temporary name, then
 * renamed. An interrupted run leaves the previous content in place and can be repeated.
 */
export const writeArchive = async (
  path: string,
  files: AsyncIterable<ArchiveFile>,
): Promise<Result<null, WriteFailure>> => {
  if (!isArchiveName(path)) return writeFolder(path, files);
  const written = await writeFileWhole(path, zipPieces(named(files)));
  return written.ok ? success(null) : written;
};
