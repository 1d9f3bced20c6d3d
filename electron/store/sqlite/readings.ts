import type { HistoryFilter, HistoryPlace, RecentBatch } from '../../../shared/contract/history.ts';
import type { Totals, TotalsGrouping } from '../../../shared/contract/totals.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { Ledger } from './open-ledger.ts';
import type { PageRow } from '../records/page.ts';
import type { OlderOpen } from '../records/page.ts';

/** Questions whose answers take the longer the larger the ledger is, and what each asks for. */
export type Questions = {
  readonly search: {
    readonly filter: HistoryFilter;
    readonly after: HistoryPlace | null;
    readonly limit: number;
  };
  readonly totals: { readonly filter: HistoryFilter; readonly by: TotalsGrouping };
  readonly totalled: {
    readonly filter: HistoryFilter;
    readonly by: TotalsGrouping;
    readonly key: string | null;
    readonly limit: number;
  };
  readonly batches: { readonly limit: number };
  /** The pages of the documents that came in last, and those that have not come to an end. */
  readonly recent: { readonly service: ServiceId; readonly documents: number };
  /** Pages that are still to be looked at, before one document, or before the recent ones where that is null. */
  readonly older: {
    readonly service: ServiceId;
    readonly before: number | null;
    readonly documents: number;
    readonly pages: number;
  };
  readonly counts: null;
  readonly unfinished: { readonly after: number; readonly upTo: number };
  readonly recognized: { readonly service: ServiceId };
};

export type Readings = {
  readonly search: { readonly pages: readonly PageRow[]; readonly next: HistoryPlace | null };
  readonly totals: Totals;
  readonly totalled: readonly PageRow[];
  readonly batches: readonly RecentBatch[];
  readonly recent: readonly PageRow[];
  readonly older: OlderOpen;
  readonly counts: Readonly<Record<string, number>>;
  readonly unfinished: readonly number[];
  readonly recognized: readonly number[];
};

export type ReadingKind = keyof Questions;

const readers: {
  readonly [Kind in ReadingKind]: (ledger: Ledger, question: Questions[Kind]) => Readings[Kind];
} = {
  search: ({ history, pages }, { filter, after, limit }) => {
    const { ids, next } = history.search(filter, after, limit);
    return { pages: ids.map((id) => pages.get(id)).filter((page) => page !== null), next };
  },
  totals: ({ history }, { filter, by }) => history.totals(filter, by),
  totalled: ({ history, pages }, { filter, by, key, limit }) =>
    history.totalled(filter, by, key, limit).flatMap((id) => pages.get(id) ?? []),
  batches: ({ recentBatches }, { limit }) => recentBatches(limit),
  recent: ({ pages }, { service, documents }) => pages.recent(service, documents),
  older: ({ pages }, { service, before, documents, pages: atMost }) =>
    pages.olderOpen(service, before ?? pages.firstRecent(service, documents), atMost),
  counts: ({ pages }) => pages.counts(),
  unfinished: ({ pages }, { after, upTo }) => pages.unfinished(after, upTo),
  recognized: ({ pages }, { service }) => pages.recognized(service),
};

/** Answers a question from an open ledger, in whichever thread that is. */
export const readFrom = <Kind extends ReadingKind>(
  ledger: Ledger,
  kind: Kind,
  question: Questions[Kind],
): Readings[Kind] => readers[kind](ledger, question);
