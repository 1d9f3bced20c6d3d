import { create } from 'zustand';
import type { ReadableState } from './read-store.ts';

/** comfortable: every value with its crop of the picture; compact: only those that need review. */
export const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];

type PanelView = { readonly density: Density };

const key = 'density';

/** If the browser stores nothing, the panel is compact. */
const kept = (): Density => {
  try {
    return densities.find((density) => density === localStorage.getItem(key)) ?? 'compact';
  } catch {
    return 'compact';
  }
};

const store = create<PanelView>(() => ({ density: kept() }));

export const usePanelView: ReadableState<PanelView> = store;

export const setDensity = (density: Density): void => {
  store.setState({ density });
  try {
    localStorage.setItem(key, density);
  } catch {
    // Storage may be disabled.
  }
};
