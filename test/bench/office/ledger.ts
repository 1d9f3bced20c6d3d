import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { manySearches } from '../../helpers/large-ledger.ts';
import { sharingNumber, startLargeOffices } from '../../helpers/large-office.ts';
import type { OfficeStore } from '../../../electron/store/postgres/open-store.ts';
import type { BenchRow } from '../row.ts';
import { percentile, timed } from './measure.ts';

const questions = 60;

/** The 95th percentile of some questions. */
const repeat = async (work: (question: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let question = 0; question < questions; question += 1) times.push(await timed(() => work(question)));
  return percentile(times, 0.95);
};

type Figures = {
  readonly list: number;
  readonly search: readonly number[];
  readonly duplicates: readonly number[];
};

export const duplicateKey = (number: string, round: number) => ({
  code: '3100231130',
  number,
  grossTotal: `${round * 317}.00`,
  issueDate: '2021-05-05',
  seller: null,
  sellerTaxId: null,
});

const figuresOf = async ({ store }: OfficeStore): Promise<Figures> => {
  try {
    // What was just written is in memory; so it is in an office that works.
    const search = (filter: HistoryFilter) => store.search(filter, null, 100);
    for (const filter of manySearches) await search(filter);
    await store.recent('vat-invoice', 1_000);
    const list = await repeat(() => store.recent('vat-invoice', 1_000));
    const searches: number[] = [];
    for (const filter of manySearches) searches.push(await repeat(() => search(filter)));
    const other = await repeat((round) =>
      store.lookalikes(1, false, duplicateKey(String(10_000_000 + round * 31), round)),
    );
    const shared = await repeat((round) => store.lookalikes(1, false, duplicateKey('00000000', round)));
    return { list, search: searches, duplicates: [other, shared] };
  } finally {
    await store.close();
  }
};

const row = (name: string, ms: number, limitMs: number): BenchRow => ({
  name,
  measured: `${ms.toFixed(1)} ms`,
  floor: `${limitMs} ms`,
  ratio: ms / limitMs,
  limit: 1,
});

const growth = (name: string, small: number, large: number, times: number): BenchRow => ({
  name: `${name}, ${times} times as many invoices`,
  measured: `${large.toFixed(1)} ms`,
  floor: `${small.toFixed(1)} ms`,
  ratio: large / small,
  limit: times,
});

/**
 * List, search and duplicate check among very many invoices, and how they grow.
 * @param kept the folder of invoices that were filled before; null fills them anew
 */
export const largeLedger = async (count: number, kept: string | null): Promise<BenchRow[]> => {
  const offices = await startLargeOffices(kept);
  try {
    const small = await figuresOf(await offices.open(Math.round(count / 10)));
    const large = await figuresOf(await offices.open(count));
    return rowsOf(count, small, large);
  } finally {
    await offices.close();
  }
};

const rowsOf = (count: number, small: Figures, large: Figures): BenchRow[] => {
  const among = `among ${count} invoices, 95th percentile`;
  const slowest = Math.max(...large.search);
  const worst = JSON.stringify(manySearches[large.search.indexOf(slowest)]);
  return [
    row(`list ${among}`, large.list, 150),
    row(`slowest kind of search, ${worst}, ${among}`, slowest, 60),
    row(`duplicate check ${among}`, large.duplicates[0] ?? 0, 2),
    row(
      `duplicate check with ${sharingNumber(count)} of the same number ${among}`,
      large.duplicates[1] ?? 0,
      2,
    ),
    growth('list', small.list, large.list, 10),
    growth('all searches', sum(small.search), sum(large.search), 10),
  ];
};

const sum = (times: readonly number[]): number => times.reduce((total, ms) => total + ms, 0);
