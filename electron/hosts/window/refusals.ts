/** More refusals than this within a minute, and no more are written down until it is over; or told apart. */
const maxNoted = 60;
const maxToldApart = 1000;
const windowMs = 60_000;

export type Refusals = {
  /** `note`: written down; `last`: the one that says there are more; `silent`: those; `flood`: answered 429. */
  readonly next: () => 'note' | 'last' | 'silent' | 'flood';
};

/**
 * Counts refused requests: a page elsewhere can make as many as it likes, and must fill neither the log nor the disk.
 * Requests of the host's own page are none of them.
 * @param now in milliseconds, only ever growing
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
