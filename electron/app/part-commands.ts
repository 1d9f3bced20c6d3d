import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { asWholePage } from '../pipeline/digital-intake.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { partsOfPage } from '../pipeline/page-summary.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { keptByBooks, putIn } from './bin-commands.ts';
import { joinedBy, keptInBooks, notSplit, partChanged } from './command-failures.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import type { OfficeHooks } from './office-hooks.ts';

type Dependencies = {
  readonly folder: Pick<DataFolder, 'store'>;
  readonly runner: Pick<PageRunner, 'cancel' | 'settled' | 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn'>;
  readonly emit: (event: VouchEvent) => void;
  readonly lastUser: OfficeHooks['lastUser'];
};

/**
 * The invoices of one page, in their order. Null if the page was not split, or if they can't be put together: the first
 * was removed, or one is joined with other pages.
 */
const partsBeside = async (
  unit: Pick<WriteStore, 'page' | 'pages' | 'pagesOfDocument'>,
  id: PageId,
): Promise<readonly PageRow[] | null> => {
  const row = await unit.page(id);
  if (!row) return null;
  const parts = await partsOfPage(unit, row);
  return parts[0]?.part === 1 && parts.every(({ joinedTo }) => joinedTo === null) ? parts : null;
};

/** Undoes that the invoices of one page became documents of their own. */
export const partCommands = ({
  folder: { store },
  runner,
  assessor,
  emit,
  lastUser,
}: Dependencies): Pick<Handlers, 'pages.unsplit'> => {
  /** Another user may just have put them together. */
  const notSplitBy = async (id: PageId, by: string) => {
    const other = await lastUser({ used: ['pages.unsplit'], unless: 'pages.recognize' }, [id], by);
    return failed(other === null ? notSplit : joinedBy(other));
  };
  return {
    'pages.unsplit': async ({ id }, { by }) => {
      // Nothing is cancelled for what is refused.
      const before = await store.transact(async (unit) => {
        await unit.lockBooks();
        const parts = await partsBeside(unit, id);
        return parts && { parts, kept: await keptByBooks(unit, parts) };
      });
      if (!before) return notSplitBy(id, by);
      if (before.kept.size > 0) return failed(keptInBooks(before.kept.size));
      const ids = before.parts.map((row) => row.id);
      // The others may still be waiting for their data.
      await runner.cancel(ids.slice(1));
      await runner.settled(ids);
      const end = await store.transact(async (unit) => {
        await unit.lockBooks();
        const [first, ...others] = (await partsBeside(unit, id)) ?? [];
        if (!first) return null;
        const read = (await unit.extractionsOf(first.id)).filter(({ payload }) => payload?.part);
        if (read.length === 0) return null;
        const { picture } = first;
        // What was read from another picture than the page has now says nothing about it.
        const shown = read.findLast(
          ({ payload }) => (payload?.picture ?? picture?.sha256) === picture?.sha256,
        );
        if (!shown?.payload) return 'changed' as const;
        const further = others.map((row) => row.id);
        const removed = further.length === 0 ? { ids: further, alike: [] } : await putIn(unit, further, by);
        if (!removed) return 'kept' as const;
        await unit.setPart(first.id, 0);
        // A reader that was chosen for the one invoice is not chosen for the whole page.
        const { reader: _, ...options } = first.options;
        await unit.setOptions([first.id], options);
        await unit.addExtraction(first.id, { version: shown.version, payload: asWholePage(shown.payload) });
        const changed = new Set<PageId>([first.id]);
        for (const one of [first.id, ...removed.alike])
          for (const other of await assessor.assessIn(unit, one)) changed.add(other);
        return { into: first.id, removed: removed.ids, changed };
      });
      if (end === null) return notSplitBy(id, by);
      if (end === 'changed') return failed(partChanged);
      if (end === 'kept') return failed(keptInBooks(1));
      emit({ type: 'pages.removed', ids: [...end.removed] });
      await runner.tell([...end.changed]);
      return success({ into: end.into });
    },
  };
};
