import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import {
  openPictureStore,
  type PictureFolder,
  type PictureStore,
} from '../../store/pictures/picture-store.ts';
import type { OfficeStore } from './open-store.ts';
import { codeOf } from '../../infra/error-code.ts';
import { lengthOf, piecesOf, sha256Of, type Content } from '../../infra/bytes.ts';

/** Names come from rows that anyone in the office may have written, and become the names of files here. */
const checkName = (sha256: string, extension: string): void => {
  if (!/^[0-9a-f]{64}$/u.test(sha256) || !/^[a-z]{3,4}$/u.test(extension))
    throw new Error('Not the name of a picture');
};

/** The path of a picture's copy on this computer, which is made at the first use. */
const copiedFile =
  (copies: PictureFolder, pieces: PictureStore['pieces']): PictureStore['file'] =>
  async (sha256, extension) => {
    const copy = await copies.file(sha256, extension);
    if (copy !== null) return copy;
    const isThere = await copies.take(sha256, extension, pieces(sha256, extension));
    return isThere ? copies.file(sha256, extension) : null;
  };

/** PostgreSQL sends and takes a value as a whole, and a process holds it several times meanwhile. */
const pieceBytes = 4_000_000;

const pieceSchema = z.array(z.object({ bytes: z.int(), piece: z.instanceof(Buffer) })).max(1);
const madeSchema = z.tuple([z.object({ id: z.int() })]);

const insert = (trx: QueryExecutorProvider, sha256: string, extension: string, body: RawBuilder<unknown>) =>
  sql`INSERT INTO picture_bytes (sha256, extension, body) VALUES (${sha256}, ${extension}, ${body})
    ON CONFLICT (sha256, extension) DO UPDATE SET body = excluded.body`.execute(trx);

/**
 * Pictures as rows of the office's database.
 * @param atHand a folder on this computer for pictures that other processes read as files
 */
export const openPictureRows = (
  { connection: { db, patiently } }: Pick<OfficeStore, 'connection'>,
  atHand: string,
): PictureStore => {
  const copies = openPictureStore(atHand);
  /** One piece, and the length of the whole. Null if there is no such picture. */
  const pieceAt = async (sha256: string, extension: string, from: number) => {
    const { rows } = await patiently(() =>
      sql`SELECT octet_length(body) AS bytes, substring(body FROM ${from + 1}::integer FOR ${pieceBytes}) AS piece
        FROM picture_bytes WHERE sha256 = ${sha256} AND extension = ${extension}`.execute(db),
    );
    return pieceSchema.parse(rows)[0] ?? null;
  };
  async function* pieces(sha256: string, extension: string): AsyncGenerator<Buffer> {
    checkName(sha256, extension);
    for (let from = 0; ; from += pieceBytes) {
      const found = await pieceAt(sha256, extension, from);
      if (found) yield found.piece;
      if (!found || from + found.piece.length >= found.bytes) return;
    }
  }
  /** PostgreSQL compares the digest: the bytes stay there. */
  const isSound = async (sha256: string, extension: string, bytes: number): Promise<boolean> => {
    const { rows } = await patiently(() =>
      sql`SELECT 1 FROM picture_bytes WHERE sha256 = ${sha256} AND extension = ${extension}
        AND octet_length(body) = ${bytes} AND encode(sha256(body), 'hex') = ${sha256}`.execute(db),
    );
    return rows.length > 0;
  };
  /** Puts a large content together in a large object, which exists in this transaction only. */
  const insertPieces = (sha256: string, extension: string, content: Content): Promise<void> =>
    patiently(() =>
      db.transaction().execute(async (trx) => {
        const made = await sql`SELECT lo_create(0)::bigint AS id`.execute(trx);
        const [{ id }] = madeSchema.parse(made.rows);
        let at = 0;
        for await (const piece of piecesOf(content, pieceBytes)) {
          await sql`SELECT lo_put(${id}::oid, ${at}::bigint, ${piece}::bytea)`.execute(trx);
          at += piece.length;
        }
        await insert(trx, sha256, extension, sql`lo_get(${id}::oid)`);
        await sql`SELECT lo_unlink(${id}::oid)`.execute(trx);
      }),
    );
  return {
    get: async (sha256, extension, bytes) => {
      const found: Buffer[] = [];
      for await (const piece of pieces(sha256, extension)) found.push(piece);
      if (found.length === 0) return null;
      const body = found.length === 1 ? (found[0] ?? null) : Buffer.concat(found);
      const isWhole = body !== null && (bytes === undefined || body.length === bytes);
      return isWhole && sha256Of(body) === sha256 ? body : null;
    },
    pieces,
    put: async (sha256, extension, content) => {
      checkName(sha256, extension);
      if (await isSound(sha256, extension, lengthOf(content))) return;
      if (lengthOf(content) > pieceBytes) return await insertPieces(sha256, extension, content);
      const found: Buffer[] = [];
      for await (const piece of piecesOf(content, pieceBytes)) found.push(piece);
      const body = Buffer.concat(found);
      await patiently(() => insert(db, sha256, extension, sql`${body}`));
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
    file: copiedFile(copies, pieces),
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
    pieces: shared.pieces,
    take: copies.take,
    has: shared.has,
    put: async (sha256, extension, content) => {
      await shared.put(sha256, extension, content);
      await copies.put(sha256, extension, content);
    },
    remove: async (sha256, extensions) => {
      await shared.remove(sha256, extensions);
      await copies.remove(sha256, extensions);
    },
    file: copiedFile(copies, shared.pieces),
  };
};
