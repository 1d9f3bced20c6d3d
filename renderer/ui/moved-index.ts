/**
 * The row that a key leads to from `index` (-1: none yet) among `count` rows, `page` of which fit in sight; null where
 * the key doesn't move.
 */
export const movedIndex = (key: string, index: number, count: number, page: number): number | null => {
  if (count === 0) return null;
  const last = count - 1;
  const within = (next: number) => Math.min(last, Math.max(0, next));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
};
