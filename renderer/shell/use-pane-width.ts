import { useState } from 'react';
import { useOnResize, useRem } from '../ui/use-rem.ts';
import { firstWidth, leastWideWindow, widthWithin, type Pane } from '../state/pane-widths.ts';

const keyOf = (pane: Pane) => `width.${pane}`;

/** The saved width of a pane; null if the browser stored nothing. */
const keptWidth = (pane: Pane): number | null => {
  try {
    const width = Number(localStorage.getItem(keyOf(pane)));
    return width > 0 ? widthWithin(pane, width) : null;
  } catch {
    return null;
  }
};

const keepWidth = (pane: Pane, width: number): void => {
  try {
    localStorage.setItem(keyOf(pane), String(width));
  } catch {
    // Storage may be disabled.
  }
};

export const useWindowWidth = (): number => useOnResize(() => window.innerWidth);

/** Whether the window is too narrow for panes side by side, because it is small or its text is large. */
export const useIsNarrow = (): boolean => useWindowWidth() < useRem(leastWideWindow);

/** A pane's width as set by the user, else its share of the window. */
export const usePaneWidth = (pane: Pane): readonly [number, (width: number) => void] => {
  const windowWidth = useWindowWidth();
  const [width, setWidth] = useState(() => keptWidth(pane));
  const set = (next: number) => {
    setWidth(next);
    keepWidth(pane, next);
  };
  return [width ?? firstWidth(pane, windowWidth), set];
};
