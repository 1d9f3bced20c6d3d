import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { asWholePage, localExtractions } from '../pipeline/digital-intake.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { WriteStore } from '../store/port.ts';
import { putIn } from './bin-commands.ts';
import { keptInBooks, pageNotFound } from './command-failures.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';

type Dependencies = {
  readonly folder: Pick<DataFolder, 'store'>;
  readonly runner: Pick<PageRunner, 'cancel' | 'settled' | 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn'>;
  readonly emit: (event: VouchEvent) => void;
};

/** The invoices of one page, in their order; empty if the page was not split. */
const partsBeside = async (unit: Pick<WriteStore, 'page' | 'pages' | 'pagesOfDocument'>, id: PageId) => {
  const row = await unit.page(id);
  if (!row || row.part === 0) return [];
  const rows = await unit.pages(await unit.pagesOfDocument(row.document));
  return rows
    .filter(({ page, part }) => page === row.page && part > 0)
    .toSorted((one, other) => one.part - other.part);
};

/** Undoes that the invoices of one page became documents of their own. */
export const partCommands = ({
  folder: { store },
  runner,
  assessor,
  emit,
}: Dependencies): Pick<Handlers, 'pages.unsplit'> => ({
  'pages.unsplit': async ({ id }, { by }) => {
    // The others may still be waiting for their data.
    const before = (await store.transact((unit) => partsBeside(unit, id))).map((row) => row.id);
    await runner.cancel(before.slice(1));
    await runner.settled(before);
    const end = await store.transact(async (unit) => {
      await unit.lockBooks();
      const [first, ...others] = await partsBeside(unit, id);
      const shown = first && (await localExtractions(unit, first.id)).findLast(({ payload }) => payload.part);
      if (!first || !shown) return null;
      const ids = others.map((row) => row.id);
      const removed = ids.length === 0 ? { ids, alike: [] } : await putIn(unit, ids, by);
      if (!removed) return 'kept' as const;
      await unit.setPart(first.id, 0);
      await unit.addExtraction(first.id, { version: shown.version, payload: asWholePage(shown.payload) });
      const changed = new Set<PageId>([first.id]);
      for (const one of [first.id, ...removed.alike])
        for (const other of await assessor.assessIn(unit, one)) changed.add(other);
      return { into: first.id, removed: removed.ids, changed };
    });
    if (end === null) return failed(pageNotFound);
    if (end === 'kept') return failed(keptInBooks(1));
    emit({ type: 'pages.removed', ids: [...end.removed] });
    await runner.tell([...end.changed]);
    return success({ into: end.into });
  },
});
