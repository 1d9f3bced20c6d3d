import { useEffect, useState } from 'react';
import type { HistoryFilter, HistoryPlace, HistoryTotal } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

type Found = { readonly pages: readonly PageSummary[]; readonly next: HistoryPlace | null };

const rowsAtOnce = 100;
/** A search sets out when the user stops typing for a moment. */
const pauseMs = 120;

/** What a search has found so far, and how to get more; null until the first answer is there. */
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
    // The filter is made anew with every rendering; its content is what counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, key]);

  const more = async (): Promise<void> => {
    const after = found?.next ?? null;
    if (!after) return;
    const reply = await actions.searchHistory({ filter, after, limit: rowsAtOnce });
    if (!reply) return;
    // Another search may have answered in the meantime: its rows are not to be mixed with these.
    setFound((now) =>
      now && now === found ? { pages: [...now.pages, ...reply.pages], next: reply.next } : now,
    );
  };

  return { found, more };
};

/** What the invoices of a search come to; null until the answer is there. */
export const useTotals = (filter: HistoryFilter): readonly HistoryTotal[] | null => {
  const { actions } = useTools();
  const [rows, setRows] = useState<readonly HistoryTotal[] | null>(null);
  const key = JSON.stringify(filter);
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const reply = await actions.historyTotals(filter);
      if (isWanted && reply) setRows(reply.rows);
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, key]);
  return rows;
};
