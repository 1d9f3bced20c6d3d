import { randomUUID } from 'node:crypto';
import type { PageId } from '../../shared/contract/page.ts';
import type { Lease, Store } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { JobEnd } from './queue.ts';

/** How long a silent process keeps its leases, in milliseconds. */
export const leaseMs = 60_000;

/** The leases of this process in the store: its running calls and claimed pages. */
export type Leases = {
  /** The name of this process in the store. */
  readonly owner: string;
  /** A lease that starts now. It is extended until `close`. */
  readonly hold: () => Lease;
  readonly close: () => void;
};

type LeaseDependencies = {
  readonly store: Pick<Store, 'transact'>;
  readonly now: () => Date;
  /** Receives pages whose calls were lost with the process that made them. */
  readonly onLost?: (pages: readonly PageId[]) => Promise<void> | void;
  /** Receives an extension's error; the next extension is tried anyway. */
  readonly onBug: (error: unknown) => void;
  /** For tests: another length. */
  readonly lengthMs?: number;
};

/**
 * The leases of one process. They are extended three times per lease length, from the first one on. The same step
 * ends the expired leases of other processes.
 */
export const createLeases = ({
  store,
  now,
  onLost,
  onBug,
  lengthMs = leaseMs,
}: LeaseDependencies): Leases => {
  const owner = randomUUID();
  let timer: NodeJS.Timeout | null = null;
  const lease = (): Lease => ({ owner, until: new Date(now().getTime() + lengthMs).toISOString() });
  const extend = async (): Promise<void> => {
    // Extends its own leases first: after the computer has slept for long, all leases have expired.
    const lost = await store.transact(async (unit) => {
      await unit.extend(lease());
      return unit.interruptLost(now().toISOString());
    });
    if (lost.length > 0) await onLost?.(lost);
  };
  return {
    owner,
    hold: () => {
      timer ??= setInterval(() => void extend().catch(onBug), lengthMs / 3).unref();
      return lease();
    },
    close: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
};

/** How the processes that share a ledger divide its pages among them. */
export type PageSharing = {
  /** Runs a page's job, unless another process has the page. */
  readonly exclusively: (page: PageId, leases: Leases, run: () => Promise<JobEnd>) => Promise<JobEnd>;
  /** Whether another process reads a page that this one has prepared. */
  readonly handsOver: (page: PageRow) => boolean;
  /** Passes a prepared page to the process that reads it. */
  readonly handOver: (page: PageRow) => Promise<void>;
  /** Whether another process calls the service for a page that is in no queue of this one. */
  readonly isCalledElsewhere: (page: PageRow) => boolean;
};

/** The ledger of one process, which reads all pages. */
export const unshared: PageSharing = {
  exclusively: (_page, _leases, run) => run(),
  handsOver: () => false,
  handOver: () => Promise.resolve(),
  isCalledElsewhere: () => false,
};
