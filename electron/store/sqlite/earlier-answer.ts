import type { DatabaseSync } from 'node:sqlite';
import { failureOf } from '../../../shared/services/failures.ts';

/**
 * Ends a page that was asked about once more without an answer: what was read from the very same picture before stays
 * what the page says, with the new failure (JSON; null for none) beside it. False where nothing was read before.
 */
export type KeepEarlierAnswer = (pageId: number, failure: string | null, at: string) => boolean;

/** What stands beside an earlier answer where the program ended before the new one came (JSON). */
export const cutOffFailure = JSON.stringify(failureOf('interrupted', { mayHaveBeenPaid: true }));

export const openEarlierAnswers = (db: DatabaseSync): KeepEarlierAnswer => {
  // The page says what its answer was asked for, and not what the failed call would have brought.
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
