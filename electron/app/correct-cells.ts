import { isNoInvoicePage, type PageId } from '../../shared/contract/page.ts';
import type { TypedCell } from '../../shared/contract/batch-commands.ts';
import { success } from '../../shared/result.ts';
import type { ReviewChange } from '../../shared/review/event.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { isFurtherPage, summaryOf } from '../pipeline/page-summary.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { changedSince, metPages, type Meanwhile } from './conflicting-changes.ts';
import type { DataFolder } from './data-folder.ts';
import { answering, type Handlers } from './handlers.ts';
import { watchValues } from './review-commands.ts';

type Dependencies = {
  readonly folder: Pick<DataFolder, 'store'>;
  readonly runner: Pick<PageRunner, 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn' | 'open'>;
};

/** The typed values of a page, and its oldest version that the author saw. */
type OfPage = { readonly version: number; readonly changes: readonly ReviewChange[] };

const byPage = (cells: readonly TypedCell[]): ReadonlyMap<PageId, OfPage> => {
  const pages = new Map<PageId, OfPage>();
  for (const { id, version, field, value } of cells) {
    const known = pages.get(id);
    pages.set(id, {
      version: Math.min(version, known?.version ?? version),
      changes: [...(known?.changes ?? []), { kind: 'correct', field, value }],
    });
  }
  return pages;
};

/**
 * All typed fields stand outside of the lines, so those of a joined invoice belong to its main page. A paper becomes an
 * invoice only by a value that is typed into that page alone.
 */
const isInvoice = (row: PageRow): boolean =>
  row.service === 'vat-invoice' &&
  row.state === 'recognized' &&
  row.figures !== null &&
  !isFurtherPage(row) &&
  !isNoInvoicePage(summaryOf(row));

/** The changes by other users that contradict the typed values. */
const metOn = async (
  unit: WriteStore,
  rows: readonly PageRow[],
  typed: ReadonlyMap<PageId, OfPage>,
  by: string,
): Promise<ReadonlyMap<PageId, Meanwhile>> => {
  const newer = rows.filter(({ id, version }) => version > (typed.get(id)?.version ?? 0));
  const events = await unit.eventsOf(newer.map(({ id }) => id));
  return new Map(
    newer.flatMap(({ id }) => {
      const { version = 0, changes = [] } = typed.get(id) ?? {};
      for (const change of changes) {
        const met = changedSince(events.get(id) ?? [], version, by, change);
        if (met) return [[id, met] as const];
      }
      return [];
    }),
  );
};

/** Corrects the values of many invoices as one undo step. */
export const cellCommands = ({
  folder: { store },
  runner,
  assessor,
}: Dependencies): Pick<Handlers, 'batch.correct'> => {
  return {
    'batch.correct': async ({ cells }, caller) => {
      const typed = byPage(cells);
      const { answer, told } = await store.transact(async (unit) => {
        const rows = (await unit.pages([...typed.keys()])).filter(isInvoice);
        const refused = await metOn(unit, rows, typed, caller.by);
        const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
        const tellValues = await watchValues(assessor, unit, ids, caller);
        await unit.appendAll(new Map(ids.map((id) => [id, typed.get(id)?.changes ?? []])), caller.by);
        const assessed = new Set(ids);
        for (const id of ids) for (const other of await assessor.assessIn(unit, id)) assessed.add(other);
        await tellValues();
        const met = await metPages(refused, [], caller);
        return { answer: answering(caller, { changed: ids, met }), told: [...assessed] };
      });
      await runner.tell(told);
      return success(answer);
    },
  };
};
