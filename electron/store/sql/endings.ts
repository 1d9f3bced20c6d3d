import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import { change, first, type SqlSteps } from './steps.ts';

/** The version of the readers whose data is stored with the call. */
const callReaderVersion = 1;

/** The page keeps the options of its shown response, and not those of the failed call. */
const keepShown = `
  UPDATE pages SET state = 'recognized', failure = $2, finished_at = $3,
    options = coalesce((SELECT options FROM calls WHERE calls.id = pages.call), options)
  WHERE id = $1 AND EXISTS (
    SELECT 1 FROM extractions LEFT JOIN calls ON calls.id = extractions.call
    WHERE extractions.id = pages.extraction
      AND (calls.id IS NULL OR (calls.state = 'answered' AND calls.picture = pages.picture)))`;

const earlier = (member: string): string => `(earlier::json ->> '${member}')`;
const earlierNumber = (member: string): string => `CAST(earlier::json ->> '${member}' AS bigint)`;

const restore = `
  UPDATE pages SET state = 'recognized', failure = NULL, finished_at = $2, held = 0, earlier = NULL,
    turn = ${earlierNumber('turn')}, masks = ${earlier('masks')}, picture = ${earlier('picture')},
    preparation = ${earlier('preparation')}, call = ${earlierNumber('call')},
    extraction = ${earlierNumber('extraction')},
    options = coalesce((SELECT options FROM calls WHERE calls.id = ${earlierNumber('call')}), options)
  WHERE id = $1 AND ${earlierNumber('extraction')} IN (SELECT extractions.id FROM extractions)
    AND ${earlier('picture')} IN (SELECT sha256 FROM pictures)`;

/**
 * Ends a page whose repeated call brought no extraction. The page keeps its earlier extraction from the same picture
 * and gets the new failure (JSON; null for none). False if it has no earlier extraction.
 */
export function* keepEarlier(page: PageId, failure: string | null, at: string): SqlSteps<boolean> {
  if ((yield* change(keepShown, page, failure, at)) > 0) return true;
  // Only if the user gives up rotating or masking the page: after a failure the changed picture stays, because the next
  // attempt must not send a covered part uncovered.
  return failure === null && (yield* change(restore, page, at)) > 0;
}

const insertShown = `
  INSERT INTO extractions (page, reader, version, created_at, call)
  SELECT $1::bigint, CASE sandbox WHEN 1 THEN 'sandbox' ELSE 'service' END, ${callReaderVersion}, $3::text, id
  FROM calls WHERE id = $2
  ON CONFLICT (page, call) DO UPDATE SET version = excluded.version RETURNING id`;

const idRow = z.object({ id: z.int() });

/** Shows the extraction of a call on a page. The same call on the same page is the same extraction. */
export function* showCall(page: PageId, call: number, at: string): SqlSteps<number> {
  return idRow.parse(yield* first(insertShown, page, call, at)).id;
}

export function* dropResult(page: PageId): SqlSteps<void> {
  yield* change('DELETE FROM results WHERE page = $1', page);
}
