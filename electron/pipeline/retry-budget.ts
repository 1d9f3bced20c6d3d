/**
 * Repeated calls that a batch may make. A success earns one back: if most calls succeed it never runs out,
 * and a dead service gets little more than one call a page.
 */
export type RetryBudget = {
  /** Takes one; false if none is left. */
  readonly spend: () => boolean;
  readonly earn: () => void;
};

const retriesAtOnce = 30;

export const createRetryBudget = (most: number = retriesAtOnce): RetryBudget => {
  let left = most;
  return {
    spend: () => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    earn: () => {
      left = Math.min(most, left + 1);
    },
  };
};
