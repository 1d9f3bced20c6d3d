/** What a sliced task needs of its surroundings. */
export type SliceHost = {
  /** Milliseconds that never run backwards. */
  readonly now: () => number;
  /** Runs a task soon, after input that waits. Returns what calls it off. */
  readonly defer: (task: () => void) => () => void;
};

const nothing = (): void => {};

/**
 * Runs a long task in slices of so many milliseconds, so that input is answered in between.
 * @returns what stops it; `done` is not called then
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

/** The browser's clock, and its message queue: a timer would wait four milliseconds between slices. */
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
