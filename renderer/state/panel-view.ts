import type { ServiceId } from '../../shared/services/service.ts';
import type { FacePack } from '../../shared/face/pack.ts';
import { useFaceView } from './face-view.ts';
import { useApp } from './store.ts';
import { create } from 'zustand';
import { onKeptView, readLocal, storeLocal } from './local-storage.ts';
import type { ReadableState } from './read-store.ts';

export type Pane = 'list' | ServiceId;

type Bounds = { readonly least: number; readonly most: number; readonly share: number };

/** Bounds of the side panes in CSS pixels, and their default share of the window. */
export const paneBounds: Readonly<Record<Pane, Bounds>> = {
  list: { least: 180, most: 420, share: 0.2 },
  'vat-invoice': { least: 300, most: 720, share: 0.31 },
  'face-detect': { least: 300, most: 800, share: 0.36 },
};

/** Below this width of the window, in rem, the panes are stacked. */
export const leastWideWindow = 53.75;

/** Minimum width of the picture, in CSS pixels. */
const leastPicture = 320;

/** Minimum and maximum of a pane's default width, for readability. */
const readable: Readonly<Record<Pane, readonly [number, number]>> = {
  list: [232, 340],
  'vat-invoice': [344, 460],
  'face-detect': [368, 560],
};

export const widthWithin = (pane: Pane, width: number): number => {
  const { least, most } = paneBounds[pane];
  return Math.round(Math.min(most, Math.max(least, width)));
};

/** The default width of a pane: its share of the window within the readable range. */
export const firstWidth = (pane: Pane, windowWidth: number): number => {
  const [least, most] = readable[pane];
  return Math.round(Math.min(most, Math.max(least, windowWidth * paneBounds[pane].share)));
};

/** Fits both widths into the window: the panel shrinks first, then the list. */
export const fittedWidths = (
  list: number,
  panel: number,
  windowWidth: number,
): { readonly list: number; readonly panel: number } => {
  const missing = Math.max(0, list + panel + leastPicture - windowWidth);
  const fromPanel = Math.min(missing, Math.max(0, panel - paneBounds['vat-invoice'].least));
  const fromList = Math.min(missing - fromPanel, Math.max(0, list - paneBounds.list.least));
  return { list: list - fromList, panel: panel - fromPanel };
};

/** The current threshold of confidence; while the slider moves, its position. */
export const useThreshold = (): number => {
  const kept = useApp((state) => state.info?.settings.faceThreshold ?? 0);
  return useFaceView((view) => view.sliding) ?? kept;
};

/** Whether the threshold hides a face. */
export const isWeakAt = (pack: FacePack, i: number, threshold: number): boolean =>
  pack.scores[i]! < threshold;

/** Number of faces that the threshold hides. */
export const countWeak = (pack: FacePack, threshold: number): number => {
  let count = 0;
  for (let i = 0; i < pack.count; i += 1) if (isWeakAt(pack, i, threshold)) count += 1;
  return count;
};

/** comfortable: every value with its crop of the picture; compact: only those that need review. */
export const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];

type PanelView = { readonly density: Density };

const key = 'density';

const keptPanel = (): PanelView => {
  const kept = readLocal(key);
  return { density: densities.find((density) => density === kept) ?? 'compact' };
};

const store = create<PanelView>(keptPanel);
onKeptView(() => store.setState(keptPanel()));

export const usePanelView: ReadableState<PanelView> = store;

export const setDensity = (density: Density): void => {
  store.setState({ density });
  storeLocal(key, density);
};
