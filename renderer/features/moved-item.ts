/** The items with the one at `from` at `to`. The same list if either is out of range. */
export const withMoved = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const moved = items[from];
  if (moved === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
};
