/** Runs tasks one after the other. A failed task does not stop the next one. */
export const createTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: <Value>(task: () => Promise<Value>): Promise<Value> => {
      const done = last.then(task);
      last = done.catch(() => undefined);
      return done;
    },
    /** Resolves when all tasks so far have ended. */
    ended: async (): Promise<void> => {
      await last;
    },
  };
};
