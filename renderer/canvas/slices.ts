/** The environment that a sliced task needs. */
export type SliceHost = {
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /** Runs a task soon, after pending input. Returns a function that cancels it. */
  readonly defer: (task: () => void) => () => void;
};

const nothing = (): void => {};

/**
 * Runs a long task in slices of `budget` milliseconds, so that input is handled in between.
 * @returns a function that stops the task; `done` is then not called
 */
export const runSliced = <Value>(
  host: SliceHost,
  steps: Generator<undefined, Value>,
  budget: number,
  done: (value: Value) => void,
): (() => void) => {
  let cancel = nothing;
  const slice = (): void => {
    const until = host.now() + budget;
    do {
      const step = steps.next();
      if (step.done) return done(step.value);
    } while (host.now() < until);
    cancel = host.defer(slice);
  };
  cancel = host.defer(slice);
  return () => cancel();
};

/** The browser's clock and message queue. A timer would wait four milliseconds between slices. */
export const browserSliceHost: SliceHost = {
  now: () => performance.now(),
  defer: (task) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      task();
    });
    port1.start();
    port2.postMessage(null);
    return () => port1.close();
  },
};
