import type { PageRunner } from '../pipeline/page-runner.ts';
import type { ReadStore } from '../store/port.ts';

type MakeUpDependencies = {
  readonly store: Pick<ReadStore, 'newestPage' | 'unfinished' | 'pages'>;
  readonly runner: Pick<PageRunner, 'complete'>;
  readonly signal: AbortSignal;
};

/** Number of pages in one query. */
const pagesAtOnce = 5_000;

/** Completes what an earlier shutdown left undone on recognized pages: figures, pictures, and the search for codes. */
export const makeUp = async ({ store, runner, signal }: MakeUpDependencies): Promise<void> => {
  const newest = await store.newestPage();
  for (let after = 0; after < newest && !signal.aborted; after += pagesAtOnce) {
    const upTo = Math.min(newest, after + pagesAtOnce);
    const ids = await store.unfinished(after, upTo);
    if (signal.aborted) return;
    await runner.complete(await store.pages(ids));
  }
};
