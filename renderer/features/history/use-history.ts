import { useState } from 'react';
import type { HistoryFilter, HistoryPlace } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

type Found = { readonly pages: readonly PageSummary[]; readonly next: HistoryPlace | null };

const rowsAtOnce = 100;
/** A search starts when the user has not typed for this many milliseconds. */
const pauseMs = 120;

/** The results so far and a function to load more; null until the first response. */
export const useHistory = (filter: HistoryFilter) => {
  const { actions } = useTools();
  const search = (after: HistoryPlace | null) => actions.searchHistory({ filter, after, limit: rowsAtOnce });
  const { value: first } = useLoaded(JSON.stringify(filter), () => search(null), pauseMs);
  /** The results with further rows, and the search that they belong to. */
  const [longer, setLonger] = useState<{ readonly of: Found; readonly found: Found } | null>(null);
  const found: Found | null = first && longer?.of === first ? longer.found : first;
  const more = async (): Promise<void> => {
    const result = first && found?.next && (await search(found.next));
    if (result)
      setLonger({ of: first, found: { pages: [...found.pages, ...result.pages], next: result.next } });
  };
  return { found, more };
};
