import { sql, type QueryExecutorProvider } from 'kysely';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ReviewChange, ReviewEvent } from '../../../shared/review/event.ts';
import { editHistory } from '../../../shared/review/replay.ts';
import { pageIdRow, readEvent } from '../../store/records/rows.ts';

/** The change that the last event, an undo or a redo, ended or restored. */
const stepOf = (events: readonly ReviewEvent[]): ReviewChange | null => {
  const last = events.at(-1);
  const { ended, restored } = editHistory(events);
  const undone = ended.at(-1);
  if (undone && undone.undo === last) return undone.event.change;
  for (const [event, redo] of restored) if (redo === last) return event.change;
  return null;
};

/** Whether a change undoes or redoes another one. */
export const isStep = ({ kind }: ReviewChange): boolean => kind === 'undo' || kind === 'redo';

/** For each undo and redo among the events of a use, in order: what it ended or restored. */
export const stepsOf = async (
  db: QueryExecutorProvider,
  changed: ReadonlyMap<PageId, readonly ReviewChange[]>,
  author: string | null,
): Promise<ReadonlyMap<PageId, readonly (ReviewChange | null)[]>> => {
  const asked = [...changed].filter(([, events]) => events.some(isStep)).map(([page]) => page);
  if (asked.length === 0) return new Map();
  const { rows } = await sql`
    SELECT page, id, version, kind, body, author AS by, at, extraction AS "extractionId"
    FROM vouch.review_events WHERE page = ANY(${asked}::bigint[]) ORDER BY page, version`.execute(db);
  return new Map(
    asked.map((page) => {
      const events = rows.filter((row) => pageIdRow.parse(row).page === page).flatMap(readEvent);
      const made = changed.get(page)?.filter(isStep).length ?? 0;
      const steps = events.flatMap((event, index) =>
        event.by === author && isStep(event.change) ? [stepOf(events.slice(0, index + 1))] : [],
      );
      return [page, steps.slice(-made)] as const;
    }),
  );
};
