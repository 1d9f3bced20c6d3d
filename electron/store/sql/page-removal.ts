import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { WriteStore } from '../port.ts';
import { isNotInBin } from '../records/page-row.ts';
import type { DroppedPicture } from '../records/page.ts';
import { droppedRow } from '../records/rows.ts';
import { all, change, first, lock, lockPages, type SqlSteps, type StepsOf } from './steps.ts';

const documentRow = z.object({ document: z.int() });
const pictureRow = z.object({ picture: z.string() });
const exportRow = z.object({ export: z.int() });

const selectShown = `
  SELECT picture FROM pages WHERE id = $1 AND picture IS NOT NULL
  UNION SELECT picture FROM calls WHERE page = $1
  UNION SELECT calls.picture FROM pages JOIN calls ON calls.id = pages.call WHERE pages.id = $1
  UNION SELECT calls.picture FROM extractions JOIN calls ON calls.id = extractions.call WHERE extractions.page = $1`;

const deleteDocument = `
  DELETE FROM documents WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id)`;

const deleteExport = `
  DELETE FROM exports WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM export_pages WHERE export = exports.id)`;

const deleteCalls = `
  DELETE FROM calls WHERE picture = $1 AND state <> 'calling' AND page IS NULL
    AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.call = calls.id OR pages.picture = calls.picture)
    AND NOT EXISTS (SELECT 1 FROM extractions WHERE extractions.call = calls.id)`;

const deletePicture = `
  DELETE FROM pictures WHERE sha256 = $1 AND NOT EXISTS (SELECT 1 FROM pages WHERE picture = pictures.sha256)
    AND NOT EXISTS (SELECT 1 FROM calls WHERE picture = pictures.sha256) RETURNING sha256, encoding`;

/**
 * A picture's files are deleted in the unit of work that found it unused. A unit that records the picture waits for that
 * one to end, in any process.
 */
export const lockPicture = (sha256: string): SqlSteps<void> =>
  lock('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', sha256);

/** Deletes the row of a picture that no page and no call needs any more. */
export function* dropPicture(sha256: string): SqlSteps<readonly DroppedPicture[]> {
  yield* lockPicture(sha256);
  return (yield* all(deletePicture, sha256)).map((row) => droppedRow.parse(row));
}

function* removeOne(id: PageId): SqlSteps<readonly DroppedPicture[]> {
  const page = yield* first('SELECT document FROM pages WHERE id = $1', id);
  if (page === undefined) return [];
  const shown = (yield* all(selectShown, id)).map((row) => pictureRow.parse(row).picture);
  const exported = (yield* all('SELECT export FROM export_pages WHERE page = $1', id)).map(
    (row) => exportRow.parse(row).export,
  );
  // From here on, its calls belong to no page.
  yield* change('DELETE FROM pages WHERE id = $1', id);
  yield* change(deleteDocument, documentRow.parse(page).document);
  for (const one of exported) yield* change(deleteExport, one);
  const dropped: DroppedPicture[] = [];
  for (const picture of shown) {
    yield* change(deleteCalls, picture);
    dropped.push(...(yield* dropPicture(picture)));
  }
  return dropped;
}

const putPages = `
  UPDATE pages SET removed_at = $2, removed_by = $3 WHERE id = ANY($1::bigint[]) AND ${isNotInBin}`;
const takePages = `
  UPDATE pages SET removed_at = NULL, removed_by = NULL WHERE id = ANY($1::bigint[])`;

export const pageRemoval = (now: () => Date) =>
  ({
    *putInBin(ids: readonly PageId[], by: string) {
      yield* lockPages(ids);
      yield* change(putPages, ids, now().toISOString(), by);
    },
    *takeFromBin(ids: readonly PageId[]) {
      yield* lockPages(ids);
      yield* change(takePages, ids);
    },
    *removePages(ids: readonly PageId[]) {
      yield* lockPages(ids);
      const dropped: DroppedPicture[] = [];
      for (const id of ids) dropped.push(...(yield* removeOne(id)));
      return dropped;
    },
    *forgetPicture(sha256: string) {
      yield* dropPicture(sha256);
      return (yield* first('SELECT 1 FROM pictures WHERE sha256 = $1', sha256)) === undefined;
    },
  }) satisfies StepsOf<Pick<WriteStore, 'putInBin' | 'takeFromBin' | 'removePages' | 'forgetPicture'>>;
