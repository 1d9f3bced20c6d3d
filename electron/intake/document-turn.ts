type Waiting = { readonly document: string; readonly begin: () => Promise<void> };

type TurnTimes = {
  /** How long a document that others wait for has for its next task, in milliseconds. */
  readonly graceMs?: number;
  /** How long a document that others wait for has its turn, in milliseconds. */
  readonly mostMs?: number;
};

/**
 * Runs tasks about documents one after the other. Those of the document whose turn it is precede, because opening another
 * one takes long. A failed task does not stop the next one.
 */
export const createDocumentTurn = ({ graceMs = 100, mostMs = 10_000 }: TurnTimes = {}) => {
  const waiting: Waiting[] = [];
  let current: { readonly document: string; readonly sinceMs: number } | null = null;
  let isBusy = false;
  let endedMs = 0;
  let grace: NodeJS.Timeout | undefined;

  const next = (): void => {
    clearTimeout(grace);
    if (isBusy) return;
    const nowMs = performance.now();
    const isCurrent = ({ document }: Waiting): boolean => document === current?.document;
    const isOver = current === null || nowMs - current.sinceMs > mostMs;
    const own = waiting.find(isCurrent);
    const other = waiting.find((one) => !isCurrent(one));
    const chosen = isOver ? (other ?? own) : (own ?? other);
    if (!chosen) return;
    if (chosen === other) {
      const leftMs = isOver ? 0 : endedMs + graceMs - nowMs;
      if (leftMs > 0) {
        grace = setTimeout(next, leftMs);
        return;
      }
      current = { document: chosen.document, sinceMs: nowMs };
    }
    waiting.splice(waiting.indexOf(chosen), 1);
    isBusy = true;
    void chosen.begin().finally(() => {
      isBusy = false;
      endedMs = performance.now();
      next();
    });
  };

  return {
    run: <Value>(document: string, task: () => Promise<Value>): Promise<Value> => {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      waiting.push({ document, begin: () => task().then(resolve, reject) });
      next();
      return promise;
    },
  };
};
