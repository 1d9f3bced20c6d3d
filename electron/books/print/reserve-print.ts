import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { changedSince, type Meanwhile } from '../../app/conflicting-changes.ts';
import type { Store } from '../../store/port.ts';
import type { PageRow } from '../../store/records/page.ts';
import { printUnderWay, reserve, takenBy, type Reserved, type Taken } from '../book-files.ts';

/** What a print notes on each of its invoices. */
export const printChanges = (ids: readonly PageId[]) =>
  new Map(ids.map((id) => [id, { kind: 'print' } as const]));

/** Why invoices can't be printed now: somebody prints them, or has done so since they were read. */
export type PrintTaken = Taken | Meanwhile;

/**
 * Reserves invoices before their print is drawn. Of two callers at once, one draws it.
 * @param rows of the invoices, as they were read for the print
 */
export const reservePrint = async (
  store: Store,
  rows: readonly Pick<PageRow, 'id' | 'version'>[],
  { by, target }: { readonly by: string; readonly target: string | null },
): Promise<Result<Reserved<null>, PrintTaken>> => {
  const ids = rows.map(({ id }) => id);
  let met: Meanwhile | null = null;
  const reserved = await reserve(store, async (unit) => {
    const other = await printUnderWay(unit, ids);
    if (other) return failed(takenBy(other));
    const events = await unit.eventsOf(ids);
    for (const { id, version } of rows) {
      met = changedSince(events.get(id) ?? [], version, by, { kind: 'print' });
      if (met) return failed({ reason: 'changed-meanwhile', by: met.by, at: null, file: null });
    }
    const file = { kind: 'print', author: by, target, from: null, to: null, invoices: ids.length } as const;
    const changes = JSON.stringify([...printChanges(ids)]);
    return success({ file: { ...file, changes }, vouchers: [], value: null });
  });
  return !reserved.ok && met ? failed(met) : reserved;
};
