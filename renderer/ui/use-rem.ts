import { useCallback, useState, useSyncExternalStore, type RefCallback } from 'react';

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const listen = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** A value of the window that may change with its size. */
export const useOnResize = <Value>(read: () => Value): Value => useSyncExternalStore(listen, read);

/** CSS pixels of a number of rem, updated when the user changes the text size. */
export const useRem = (rem: number): number => Math.round(useOnResize(rootSize) * rem);

/** A ref for an element, and the element's width in CSS pixels without its scrollbar; 0 before it is measured. */
export const useWidth = (): readonly [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, width];
};
