/**
 * The row that a key moves to from `index` (-1: no row yet) among `count` rows, of which `page` are visible.
 * Null if the key does not move.
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
