import type { ServiceId } from '../../shared/services/service.ts';
import type { Batch } from '../pipeline/batch.ts';

/** Files of one drop, which arrive one by one. */
export type OpenDrop = {
  readonly batch: Batch;
  /** Sets the number of files that are still to come; at zero the drop is closed. */
  readonly expect: (files: number) => void;
};

type Drops = {
  /** The open drop with an id, or a new one. */
  readonly open: (service: ServiceId, id: string) => OpenDrop;
};

/** If the rest of a drop does not arrive within this time, in milliseconds, its tab was closed. */
const patienceMs = 30_000;

type Kept = { readonly service: ServiceId; readonly batch: Batch; left: number; timer?: NodeJS.Timeout };

/**
 * Uses one batch for all files of a drop: with one retry budget, one message about a wrong account, and one end.
 * The browser sends the files one by one, and the queue may run empty between two of them.
 */
export const createDrops = (
  newBatch: () => Batch,
  tell: (service: ServiceId, expected: number) => void,
): Drops => {
  const drops = new Map<string, Kept>();

  const expect = (id: string, drop: Kept, files: number): void => {
    clearTimeout(drop.timer);
    drop.left = files;
    if (files === 0) drops.delete(id);
    else drop.timer = setTimeout(() => expect(id, drop, 0), patienceMs).unref();
    const all = [...drops.values()].filter(({ service }) => service === drop.service);
    tell(
      drop.service,
      all.reduce((sum, { left }) => sum + left, 0),
    );
  };

  return {
    open: (service, id) => {
      const key = `${service} ${id}`;
      const drop = drops.get(key) ?? { service, batch: newBatch(), left: 0 };
      drops.set(key, drop);
      return { batch: drop.batch, expect: (files) => expect(key, drop, files) };
    },
  };
};
