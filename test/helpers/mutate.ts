/** A random source from 0 (inclusive) to 1 (exclusive), determined by its seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Mutation = (bytes: Buffer, random: () => number, other: Buffer) => Buffer;

const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

const mutations: readonly Mutation[] = [
  // Truncated anywhere.
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  // Flipped bits, a few or many.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    const flips = 1 + below(random, random() < 0.5 ? 4 : 400);
    for (let flip = 0; flip < flips; flip += 1) {
      const at = below(random, copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << below(random, 8));
    }
    return copy;
  },
  // The header of another file.
  (bytes, random, other) => {
    const length = Math.min(other.length, bytes.length, 4 + below(random, 60));
    return Buffer.concat([other.subarray(0, length), bytes.subarray(length)]);
  },
  // Bits flipped in the first bytes, which contain sizes and offsets.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let flip = 0; flip < 3; flip += 1) {
      const at = 8 + below(random, Math.min(200, copy.length - 9));
      copy[at] = below(random, 256);
    }
    return copy;
  },
  // A part removed or duplicated.
  (bytes, random) => {
    const [from, to] = [below(random, bytes.length), below(random, bytes.length)];
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
];

/** A damaged file: truncated, with flipped bits, or with another file's header. */
export const mutate = (bytes: Buffer, random: () => number, other: Buffer): Buffer =>
  mutations[below(random, mutations.length)]?.(bytes, random, other) ?? bytes;
