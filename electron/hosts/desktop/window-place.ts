import { z } from 'zod';
import type { KeyValueStore } from '../../credentials/host.ts';

/** In the system's own pixels. On a screen of double density, one of them has four physical pixels. */
export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

type WindowPlace = { readonly bounds: Rectangle; readonly maximized: boolean };

/** The place of a new window; without x and y the system centres it. */
type OpeningPlace = {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
};

const storeKey = 'window';
const usual = { width: 1440, height: 900 };
export const smallest = { width: 800, height: 600 };
/** This much of a window must be on a screen, so that the user can drag it. */
const holdable = { width: 120, height: 48 };

const length = z.int().min(1).max(100_000);
const place = z.int().min(-100_000).max(100_000);
const keptSchema = z.object({
  bounds: z.object({ x: place, y: place, width: length, height: length }),
  maximized: z.boolean(),
});

/** The saved place; null if there is none, or if it can't be read. */
export const keptPlace = (store: KeyValueStore): WindowPlace | null => {
  const kept = keptSchema.safeParse(store.get(storeKey));
  return kept.success ? kept.data : null;
};

export const keepPlace = (store: KeyValueStore, kept: WindowPlace): void => {
  const { x, y, width, height } = kept.bounds;
  const parsed = keptSchema.safeParse({ ...kept, bounds: { x, y, width, height } });
  if (parsed.success) store.set(storeKey, parsed.data);
};

const overlap = (from: number, length_: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length_, otherFrom + otherLength) - Math.max(from, otherFrom);

/** The screen area with the largest part of the window, if that part is large enough to drag. */
const screenOf = (bounds: Rectangle, areas: readonly Rectangle[]): Rectangle | null => {
  const shares = areas.map((area) => ({
    area,
    width: overlap(bounds.x, bounds.width, area.x, area.width),
    height: overlap(bounds.y, bounds.height, area.y, area.height),
  }));
  const [most] = shares
    .filter(({ width, height }) => width >= holdable.width && height >= holdable.height)
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
  return most?.area ?? null;
};

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/**
 * The place of the opening window: its last one, moved and shrunk to fit that screen; the first screen if that one
 * is missing.
 * @param areas of the screens, without task bars and docks; the main screen's first
 */
export const openingPlace = (kept: WindowPlace | null, areas: readonly Rectangle[]): OpeningPlace => {
  const screen = kept && screenOf(kept.bounds, areas);
  const area = screen ?? areas[0];
  const wanted = kept?.bounds ?? usual;
  const least = {
    width: Math.min(smallest.width, area?.width ?? smallest.width),
    height: Math.min(smallest.height, area?.height ?? smallest.height),
  };
  const width = clamp(wanted.width, least.width, area?.width ?? wanted.width);
  const height = clamp(wanted.height, least.height, area?.height ?? wanted.height);
  const maximized = kept?.maximized ?? false;
  if (!screen || !kept) return { width, height, maximized };
  return {
    x: clamp(kept.bounds.x, screen.x, screen.x + screen.width - width),
    y: clamp(kept.bounds.y, screen.y, screen.y + screen.height - height),
    width,
    height,
    maximized,
  };
};
