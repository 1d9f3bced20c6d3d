import { useEffect, useRef, type RefObject } from 'react';
import type { MenuId } from '../../../shared/contract/menu.ts';

/** The actions that only a place of the window can do, while it stands. */
const placedIds = [
  'remove',
  'treat',
  'record',
  'keepMine',
  'takeReading',
  'addLine',
  'deleteLine',
  'mergeLine',
  'moveCellUp',
  'moveCellDown',
  'moveCellLeft',
  'moveCellRight',
  'fitPage',
  'fitWidth',
  'actualSize',
  'zoomIn',
  'zoomOut',
  'turnLeft',
  'turnRight',
  'nextLayer',
  'bare',
  'drawFace',
  'excludeFaces',
  'includeFaces',
  'facePictures',
] as const satisfies readonly MenuId[];
type PlacedId = (typeof placedIds)[number];

export const isPlaced = (id: MenuId): id is PlacedId => placedIds.some((placed) => placed === id);

/** What actions do in the place that has them; null where one means nothing now. */
export type Placed = Readonly<Partial<Record<PlacedId, (() => void) | null>>>;

/** The newest last: of two places that have an action, the one that came later answers. */
let places: readonly RefObject<Placed>[] = [];
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** What an action does now, where a place of the window has it. */
export const placedAction = (id: PlacedId): (() => void) | null =>
  places.findLast(({ current }) => current[id])?.current[id] ?? null;

/** Told whenever an action may have gained or lost its meaning. */
export const onPlacedChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Gives actions of the menus to the place that has them, for as long as it stands. */
export const usePlaced = (placed: Placed): void => {
  // Only whether there is something to do is worth a word; what it is, is asked when it is done.
  const meaning = placedIds.filter((id) => placed[id]).join(' ');
  const place = useRef(placed);
  useEffect(() => {
    place.current = placed;
  });
  useEffect(() => {
    places = [...places, place];
    return () => {
      places = places.filter((other) => other !== place);
      tell();
    };
  }, []);
  useEffect(tell, [meaning]);
};
