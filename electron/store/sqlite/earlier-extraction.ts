import type { DatabaseSync } from 'node:sqlite';

/**
 * Ends a page whose repeated call brought no response. If the same picture was read before, that extraction
 * stays shown, together with the new failure (JSON; null for none). False if nothing was read before.
 */
type KeepEarlierExtraction = (pageId: number, failure: string | null, at: string) => boolean;

export const openEarlierExtractions = (db: DatabaseSync): KeepEarlierExtraction => {
  // The page keeps the options of its shown response, and not those of the failed call.
  const update = db.prepare(
    `UPDATE pages SET state = 'recognized', failure = ?, finished_at = ?,
       options = coalesce((SELECT options FROM calls WHERE calls.id = pages.call), options)
     WHERE id = ? AND EXISTS (
       SELECT 1 FROM extractions LEFT JOIN calls ON calls.id = extractions.call
       WHERE extractions.id = pages.extraction
         AND (calls.id IS NULL OR (calls.state = 'answered' AND calls.picture = pages.picture)))`,
  );
  // The user gives up rotating or masking the page. After a failure the changed picture stays, because the next
  // attempt must not send a covered part uncovered.
  const restore = db.prepare(
    `UPDATE pages SET state = 'recognized', failure = NULL, finished_at = ?, held = 0, earlier = NULL,
       turn = json_extract(earlier, '$.turn'), masks = json_extract(earlier, '$.masks'),
       picture = json_extract(earlier, '$.picture'), preparation = json_extract(earlier, '$.preparation'),
       call = json_extract(earlier, '$.call'), extraction = json_extract(earlier, '$.extraction'),
       options = coalesce((SELECT options FROM calls WHERE calls.id = json_extract(earlier, '$.call')), options)
     WHERE id = ? AND json_extract(earlier, '$.extraction') IN (SELECT extractions.id FROM extractions)
       AND json_extract(earlier, '$.picture') IN (SELECT sha256 FROM pictures)`,
  );
  return (pageId, failure, at) =>
    update.run(failure, at, pageId).changes !== 0 ||
    (failure === null && restore.run(at, pageId).changes !== 0);
};
