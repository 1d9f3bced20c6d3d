/** Caches the values that were used last. */
type LastUsed<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly keep: (key: Key, value: Value) => void;
};

/** @param most maximum number of cached values */
export const lastUsed = <Key, Value>(most: number): LastUsed<Key, Value> => {
  const kept = new Map<Key, Value>();
  return {
    get: (key) => kept.get(key),
    keep: (key, value) => {
      kept.delete(key);
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
};
