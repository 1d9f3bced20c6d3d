import type { LedgerReader } from '../store/sqlite/reader.ts';
import type { Pages } from '../store/sqlite/pages.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';

export type MakeUpDependencies = {
  readonly pages: Pick<Pages, 'get' | 'newestId'>;
  readonly reader: LedgerReader;
  readonly runner: Pick<PageRunner, 'complete'>;
  readonly signal: AbortSignal;
};

/** So many pages are looked over in one go: what a window asks meanwhile is answered in between. */
const pagesAtOnce = 5_000;

/** Makes up for what an earlier end left undone on recognized pages: figures, and the search for a code. */
export const makeUp = async ({ pages, reader, runner, signal }: MakeUpDependencies): Promise<void> => {
  const newest = pages.newestId();
  for (let after = 0; after < newest && !signal.aborted; after += pagesAtOnce) {
    const upTo = Math.min(newest, after + pagesAtOnce);
    const ids = await reader.read('unfinished', { after, upTo });
    if (signal.aborted) return;
    runner.complete(ids.map((id) => pages.get(id)).filter((row) => row !== null));
  }
};
