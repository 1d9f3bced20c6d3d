import type { PreparationJournal } from '../pipeline/page-preparation.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { newBatch } from '../pipeline/batch.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { ReadStore, Store } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { OfficeHooks } from './office-hooks.ts';
import type { ReadAhead } from './read-ahead.ts';

type ResumeDependencies = {
  readonly store: Pick<Store, 'pages' | 'pagesInState' | 'readOnly' | 'transact' | 'unheld'>;
  readonly runner: Pick<PageRunner, 'add' | 'has'>;
  readonly journal: Pick<PreparationJournal, 'crashedTwice'>;
  readonly readAhead: Pick<ReadAhead, 'hasData'>;
  /** Pages that an earlier process has left. */
  readonly pagesLeft: OfficeHooks['pagesLeft'];
  /** Which pages can be read now: there is an account for their calls, or they need none. */
  readonly ready: () => Promise<(page: PageRow) => boolean>;
  readonly signal: AbortSignal;
  readonly onBug: (error: unknown) => void;
};

/** Continues pages that an earlier process left waiting, as soon as possible. */
export const createResume = ({
  store,
  runner,
  journal,
  readAhead,
  pagesLeft,
  ready,
  signal,
  onBug,
}: ResumeDependencies): (() => Promise<void>) => {
  /** Without an account, pages whose files contain all data are read; the others wait for the account. */
  const readFiles = async (pages: readonly PageRow[]): Promise<void> => {
    const batch = newBatch();
    for (const page of pages) {
      if (page.service !== 'vat-invoice' || page.sandbox || page.picture || page.path === null) continue;
      const hasData = await readAhead.hasData(page.path);
      if (signal.aborted) return;
      if (hasData) runner.add([page], batch);
    }
  };

  return async () => {
    if (store.readOnly) return;
    const waiting = (await pagesLeft(store)).filter(({ id }) => !runner.has(id));
    const killers = waiting.filter((page) => !page.picture && journal.crashedTwice(page.id));
    if (killers.length > 0)
      await store.transact(async (unit) => {
        for (const { id } of killers) await unit.refuse(id, failureOf('died-preparing'));
      });
    const harmless = waiting.filter((page) => !killers.includes(page));
    const isReady = await ready();
    if (signal.aborted) return;
    const able = harmless.filter((page) => page.sandbox || isReady(page));
    if (able.length > 0) runner.add(able, newBatch());
    if (able.length < harmless.length)
      void readFiles(harmless.filter((page) => !able.includes(page))).catch(onBug);
  };
};

type MakeUpDependencies = {
  readonly store: Pick<ReadStore, 'newestPage' | 'unfinished' | 'unformed' | 'pages'>;
  readonly runner: Pick<PageRunner, 'complete'>;
  readonly assessor: Pick<Assessor, 'keepWords'>;
  readonly signal: AbortSignal;
};

/** Number of pages in one query: few, because the first screen waits for a running query. */
const pagesAtOnce = 500;

/**
 * Completes what an earlier shutdown left unfinished on recognized pages: figures, pictures, and the search for
 * codes; and, on all pages, the words for searches that an older version stored.
 */
export const makeUp = async ({ store, runner, assessor, signal }: MakeUpDependencies): Promise<void> => {
  const newest = await store.newestPage();
  for (let after = 0; after < newest && !signal.aborted; after += pagesAtOnce) {
    const upTo = Math.min(newest, after + pagesAtOnce);
    const ids = await store.unfinished(after, upTo);
    if (signal.aborted) return;
    for (const row of await store.pages(ids)) {
      if (signal.aborted) return;
      await runner.complete([row]);
    }
    for (const id of await store.unformed(after, upTo)) {
      if (signal.aborted) return;
      await assessor.keepWords(id);
    }
  }
};
