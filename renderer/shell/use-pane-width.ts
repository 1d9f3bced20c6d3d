import { useEffect, useState } from 'react';
import { useOnResize, useRem } from '../ui/use-rem.ts';
import { onKeptView, readLocal, storeLocal } from '../state/local-storage.ts';
import { firstWidth, leastWideWindow, widthWithin, type Pane } from '../state/panel-view.ts';

const keyOf = (pane: Pane) => `width.${pane}`;

/** The saved width of a pane; null if the browser stored nothing. */
const keptWidth = (pane: Pane): number | null => {
  const width = Number(readLocal(keyOf(pane)));
  return width > 0 ? widthWithin(pane, width) : null;
};

export const useWindowWidth = (): number => useOnResize(() => window.innerWidth);

/** Whether the window is too narrow for panes side by side, because it is small or its text is large. */
export const useIsNarrow = (): boolean => useWindowWidth() < useRem(leastWideWindow);

/** A pane's width as set by the user, else its share of the window. */
export const usePaneWidth = (pane: Pane): readonly [number, (width: number) => void] => {
  const windowWidth = useWindowWidth();
  const [width, setWidth] = useState(() => keptWidth(pane));
  useEffect(() => onKeptView(() => setWidth(keptWidth(pane))), [pane]);
  const set = (next: number) => {
    setWidth(next);
    storeLocal(keyOf(pane), String(next));
  };
  return [width ?? firstWidth(pane, windowWidth), set];
};
