import type { PageId } from '../../shared/contract/page.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { Store } from '../store/port.ts';

/**
 * Saves what a query has found out about pages: their figures, or that their response is lost. It works in the
 * background, so that a query neither writes nor waits for a write.
 */
export type AssessLater = {
  /** Does nothing if the ledger is read-only. */
  readonly add: (ids: readonly PageId[]) => void;
  /** Resolves when nothing is under way. */
  readonly ended: () => Promise<void>;
};

type AssessLaterDependencies = {
  readonly store: Pick<Store, 'readOnly'>;
  readonly runner: Pick<PageRunner, 'assess'>;
  /** Aborted when the backend is closed: the pages that are left wait for the next query. */
  readonly signal: AbortSignal;
  readonly onBug: (error: unknown) => void;
};

export const createAssessLater = ({ store, runner, signal, onBug }: AssessLaterDependencies): AssessLater => {
  const waiting = new Set<PageId>();
  let underWay: Promise<void> | null = null;

  const assessAll = async (): Promise<void> => {
    // The loop also visits pages that are added meanwhile.
    for (const id of waiting) {
      if (signal.aborted) break;
      await runner.assess(id).catch(onBug);
      waiting.delete(id);
    }
    underWay = null;
  };

  return {
    add: (ids) => {
      if (store.readOnly || signal.aborted || ids.length === 0) return;
      for (const id of ids) waiting.add(id);
      underWay ??= assessAll();
    },
    ended: async () => {
      await underWay;
    },
  };
};
