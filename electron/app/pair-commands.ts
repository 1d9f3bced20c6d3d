import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import { isPaperRole } from '../../shared/review/pairing.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { isFurtherPage } from '../pipeline/page-summary.ts';
import { pairingOf } from '../pipeline/pairing.ts';
import type { WriteStore } from '../store/port.ts';
import { pageNotFound } from './command-failures.ts';
import { changedSince, meanwhileFailure, type Meanwhile } from './conflicting-changes.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { detailOf } from './page-detail.ts';

type Dependencies = {
  readonly folder: Pick<DataFolder, 'store'>;
  readonly runner: Pick<PageRunner, 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn' | 'open' | 'reviewed'>;
};

/** Whether a page is a paper that can be paired, or an invoice that a paper can belong to. */
const hasRole = async (unit: WriteStore, id: PageId, isPaper: boolean): Promise<boolean> => {
  const row = await unit.page(id);
  const role = row && !isFurtherPage(row) && row.state === 'recognized' ? row.figures?.pairRole : null;
  return role !== null && role !== undefined && isPaperRole(role) === isPaper;
};

/** A paper belongs to an invoice by an event on the paper: undo, redo and the history are those of its page. */
export const pairCommands = ({
  folder: { store },
  runner,
  assessor,
}: Dependencies): Pick<Handlers, 'pages.pair'> => ({
  'pages.pair': async ({ id, invoice, shown, version }, caller) => {
    const change = { kind: 'pair', invoice } as const;
    let met: Meanwhile | null = null;
    const changed = await store.transact(async (unit): Promise<readonly PageId[] | null> => {
      if (!(await hasRole(unit, id, true))) return null;
      if (invoice !== null && !(await hasRole(unit, invoice, false))) return null;
      met = changedSince(await unit.events(id), version, caller.by, change);
      if (met) return null;
      const row = await unit.page(id);
      const before = row ? await pairingOf(unit, row) : null;
      await unit.appendAll(new Map([[id, [change]]]), caller.by);
      await assessor.assessIn(unit, id);
      const touched = [id, invoice, ...(before?.paired ?? []).map(({ page }) => page)];
      return [...new Set(touched)].filter((page) => page !== null);
    });
    if (met) return await meanwhileFailure(met, caller);
    if (!changed) return failed(pageNotFound);
    await runner.tell(changed);
    const page = await assessor.open(shown);
    if (!page) return failed(pageNotFound);
    return success(await detailOf(store, page, await assessor.reviewed(page), caller.by));
  },
});
