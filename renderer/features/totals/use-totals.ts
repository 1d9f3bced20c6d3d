import { useEffect, useState } from 'react';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import type { Totals, TotalsGrouping } from '../../../shared/contract/totals.ts';
import { useTools } from '../tools.ts';

/** A row of the totals: what it is grouped by, and its key. */
export type TotalsPick = { readonly by: TotalsGrouping; readonly key: string | null };

/** What invoices come to; null until the first answer is there. What was shown stays until the next answer. */
export const useTotals = (filter: HistoryFilter, by: TotalsGrouping): Totals | null => {
  const { actions } = useTools();
  const [totals, setTotals] = useState<Totals | null>(null);
  const asked = JSON.stringify([filter, by]);
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const reply = await actions.historyTotals({ filter, by });
      if (isWanted && reply) setTotals(reply);
    };
    void ask();
    return () => {
      isWanted = false;
    };
    // The filter is made anew with every rendering; its content is what counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, asked]);
  return totals;
};

const mostInvoices = 1_000;

/** The invoices in one row; null until they are there. */
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
