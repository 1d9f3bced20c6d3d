import { useSyncExternalStore } from 'react';

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const listen = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** CSS pixels of a number of rem, updated when the user changes the text size. */
export const useRem = (rem: number): number => Math.round(useSyncExternalStore(listen, rootSize) * rem);
