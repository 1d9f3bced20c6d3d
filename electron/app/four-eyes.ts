import type { PageId } from '../../shared/contract/page.ts';
import { authorsSinceApproval } from '../../shared/review/four-eyes.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Caller } from './handlers.ts';

/** Which invoices a user may not approve, because the user has changed them since the last approval. */
export type FourEyes = (
  reads: Pick<ReadStore, 'eventsOf'>,
  rows: readonly Pick<PageRow, 'id' | 'joined'>[],
  caller: Caller,
) => Promise<ReadonlySet<PageId>>;

const pagesOf = ({ id, joined }: Pick<PageRow, 'id' | 'joined'>) => (joined.length > 0 ? joined : [id]);

/** @param isOn the office's setting; the only user of a desk is not asked */
export const createFourEyes =
  (isOn: () => boolean): FourEyes =>
  async (reads, rows, { by, may }) => {
    if (!may || !isOn()) return new Set();
    const events = await reads.eventsOf([...new Set(rows.flatMap(pagesOf))]);
    const own = rows.filter((row) =>
      authorsSinceApproval(pagesOf(row).map((id) => events.get(id) ?? [])).has(by),
    );
    return new Set(own.map(({ id }) => id));
  };
