import type { Failure } from '../../../shared/services/failure.ts';
import type { Tally } from '../../../shared/texts/command-line.ts';
import type { DataFolder } from '../data-folder.ts';
import type { SheetEnd } from './recognize-sheets.ts';
import { failureOfRow } from './sheet-pages.ts';

/** A page has its result, its failure, or the data of an earlier recognition. */
export type EndedPage = {
  readonly end: SheetEnd;
  /** The number of ended pages, and of all pages. */
  readonly finished: number;
  readonly count: number;
  readonly failure: Failure | null;
  /** The service's name for the failed call. */
  readonly sid: string | null;
  /** When the reused response arrived; null if none was reused. */
  readonly reusedFrom: string | null;
};

export const endedPage = async (
  end: SheetEnd,
  { finished, count }: Pick<EndedPage, 'finished' | 'count'>,
  { store }: DataFolder,
): Promise<EndedPage> => {
  const row = end.kind === 'page' || end.kind === 'folded' ? await store.page(end.pageId) : null;
  const failure = end.kind === 'refused' ? end.failure : row && failureOfRow(row);
  const sid = row && failure && failure.kind !== 'input' ? await store.lastSid(row.id) : null;
  return { end, finished, count, failure, sid, reusedFrom: row?.reused ? row.answeredAt : null };
};

/** Rows of pages in memory: ten thousand take a hundred megabytes. */
const talliedAtOnce = 100;

export const tallyOf = async (
  ends: readonly SheetEnd[],
  { store }: Pick<DataFolder, 'store'>,
): Promise<Omit<Tally, 'unresolved'>> => {
  const ids = ends.flatMap((end) => (end.kind === 'page' ? [end.pageId] : []));
  const ofKind = (wanted: SheetEnd['kind']): number => ends.filter(({ kind }) => kind === wanted).length;
  const tally = {
    recognized: 0,
    reused: 0,
    waiting: 0,
    folded: ofKind('folded'),
    failed: ofKind('refused'),
    stopped: ofKind('stopped'),
  };
  for (let from = 0; from < ids.length; from += talliedAtOnce)
    for (const { state, failure, reused } of await store.pages(ids.slice(from, from + talliedAtOnce))) {
      if (state === 'recognized' && !failure) {
        tally.recognized += 1;
        if (reused) tally.reused += 1;
      } else if (state === 'waiting') tally.waiting += 1;
      else tally.failed += 1;
    }
  return tally;
};
