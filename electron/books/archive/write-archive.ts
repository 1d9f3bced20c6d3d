import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isArchiveName } from '../../formats/zip/entry-name.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { isSystemError, reasonOf, type WriteFailure } from '../../infra/files/write-failure.ts';
import { writeTexts } from '../../../shared/texts/write-failures.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import { zipPieces } from '../../formats/zip/write-zip.ts';
import type { ArchiveFile } from './archived-invoice.ts';
import { digestListPath, readDigests } from './digests.ts';
import { codeOf } from '../../infra/error-code.ts';

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
