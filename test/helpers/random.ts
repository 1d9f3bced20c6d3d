/** A seeded random source, so that a failing case can be reproduced. */
export type Random = {
  /** In [0, 1). */
  readonly next: () => number;
  /** In [from, to). */
  readonly between: (from: number, to: number) => number;
  /** From and to inclusive. */
  readonly whole: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly shuffle: <Item>(items: readonly Item[]) => Item[];
};

/** Marsaglia's xorshift on 32 bits, after several rounds to spread small seeds. */
export const randomFrom = (seed: number): Random => {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  const step = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let round = 0; round < 8; round += 1) step();
  const next = () => step() / 0x1_0000_0000;
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = whole(0, last);
      const [one, two] = [shuffled[last], shuffled[other]];
      if (one === undefined || two === undefined) continue;
      [shuffled[last], shuffled[other]] = [two, one];
    }
    return shuffled;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    whole,
    chance: (probability) => next() < probability,
    pick,
    shuffle,
  };
};
