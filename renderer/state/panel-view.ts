import { create } from 'zustand';
import { readLocal, storeLocal } from './local-storage.ts';
import type { ReadableState } from './read-store.ts';

/** comfortable: every value with its crop of the picture; compact: only those that need review. */
export const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];

type PanelView = { readonly density: Density };

const key = 'density';

const store = create<PanelView>(() => {
  const kept = readLocal(key);
  return { density: densities.find((density) => density === kept) ?? 'compact' };
});

export const usePanelView: ReadableState<PanelView> = store;

export const setDensity = (density: Density): void => {
  store.setState({ density });
  storeLocal(key, density);
};
