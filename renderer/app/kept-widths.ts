const keyOf = (pane: string) => `width.${pane}`;

/** The width that the user gave a pane before, in CSS pixels. A browser that keeps nothing loses no more than that. */
export const keptWidth = (pane: string, otherwise: number): number => {
  try {
    const width = Number(localStorage.getItem(keyOf(pane)) ?? '');
    return width >= 100 && width <= 2000 ? width : otherwise;
  } catch {
    return otherwise;
  }
};

export const keepWidth = (pane: string, width: number): void => {
  try {
    localStorage.setItem(keyOf(pane), String(width));
  } catch {
    // Storage may be switched off.
  }
};
