import { randomUUID } from 'node:crypto';
import type { PageId } from '../../shared/contract/page.ts';
import type { Lease, Store } from '../store/port.ts';

/** How long a process that is silent keeps what it holds, in milliseconds. */
export const leaseMs = 60_000;

/** What this process holds in the store: its calls under way, and the pages that it has claimed. */
export type Leases = {
  /** By which the store knows this process. */
  readonly owner: string;
  /** A lease from now on. It is extended until `close`. */
  readonly hold: () => Lease;
  readonly close: () => void;
};

export type LeaseDependencies = {
  readonly store: Pick<Store, 'transact'>;
  readonly now: () => Date;
  /** Told of pages whose calls were lost with the process that made them. */
  readonly onLost?: (pages: readonly PageId[]) => Promise<void> | void;
  /** Told of an extension that failed; the next one is tried all the same. */
  readonly onFault: (error: unknown) => void;
  /** For tests: another length. */
  readonly lengthMs?: number;
};

/**
 * Leases of one process. What it holds is extended three times in the length of a lease, from the first one on; what
 * other processes have lost is ended then.
 */
export const createLeases = ({
  store,
  now,
  onLost,
  onFault,
  lengthMs = leaseMs,
}: LeaseDependencies): Leases => {
  const owner = randomUUID();
  let timer: NodeJS.Timeout | null = null;
  const lease = (): Lease => ({ owner, until: new Date(now().getTime() + lengthMs).toISOString() });
  const extend = async (): Promise<void> => {
    // Its own first: after a long sleep of the computer all leases have run out.
    const lost = await store.transact(async (unit) => {
      await unit.extend(lease());
      return unit.interruptLost(now().toISOString());
    });
    if (lost.length > 0) await onLost?.(lost);
  };
  return {
    owner,
    hold: () => {
      timer ??= setInterval(() => void extend().catch(onFault), lengthMs / 3).unref();
      return lease();
    },
    close: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
};
