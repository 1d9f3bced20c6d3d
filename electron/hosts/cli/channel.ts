/** Hands pieces from who makes them to who writes them, one at a time. */
export type Channel = {
  /** Resolves once the piece is taken, or nobody takes any more. */
  readonly push: (piece: Uint8Array) => Promise<void>;
  /** Nothing comes any more. */
  readonly end: () => void;
  /** Nobody takes any more, or ever did. */
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

  /** Whoever wrote has given up: what is still made is thrown away. */
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
