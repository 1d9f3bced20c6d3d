import { setImmediate } from 'node:timers/promises';
import type { VouchEvent } from '../../shared/contract/commands.ts';

/**
 * A long answer may leave after an event about the same page, and may know nothing of it. Such an event is told again
 * once the answer has left, so that the last word of a page is its newest.
 */
export type ToldAgain = {
  /** Every event passes here when it is told. */
  readonly note: (event: VouchEvent) => void;
  /** Puts a question whose answer holds rows of pages. */
  readonly asking: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
};

/** What an event says of rows; null where it says nothing of any. */
const rowsOf = (event: VouchEvent): VouchEvent | null => {
  if (event.type === 'pages.changed') return { type: event.type, pages: event.pages };
  return event.type === 'pages.removed' || event.type === 'pages.exported' ? event : null;
};

export const createToldAgain = (tell: (event: VouchEvent) => void): ToldAgain => {
  /** Of each question under way, what was told since it was put. */
  const underWay = new Set<VouchEvent[]>();

  const repeat = async (events: readonly VouchEvent[]): Promise<void> => {
    // One turn later: the answer leaves first.
    await setImmediate();
    for (const event of events) tell(event);
  };

  return {
    note: (event) => {
      const rows = underWay.size > 0 ? rowsOf(event) : null;
      if (rows) for (const told of underWay) told.push(rows);
    },
    asking: async (question) => {
      const told: VouchEvent[] = [];
      underWay.add(told);
      try {
        return await question();
      } finally {
        underWay.delete(told);
        if (told.length > 0) void repeat(told);
      }
    },
  };
};
