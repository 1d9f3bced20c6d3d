/** A figure with its floor or peer, both measured in the same run. */
export type BenchRow = {
  readonly name: string;
  /** With its unit. */
  readonly measured: string;
  readonly floor: string;
  /** Measured divided by floor; it holds if it is at most the limit. */
  readonly ratio: number;
  readonly limit: number;
};
