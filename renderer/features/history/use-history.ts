import { useEffect, useState } from 'react';
import type { HistoryFilter, HistoryPlace } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

type Found = { readonly pages: readonly PageSummary[]; readonly next: HistoryPlace | null };

const rowsAtOnce = 100;
/** A search starts when the user has not typed for this many milliseconds. */
const pauseMs = 120;

/** The results so far and a function to load more; null until the first response. */
export const useHistory = (filter: HistoryFilter) => {
  const { actions } = useTools();
  const [found, setFound] = useState<Found | null>(null);
  const key = JSON.stringify(filter);

  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const reply = await actions.searchHistory({ filter, after: null, limit: rowsAtOnce });
      if (isWanted && reply) setFound(reply);
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // The filter is a new object on every render; `key` compares its content.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, key]);

  const more = async (): Promise<void> => {
    const after = found?.next ?? null;
    if (!after) return;
    const reply = await actions.searchHistory({ filter, after, limit: rowsAtOnce });
    if (!reply) return;
    // Another search may have finished in the meantime: don't mix its rows with these.
    setFound((now) =>
      now && now === found ? { pages: [...now.pages, ...reply.pages], next: reply.next } : now,
    );
  };

  return { found, more };
};
