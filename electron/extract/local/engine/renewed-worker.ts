import type { PoolWorker } from '../../../infra/worker-pool.ts';

type Listeners = {
  message: (message: unknown) => void;
  end: Parameters<Parameters<PoolWorker['onEnd']>[0]> extends [infer Reason]
    ? (reason: Reason) => void
    : never;
};

/**
 * A worker whose process is replaced between two tasks if it has grown too large. The pool sees one worker.
 * @param isSpent whether a message says so
 */
export const createRenewedWorker = (
  start: () => PoolWorker,
  isSpent: (message: unknown) => boolean,
): PoolWorker => {
  const listeners: Listeners = { message: () => {}, end: () => {} };
  let holds = true;
  const begin = (): PoolWorker => {
    const worker = start();
    worker.onMessage((message) => {
      if (worker !== current) return;
      // Replaced first: the pool sends its next task while it receives this message.
      if (isSpent(message)) replace(worker);
      listeners.message(message);
    });
    worker.onEnd((reason) => {
      if (worker === current) listeners.end(reason);
    });
    return worker;
  };
  const replace = (spent: PoolWorker): void => {
    current = begin();
    current.hold(holds);
    void spent.end();
  };
  let current = begin();
  return {
    send: (posted) => current.send(posted),
    onMessage: (listener) => {
      listeners.message = listener;
    },
    onEnd: (listener) => {
      listeners.end = listener;
    },
    hold: (wanted) => {
      holds = wanted;
      current.hold(wanted);
    },
    end: () => current.end(),
  };
};
