import type { ServiceId } from '../../shared/services/service.ts';

export type Pane = 'list' | ServiceId;

type Bounds = { readonly least: number; readonly most: number; readonly share: number };

/** Widths of the panes at the sides, in CSS pixels, and the share of the window that each takes by itself. */
export const paneBounds: Readonly<Record<Pane, Bounds>> = {
  list: { least: 180, most: 420, share: 0.2 },
  'vat-invoice': { least: 300, most: 720, share: 0.31 },
  'face-detect': { least: 300, most: 800, share: 0.36 },
};

/** Below this width of the window, in rem, the panes don't stand side by side. */
export const leastWideWindow = 53.75;

/** The picture keeps at least this width. */
const leastPicture = 320;

/** What reads well: least and most of the width that a pane takes by itself. */
const readable: Readonly<Record<Pane, readonly [number, number]>> = {
  list: [224, 280],
  'vat-invoice': [344, 460],
  'face-detect': [368, 560],
};

export const widthWithin = (pane: Pane, width: number): number => {
  const { least, most } = paneBounds[pane];
  return Math.round(Math.min(most, Math.max(least, width)));
};

/** Before the user moves a pane: its share of the window, within what reads well. */
export const firstWidth = (pane: Pane, windowWidth: number): number => {
  const [least, most] = readable[pane];
  return Math.round(Math.min(most, Math.max(least, windowWidth * paneBounds[pane].share)));
};

/** The two widths as a window has room for them: first the figures give way, then the list. */
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
