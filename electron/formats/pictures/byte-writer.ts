/** Copies the retained parts of a buffer one after the other. */
type Keeper = {
  /** Keeps a range of the source. */
  readonly keep: (from: number, to: number) => void;
  /** Inserts new bytes. */
  readonly put: (bytes: Buffer) => void;
  /** Bytes so far. */
  readonly length: () => number;
  readonly bytes: () => Buffer;
};

/** @param extra room for inserted bytes */
export const createKeeper = (source: Buffer, extra: number): Keeper => {
  // One buffer of the source's size: a list of parts could have millions of entries.
  const kept = Buffer.allocUnsafeSlow(source.length + extra);
  let at = 0;
  return {
    keep: (from, to) => {
      at += source.copy(kept, at, from, to);
    },
    put: (bytes) => {
      at += bytes.copy(kept, at);
    },
    length: () => at,
    bytes: () => kept.subarray(0, at),
  };
};
