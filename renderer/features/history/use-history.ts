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
      const result = await actions.searchHistory({ filter, after: null, limit: rowsAtOnce });
      if (isWanted && result) setFound(result);
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
    const result = await actions.searchHistory({ filter, after, limit: rowsAtOnce });
    if (!result) return;
    // Another search may have finished in the meantime: don't mix its rows with these.
    setFound((now) =>
      now && now === found ? { pages: [...now.pages, ...result.pages], next: result.next } : now,
    );
  };

  return { found, more };
};
