import type { HistoryFilter, HistoryPlace } from '../../../shared/contract/history.ts';
import { manySearches } from '../../helpers/large-ledger.ts';
import { sharingNumber, startLargeOffices } from '../../helpers/large-office.ts';
import type { OfficeStore } from '../../../electron/office/store/open-store.ts';
import type { BenchRow } from '../row.ts';
import { percentile, processorSeconds, timed } from './measure.ts';

const questions = 60;
const questionsOfTotals = 10;
const frequentWord: HistoryFilter = { text: '物流' };

type Answered = {
  /** The 95th percentile of some questions. */
  readonly ms: number;
  /** Processor time of each: the time that an idle computer would take. Null if the system does not report it. */
  readonly processorMs: number | null;
};

const repeat = async (work: (question: number) => Promise<unknown>, count = questions): Promise<Answered> => {
  const times: number[] = [];
  const before = processorSeconds();
  for (let question = 0; question < count; question += 1) times.push(await timed(() => work(question)));
  const after = processorSeconds();
  return {
    ms: percentile(times, 0.95),
    processorMs: before === null || after === null ? null : ((after - before) / count) * 1_000,
  };
};

type Figures = {
  readonly list: Answered;
  readonly search: readonly Answered[];
  /** Of all invoices, and of those with a frequent word. */
  readonly totals: readonly Answered[];
  /** The next 1,000 pages, one after the other. */
  readonly older: Answered;
  readonly duplicates: readonly Answered[];
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
    // Recent writes are in memory, as in an active office.
    const search = (filter: HistoryFilter) => store.search(filter, null, 100);
    for (const filter of manySearches) await search(filter);
    await store.recent('vat-invoice', 1_000);
    const list = await repeat(() => store.recent('vat-invoice', 1_000));
    const searches: Answered[] = [];
    for (const filter of manySearches) searches.push(await repeat(() => search(filter)));
    const totals: Answered[] = [];
    for (const filter of [{}, frequentWord])
      totals.push(await repeat(() => store.totals(filter, 'seller'), questionsOfTotals));
    let next: HistoryPlace | null = null;
    const older = await repeat(async () => {
      ({ next } = await store.search({}, next, 1_000));
    });
    const alike = (number: string, round: number) =>
      store.lookalikes([{ page: 1, demo: false, key: duplicateKey(number, round) }]);
    const other = await repeat((round) => alike(String(10_000_000 + round * 31), round));
    const shared = await repeat((round) => alike('00000000', round));
    return { list, search: searches, totals, older, duplicates: [other, shared] };
  } finally {
    await store.close();
  }
};

const shown = ({ ms, processorMs }: Answered): string =>
  `${ms.toFixed(1)} ms${processorMs === null ? '' : `, ${processorMs.toFixed(1)} ms of processor time each`}`;

const row = (name: string, answered: Answered, limitMs: number): BenchRow => ({
  name,
  measured: shown(answered),
  floor: `${limitMs} ms`,
  ratio: answered.ms / limitMs,
  limit: 1,
});

const growth = (name: string, small: Answered, large: Answered, times: number): BenchRow => ({
  name: `${name}, ${times} times as many invoices`,
  measured: shown(large),
  floor: shown(small),
  ratio: large.ms / small.ms,
  limit: times,
});

/**
 * List, search and duplicate check among very many invoices, and the growth of their times.
 * @param kept the folder of invoices that were filled before; null fills a new one
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

const none: Answered = { ms: 0, processorMs: null };

const sum = (all: readonly Answered[]): Answered => ({
  ms: all.reduce((total, { ms }) => total + ms, 0),
  processorMs: all.reduce<number | null>(
    (total, { processorMs }) => (total === null || processorMs === null ? null : total + processorMs),
    0,
  ),
});

const rowsOf = (count: number, small: Figures, large: Figures): BenchRow[] => {
  const among = `among ${count} invoices, 95th percentile`;
  const slowest = large.search.toSorted((one, other) => other.ms - one.ms)[0] ?? none;
  const worst = JSON.stringify(manySearches[large.search.indexOf(slowest)]);
  return [
    row(`list ${among}`, large.list, 150),
    row(`slowest kind of search, ${worst}, ${among}`, slowest, 60),
    row(`totals by seller ${among}`, large.totals[0] ?? none, 1_000),
    row(`totals by seller of ${JSON.stringify(frequentWord)}, ${among}`, large.totals[1] ?? none, 1_000),
    row(`1,000 older pages ${among}`, large.older, 150),
    row(`duplicate check ${among}`, large.duplicates[0] ?? none, 2),
    row(
      `duplicate check with ${sharingNumber(count)} of the same number ${among}`,
      large.duplicates[1] ?? none,
      2,
    ),
    growth('list', small.list, large.list, 10),
    growth('all searches', sum(small.search), sum(large.search), 10),
  ];
};
