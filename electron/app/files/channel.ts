/** Passes pieces from a producer to a consumer, one at a time. */
export type Channel = {
  /** Resolves when the piece is taken, or when the consumer has stopped. */
  readonly push: (piece: Uint8Array) => Promise<void>;
  /** No more pieces follow. */
  readonly end: () => void;
  /** The consumer has stopped, or never started. */
  readonly abandon: () => void;
  readonly pieces: AsyncIterable<Uint8Array>;
};

type Waiting = { readonly piece: Uint8Array; readonly taken: () => void };

export const createChannel = (): Channel => {
  let waiting: Waiting | null = null;
  let wanted: (() => void) | null = null;
  let [ended, abandoned] = [false, false];

  const wake = (): void => {
    wanted?.();
    wanted = null;
  };

  const take = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    for (;;) {
      const next = waiting;
      if (next) {
        waiting = null;
        next.taken();
        return { done: false, value: next.piece };
      }
      if (ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wanted = resolve;
      });
    }
  };

  /** The writer has failed: further pieces are discarded. */
  const abandon = (): void => {
    abandoned = true;
    waiting?.taken();
    waiting = null;
  };

  const leave = (): Promise<IteratorResult<Uint8Array, undefined>> => {
    abandon();
    return Promise.resolve({ done: true, value: undefined });
  };

  return {
    push: (piece) =>
      new Promise((resolve) => {
        if (abandoned) {
          resolve();
          return;
        }
        waiting = { piece, taken: resolve };
        wake();
      }),
    end: () => {
      ended = true;
      wake();
    },
    abandon,
    pieces: { [Symbol.asyncIterator]: () => ({ next: take, return: leave }) },
  };
};
