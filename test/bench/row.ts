/** A figure beside its floor or peer, both measured in the same run. */
export type BenchRow = {
  readonly name: string;
  /** With unit. */
  readonly measured: string;
  readonly floor: string;
  /** Measured by floor; held where it is at most the limit. */
  readonly ratio: number;
  readonly limit: number;
};
