import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { officeCommandFailures } from '../../shared/texts/office-failures.ts';
import { failed, type Result } from '../../shared/result.ts';
import { authorsSinceApproval } from '../../shared/review/four-eyes.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { ownChange } from './command-failures.ts';
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

/** Rejects a unit of work, so that nothing of it is stored. */
class NotApproved extends Error {
  readonly failure: CommandFailure;

  constructor(failure: CommandFailure) {
    super(failure.id);
    this.failure = failure;
  }
}

/**
 * Rejects the unit if its author may not approve one of these invoices, which a change has just made confirmed: by a
 * new confirmation, or by an undo or redo after which an earlier one stands again.
 */
export const requireApproval = async (
  fourEyes: FourEyes,
  reads: Pick<ReadStore, 'eventsOf'>,
  confirmed: readonly Pick<PageRow, 'id' | 'joined'>[],
  caller: Caller,
): Promise<void> => {
  if (confirmed.length === 0) return;
  if (caller.may?.('approver') === false) throw new NotApproved(officeCommandFailures.notAllowed);
  if ((await fourEyes(reads, confirmed, caller)).size > 0) throw new NotApproved(ownChange);
};

/** The result of a unit of work, which `requireApproval` may have rejected. */
export const orNotApproved = async <Value>(
  work: Promise<Result<Value, CommandFailure>>,
): Promise<Result<Value, CommandFailure>> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotApproved) return failed(error.failure);
    throw error;
  }
};
