import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import {
  openPictureStore,
  type PictureFolder,
  type PictureStore,
} from '../../store/pictures/picture-store.ts';
import type { OfficeStore } from './open-store.ts';
import { codeOf } from '../../infra/error-code.ts';
import { bufferOver, sha256Of } from '../../infra/bytes.ts';

/** Names come from rows that anyone in the office may have written, and become the names of files here. */
const checkName = (sha256: string, extension: string): void => {
  if (!/^[0-9a-f]{64}$/u.test(sha256) || !/^[a-z]{3,4}$/u.test(extension))
    throw new Error('Not the name of a picture');
};

const isSound = (body: Buffer, sha256: string, bytes: number | undefined): boolean =>
  (bytes === undefined || body.length === bytes) && sha256Of(body) === sha256;

/** The path of a picture's copy on this computer, which is made at the first use. */
const copiedFile =
  (copies: PictureFolder, get: PictureStore['get']): PictureStore['file'] =>
  async (sha256, extension) => {
    const copy = await copies.file(sha256, extension);
    if (copy !== null) return copy;
    const bytes = await get(sha256, extension);
    if (!bytes) return null;
    await copies.put(sha256, extension, bytes);
    return copies.file(sha256, extension);
  };

/**
 * Pictures as rows of the office's database.
 * @param atHand a folder on this computer for pictures that other processes read as files
 */
export const openPictureRows = (
  { connection: { db, patiently } }: Pick<OfficeStore, 'connection'>,
  atHand: string,
): PictureStore => {
  const copies = openPictureStore(atHand);
  const get: PictureStore['get'] = async (sha256, extension, bytes) => {
    checkName(sha256, extension);
    const row = await patiently(() =>
      db
        .selectFrom('picture_bytes')
        .select('body')
        .where('sha256', '=', sha256)
        .where('extension', '=', extension)
        .executeTakeFirst(),
    );
    return row && isSound(row.body, sha256, bytes) ? row.body : null;
  };
  return {
    get,
    put: async (sha256, extension, bytes) => {
      checkName(sha256, extension);
      const body = bufferOver(bytes);
      const there = await get(sha256, extension);
      if (there) return;
      await patiently(() =>
        db
          .insertInto('picture_bytes')
          .values({ sha256, extension, body })
          .onConflict((conflict) => conflict.columns(['sha256', 'extension']).doUpdateSet({ body }))
          .execute(),
      );
    },
    has: async (sha256, extension) => {
      const row = await patiently(() =>
        db
          .selectFrom('picture_bytes')
          .select('extension')
          .where('sha256', '=', sha256)
          .where('extension', '=', extension)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
    remove: async (sha256, extensions) => {
      await patiently(() =>
        db
          .deleteFrom('picture_bytes')
          .where('sha256', '=', sha256)
          .where('extension', 'in', ['', ...extensions])
          .execute(),
      );
      await copies.remove(sha256, extensions);
    },
    file: copiedFile(copies, get),
  };
};

/** Names the office that a folder of pictures belongs to. */
const markName = '.vouch-office';

/**
 * The office that a shared folder belongs to. A folder without an office is assigned to this one. Null if it
 * belongs to another office.
 */
const claimFolder = async (folder: string, office: string): Promise<boolean> => {
  const mark = join(folder, markName);
  await writeFile(mark, `${office}\n`, { flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return (await readFile(mark, 'utf8')).trim() === office;
};

const refused = (detail: string): Result<never, OfficeFailure> =>
  failed({ reason: 'other-pictures', detail });

/**
 * Opens the office's pictures. The first process decides where they are stored; the others must agree.
 * @param folder from VOUCH_PICTURES; null stores them in the database
 */
export const openOfficePictures = async (
  office: OfficeStore,
  folder: string | null,
  atHand: string,
): Promise<Result<PictureStore, OfficeFailure>> => {
  const { db, patiently } = office.connection;
  const wanted = folder === null ? 'database' : 'folder';
  const kept = (): Promise<string | null> =>
    patiently(async () => {
      const row = await db.selectFrom('office').select('pictures').executeTakeFirstOrThrow();
      return row.pictures;
    });
  const before = await kept();
  if (before !== null && before !== wanted) return refused(before);
  // A folder of another office must not decide where this one keeps its pictures.
  if (folder !== null) {
    const claimed = await claimFolder(folder, office.office.id).catch((error: unknown) =>
      error instanceof Error ? error.message : folder,
    );
    if (claimed !== true) return refused(claimed === false ? folder : claimed);
  }
  await patiently(() =>
    db.updateTable('office').set({ pictures: wanted }).where('pictures', 'is', null).execute(),
  );
  // Another process may have decided meanwhile.
  const after = await kept();
  if (after !== wanted) return refused(String(after));
  if (folder === null) return success(openPictureRows(office, atHand));
  return success(openPictureStore(folder));
};

/**
 * The originals of an office, stored next to its pictures, so that all its computers have them. Readers use a
 * copy on this computer.
 */
export const officeOriginals = (shared: PictureStore, folder: string): PictureFolder => {
  const copies = openPictureStore(folder);
  return {
    path: copies.path,
    get: shared.get,
    has: shared.has,
    put: async (sha256, extension, bytes) => {
      await shared.put(sha256, extension, bytes);
      await copies.put(sha256, extension, bytes);
    },
    remove: async (sha256, extensions) => {
      await shared.remove(sha256, extensions);
      await copies.remove(sha256, extensions);
    },
    file: copiedFile(copies, shared.get),
  };
};
