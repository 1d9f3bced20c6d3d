import type { DatabaseSync } from 'node:sqlite';

/**
 * Ends a page whose repeated call brought no reply. If the same picture was read before, that extraction
 * stays shown, together with the new failure (JSON; null for none). False if nothing was read before.
 */
export type KeepEarlierAnswer = (pageId: number, failure: string | null, at: string) => boolean;

export const openEarlierAnswers = (db: DatabaseSync): KeepEarlierAnswer => {
  // The page keeps the options of its shown reply, and not those of the failed call.
  const update = db.prepare(
    `UPDATE pages SET state = 'recognized', failure = ?, finished_at = ?,
       options = coalesce((SELECT options FROM calls WHERE calls.id = pages.call), options)
     WHERE id = ? AND EXISTS (
       SELECT 1 FROM extractions LEFT JOIN calls ON calls.id = extractions.call
       WHERE extractions.id = pages.extraction
         AND (calls.id IS NULL OR (calls.state = 'answered' AND calls.picture = pages.picture)))`,
  );
  return (pageId, failure, at) => update.run(failure, at, pageId).changes !== 0;
};
