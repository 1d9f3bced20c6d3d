import type { Size } from './shapes.ts';

export type DeviceSize = Size & { readonly pixelRatio: number };

export const sameSize = (one: DeviceSize, other: DeviceSize): boolean =>
  one.width === other.width && one.height === other.height && one.pixelRatio === other.pixelRatio;

/**
 * Tells the size of an element in whole CSS pixels with the device pixels for each, now and whenever either changes
 * (a window dragged to another screen, a page that is zoomed). Returns what ends the watch.
 */
export const watchSize = (element: HTMLElement, changed: (size: DeviceSize) => void): (() => void) => {
  const ending = new AbortController();
  const { signal } = ending;
  const tell = (): void =>
    changed({ width: element.clientWidth, height: element.clientHeight, pixelRatio: devicePixelRatio });
  const observer = new ResizeObserver(tell);
  observer.observe(element);
  // A page that is zoomed tells by a resize; a window on another screen may tell only by its resolution.
  addEventListener('resize', tell, { signal });
  const watchRatio = (): void => {
    const now = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    now.addEventListener('change', ratioChanged, { once: true, signal });
  };
  const ratioChanged = (): void => {
    tell();
    watchRatio();
  };
  watchRatio();
  tell();
  return () => {
    observer.disconnect();
    ending.abort();
  };
};
