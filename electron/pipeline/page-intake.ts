import type { Sent, PageId } from '../../shared/contract/page.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { pictureRefusal } from '../../shared/services/requests.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRequest } from '../intake/page-request.ts';
import { readWholeFile } from '../intake/read-file.ts';
import { sha256Aside, type Content } from '../infra/bytes.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow, Prepared } from '../store/records/page.ts';
import type { WorkFolder } from './work-folder.ts';

/** A prepared page whose picture is stored, but not recorded yet. */
export type KeptPage = {
  readonly prepared: Prepared;
  /** Stores the picture again if it was deleted. */
  readonly restore: () => Promise<void>;
};

/**
 * Prepares and saves what is sent: from here on the bytes are read from the data folder.
 * @param originalSha256 the known digest of the file; null if it was not read before
 * @param service whose limits the picture must meet; none for a picture that is only shown
 */
export const keepPage = async (
  folder: WorkFolder,
  intake: Pick<Intake, 'prepare'>,
  request: PageRequest,
  originalSha256: string | null,
  service: ServiceId | null = null,
): Promise<Result<KeptPage, Failure>> => {
  const prepared = await intake.prepare(request);
  if (!prepared.ok) return prepared;
  const { bytes, sent, ...rest } = prepared.value;
  // Another file is at this path now: its pictures do not belong to this document.
  if (originalSha256 !== null && rest.originalSha256 !== originalSha256) return failed(failureOf('changed'));
  const small = service && pictureRefusal(service, sent);
  if (small) return failed(failureOf(small));
  const { pictures } = folder;
  const { sha256, encoding } = sent;
  await pictures.put(sha256, encoding, bytes);
  const restore = async (): Promise<void> => {
    if (!(await pictures.has(sha256, encoding))) await pictures.put(sha256, encoding, bytes);
  };
  return success({ prepared: { ...rest, picture: sent }, restore });
};

/**
 * Records the picture of a page. After it was stored, the last other page with an equal picture may have been
 * removed, together with the file. During this unit, no process removes it.
 */
export const recordPicture = async (
  unit: WriteStore,
  page: PageId,
  { prepared, restore }: KeptPage,
): Promise<boolean> => {
  const isRecorded = await unit.setPrepared(page, prepared);
  if (isRecorded) await restore();
  return isRecorded;
};

/** Deletes the saved parts of a picture that nothing needs any more. */
const dropPicture = async (
  { pictures, thumbnails, best }: WorkFolder,
  { sha256, encoding }: Pick<Sent, 'sha256' | 'encoding'>,
): Promise<void> => {
  await pictures.remove(sha256, [encoding]);
  await thumbnails.remove(sha256, ['webp']);
  await best.remove(sha256, ['jpg']);
};

/** Pictures in one unit of work: others wait for it. */
const droppedAtOnce = 50;

/**
 * Deletes pictures, unless another page uses them. The check and the deletion are one unit of work, so that
 * no process records an equal picture in between.
 */
export const dropUnused = async (
  folder: WorkFolder,
  pictures: readonly Pick<Sent, 'sha256' | 'encoding'>[],
): Promise<void> => {
  for (let from = 0; from < pictures.length; from += droppedAtOnce)
    await folder.store.transact(async (unit) => {
      for (const picture of pictures.slice(from, from + droppedAtOnce))
        if (await unit.forgetPicture(picture.sha256)) await dropPicture(folder, picture);
    });
};

type Copies<Use extends keyof WorkFolder['originals']> = {
  readonly originals: Pick<WorkFolder['originals'], Use>;
};

const originalExtension = 'bin';
const copyName = /([0-9a-f]{64})\.bin$/;

/** The digest of our copy at a path; null for every other file, which belongs to the user. */
export const ourCopyAt = ({ originals }: Copies<'path'>, path: string | null): string | null => {
  const sha256 = copyName.exec(path ?? '')?.[1];
  return sha256 !== undefined && path === originals.path(sha256, originalExtension) ? sha256 : null;
};

/** A readable copy of a file's content that we have, wherever the file itself is; null if there is none. */
export const ourCopyOf = ({ originals }: Copies<'file'>, sha256: string): Promise<string | null> =>
  originals.file(sha256, originalExtension);

/** A page with a path at which our copy can be read here: in an office, it has another path on each computer. */
export const atOurCopy = async (folder: WorkFolder, row: PageRow): Promise<PageRow> => {
  const sha256 = copyName.exec(row.path ?? '')?.[1];
  const here = sha256 === undefined ? null : await ourCopyOf(folder, sha256);
  return here === null ? row : { ...row, path: here };
};

/** Whether the file of a page is our own copy of bytes that arrived without a path. */
export const isOurCopy = (folder: Copies<'path'>, { path }: Pick<PageRow, 'path'>): boolean =>
  ourCopyAt(folder, path) !== null;

/**
 * Deletes our copy of a file that no page uses any more; never touches the user's own files. The check and
 * the deletion are one unit of work, so that no process records an equal file in between.
 */
export const dropOriginal = async (folder: WorkFolder, { path }: Pick<PageRow, 'path'>): Promise<void> => {
  // In an office, the copy has another path on each computer.
  const sha256 = copyName.exec(path ?? '')?.[1];
  if (sha256 === undefined || path === null) return;
  await folder.store.transact(async (unit) => {
    await unit.holdFile(sha256);
    if (!(await unit.usesCopy(sha256, path))) await folder.originals.remove(sha256, [originalExtension]);
  });
};

/** A stored file that is not recorded yet. */
export type KeptFile = {
  readonly path: string;
  /** Called in the unit that records the file: stores it again if it was deleted with the last page that had it. */
  readonly hold: (unit: Pick<WriteStore, 'holdFile'>) => Promise<void>;
};

/** A file of the user, which we don't store. */
export const usersFile = (path: string): KeptFile => ({ path, hold: () => Promise.resolve() });

/** See `KeptFile.hold`. */
export const holdStored =
  ({ originals }: WorkFolder, sha256: string, extension: string, content: Content): KeptFile['hold'] =>
  async (unit) => {
    await unit.holdFile(sha256);
    if (!(await originals.has(sha256, extension))) await originals.put(sha256, extension, content);
  };

/** Saves a file that has no path of its own, so that its pages can be made like those of any other. */
export const keepOriginal = async (
  folder: WorkFolder,
  content: Content,
  sha256: string,
): Promise<KeptFile> => {
  const { originals } = folder;
  await originals.put(sha256, originalExtension, content);
  return {
    path: originals.path(sha256, originalExtension),
    hold: holdStored(folder, sha256, originalExtension, content),
  };
};

/** Saves a copy of a file in the data folder; the file itself is used if it can't be copied. */
export const copyOriginal = async (folder: WorkFolder, path: string): Promise<KeptFile> => {
  if (isOurCopy(folder, { path })) return usersFile(path);
  const read = await readWholeFile(path);
  if (!read.ok) return usersFile(path);
  const { bytes } = read.value;
  return keepOriginal(folder, bytes, await sha256Aside(bytes));
};
