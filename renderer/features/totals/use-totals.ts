import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import type { Totals, TotalsGrouping } from '../../../shared/review/totals.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';

/** A row of the totals: its grouping and key. */
export type TotalsPick = { readonly by: TotalsGrouping; readonly key: string | null };

/** The totals; null until the first response. Earlier totals stay until the next response. */
export const useTotals = (filter: HistoryFilter, by: TotalsGrouping): Totals | null => {
  const { actions } = useTools();
  return useLoaded(JSON.stringify([filter, by]), () => actions.ask('history.totals', { filter, by })).value;
};

const mostInvoices = 1_000;

/** The invoices in one row; null until they are loaded. */
export const useTotalled = (
  filter: HistoryFilter,
  pick: TotalsPick | null,
): readonly PageSummary[] | null => {
  const { actions } = useTools();
  const { value } = useLoaded(pick && JSON.stringify([filter, pick]), async () =>
    pick ? actions.ask('history.totalled', { filter, ...pick, limit: mostInvoices }) : null,
  );
  return pick && value && value.pages;
};
