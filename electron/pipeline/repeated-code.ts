/** This many pages in a row with one unlisted code: the cause is not the pages. */
const mostInARow = 4;

/** Detects one unlisted session code on page after page: a licence, a quota, a closed account. */
export type RepeatedCode = {
  /** @returns whether the limit is reached */
  readonly saw: (code: number) => boolean;
  /** Any other end of a call. */
  readonly sawOther: () => void;
};

export const createRepeatedCode = (): RepeatedCode => {
  let last: number | null = null;
  let count = 0;
  return {
    saw: (code) => {
      count = code === last ? count + 1 : 1;
      last = code;
      return count >= mostInARow;
    },
    sawOther: () => {
      last = null;
      count = 0;
    },
  };
};
