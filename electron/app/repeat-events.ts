import { setImmediate } from 'node:timers/promises';
import type { VouchEvent } from '../../shared/contract/commands.ts';

/**
 * A long response may leave after an event about the same page, with older data than the event. Such an event
 * is sent again after the response, so that the last message about a page is the newest.
 */
type RepeatEvents = {
  /** Receives every event when it is sent. */
  readonly note: (event: VouchEvent) => void;
  /** Runs a query whose result contains rows of pages. */
  readonly asking: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
};

/** The rows in an event; null if it has none. */
const rowsOf = (event: VouchEvent): VouchEvent | null => {
  if (event.type === 'pages.changed') return { type: event.type, pages: event.pages };
  return event.type === 'pages.removed' || event.type === 'pages.exported' ? event : null;
};

export const createRepeatEvents = (tell: (event: VouchEvent) => void): RepeatEvents => {
  /** For each running query, the events since its start. */
  const underWay = new Set<VouchEvent[]>();

  const repeat = async (events: readonly VouchEvent[]): Promise<void> => {
    // One turn later: the response leaves first.
    await setImmediate();
    for (const event of events) tell(event);
  };

  return {
    note: (event) => {
      const rows = underWay.size > 0 ? rowsOf(event) : null;
      if (rows) for (const missed of underWay) missed.push(rows);
    },
    asking: async (question) => {
      const missed: VouchEvent[] = [];
      underWay.add(missed);
      try {
        return await question();
      } finally {
        underWay.delete(missed);
        if (missed.length > 0) void repeat(missed);
      }
    },
  };
};
