/** Maximum number of refusals that are logged within a minute. */
const maxNoted = 60;
const maxToldApart = 1000;
const windowMs = 60_000;

export type Refusals = {
  /**
   * `note`: logged. `last`: logged with a note that there are more. `silent`: not logged. `flood`: responds
   * with 429.
   */
  readonly next: () => 'note' | 'last' | 'silent' | 'flood';
};

/**
 * Counts refused requests: other pages can make any number of them, and must fill neither the log nor the
 * disk. Requests of the host's own page are not counted.
 * @param now in milliseconds, monotonic
 */
export const createRefusals = (now: () => number): Refusals => {
  let since = now();
  let count = 0;
  return {
    next: () => {
      if (now() - since >= windowMs) {
        since = now();
        count = 0;
      }
      count += 1;
      if (count <= maxNoted) return 'note';
      if (count === maxNoted + 1) return 'last';
      return count <= maxToldApart ? 'silent' : 'flood';
    },
  };
};
