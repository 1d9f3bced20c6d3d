import { useSyncExternalStore } from 'react';

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const listen = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** A value of the window that may change with its size. */
export const useOnResize = <Value>(read: () => Value): Value => useSyncExternalStore(listen, read);

/** CSS pixels of a number of rem, updated when the user changes the text size. */
export const useRem = (rem: number): number => Math.round(useOnResize(rootSize) * rem);
