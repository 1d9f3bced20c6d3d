import type { ShapeSize } from './shapes.ts';

export type DeviceSize = ShapeSize & { readonly pixelRatio: number };

export const sameSize = (one: DeviceSize, other: DeviceSize): boolean =>
  one.width === other.width && one.height === other.height && one.pixelRatio === other.pixelRatio;

/**
 * Reports the size of an element in whole CSS pixels and the pixel ratio, now and whenever either changes
 * (zoomed page, window moved to another screen). Returns a function that stops watching.
 */
export const watchSize = (element: HTMLElement, changed: (size: DeviceSize) => void): (() => void) => {
  const ending = new AbortController();
  const { signal } = ending;
  const tell = (): void =>
    changed({ width: element.clientWidth, height: element.clientHeight, pixelRatio: devicePixelRatio });
  const observer = new ResizeObserver(tell);
  observer.observe(element);
  // Zooming a page fires a resize; moving the window to another screen may only change its resolution.
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
