/**
 * Runs tasks one after the other. A failed task does not stop the next one.
 * @param hurry what lets the waiting tasks start at once, in their order
 */
export const createTurn = (hurry?: () => Promise<unknown>) => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: <Value>(task: () => Promise<Value>): Promise<Value> => {
      const done = (hurry ? Promise.race([last, hurry()]) : last).then(task);
      last = done.catch(() => undefined);
      return done;
    },
    /** Resolves when all tasks so far have ended. */
    ended: async (): Promise<void> => {
      await last;
    },
  };
};
