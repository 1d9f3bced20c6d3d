import { z } from 'zod';
import type { KeyValueStore } from '../../credentials/host.ts';

/** In the system's own pixels, which a screen of twice the density counts as one of every four. */
export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type WindowPlace = { readonly bounds: Rectangle; readonly maximized: boolean };

/** Where a new window goes: without x and y the system centres it. */
export type OpeningPlace = {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
};

const storeKey = 'window';
const usual = { width: 1440, height: 900 };
export const smallest = { width: 800, height: 600 };
/** So much of a window has to be on a screen for the user to be able to take hold of it. */
const holdable = { width: 120, height: 48 };

const length = z.int().min(1).max(100_000);
const place = z.int().min(-100_000).max(100_000);
const keptSchema = z.object({
  bounds: z.object({ x: place, y: place, width: length, height: length }),
  maximized: z.boolean(),
});

/** The place that was kept; null where there is none, or none that can be read. */
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

/** The area on which most of the window lies, if that is enough to take hold of it. */
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
 * Where the window opens: where it was, moved and made smaller so that the whole of it is on that screen; on the first
 * screen where the one it was on is gone.
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
