import { sql } from 'kysely';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Reach } from './page-questions.ts';

/** The version of the readers whose data is stored with the call. */
const callReaderVersion = 1;

/**
 * Ends a page whose repeated call brought no extraction. The page keeps its earlier extraction from the same picture
 * and gets the new failure (JSON; null for none). False if it has no earlier extraction.
 */
export const keepEarlier = async (
  { db }: Reach,
  page: PageId,
  failure: string | null,
  at: string,
): Promise<boolean> => {
  const kept = await sql`
    UPDATE pages SET state = 'recognized', failure = ${failure}, finished_at = ${at},
      options = coalesce((SELECT options FROM calls WHERE calls.id = pages.call), options)
    WHERE id = ${page} AND EXISTS (
      SELECT 1 FROM extractions LEFT JOIN calls ON calls.id = extractions.call
      WHERE extractions.id = pages.extraction
        AND (calls.id IS NULL OR (calls.state = 'answered' AND calls.picture = pages.picture)))`.execute(db);
  if (Number(kept.numAffectedRows) > 0) return true;
  // Only if the user gives up rotating or masking the page: the next attempt must not send a covered part
  // uncovered.
  if (failure !== null) return false;
  const restored = await sql`
    UPDATE pages SET state = 'recognized', failure = NULL, finished_at = ${at}, held = 0, earlier = NULL,
      turn = (earlier::json ->> 'turn')::integer, masks = earlier::json ->> 'masks',
      picture = earlier::json ->> 'picture', preparation = earlier::json ->> 'preparation',
      call = (earlier::json ->> 'call')::bigint, extraction = (earlier::json ->> 'extraction')::bigint,
      options = coalesce(
        (SELECT options FROM calls WHERE calls.id = (earlier::json ->> 'call')::bigint), options)
    WHERE id = ${page} AND (earlier::json ->> 'extraction')::bigint IN (SELECT extractions.id FROM extractions)
      AND earlier::json ->> 'picture' IN (SELECT sha256 FROM pictures)`.execute(db);
  return Number(restored.numAffectedRows) > 0;
};

/** Shows the extraction of a call on a page. The same call on the same page gives the same extraction. */
export const showCall = async ({ db }: Reach, page: PageId, call: number, at: string): Promise<number> => {
  const shown = await sql<{ id: number }>`
    INSERT INTO extractions (page, reader, version, created_at, call)
    SELECT ${page}, CASE sandbox WHEN 1 THEN 'sandbox' ELSE 'service' END, ${callReaderVersion}, ${at}, id
    FROM calls WHERE id = ${call}
    ON CONFLICT (page, call) DO UPDATE SET version = excluded.version RETURNING id`.execute(db);
  const [row] = shown.rows;
  if (!row) throw new Error(`There is no call ${call}`);
  return row.id;
};

export const dropResult = async ({ db }: Reach, page: PageId): Promise<void> => {
  await db.deleteFrom('results').where('page', '=', page).execute();
};
