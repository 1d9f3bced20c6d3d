import { useEffect, useState } from 'react';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import type { Totals, TotalsGrouping } from '../../../shared/contract/totals.ts';
import { useTools } from '../tools.ts';

/** A row of the totals: its grouping and key. */
export type TotalsPick = { readonly by: TotalsGrouping; readonly key: string | null };

/** The totals; null until the first response. Earlier totals stay until the next response. */
export const useTotals = (filter: HistoryFilter, by: TotalsGrouping): Totals | null => {
  const { actions } = useTools();
  const [totals, setTotals] = useState<Totals | null>(null);
  const asked = JSON.stringify([filter, by]);
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const result = await actions.historyTotals({ filter, by });
      if (isWanted && result) setTotals(result);
    };
    void ask();
    return () => {
      isWanted = false;
    };
    // Every render creates a new filter object, so the effect depends on its content.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, asked]);
  return totals;
};

const mostInvoices = 1_000;

/** The invoices in one row; null until they are loaded. */
export const useTotalled = (
  filter: HistoryFilter,
  pick: TotalsPick | null,
): readonly PageSummary[] | null => {
  const { actions } = useTools();
  const [pages, setPages] = useState<readonly PageSummary[] | null>(null);
  const asked = JSON.stringify([filter, pick]);
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      if (!pick) return;
      const found = await actions.totalledInvoices({ filter, ...pick, limit: mostInvoices });
      if (isWanted) setPages(found);
    };
    void ask();
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, asked]);
  return pick && pages;
};
