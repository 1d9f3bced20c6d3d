/** A random source from 0 (inclusive) to 1 (exclusive), determined by its seed (mulberry32). */
export type Random = () => number;

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A whole number from `low` to `high`, both inclusive. */
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[between(random, 0, items.length - 1)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

export const chance = (random: Random, probability: number): boolean => random() < probability;

export const shuffle = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);

export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => between(random, 0, 9)).join('');

/** A stable number for a text (FNV-1a), for use as a seed. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

const cipherAlphabet = Array.from('0123456789+-*/<>');

/** Four lines of 27 characters, like those of the tax control machine. */
export const cipherLines = (random: Random): readonly string[] =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 27 }, () => pick(random, cipherAlphabet)).join(''),
  );
