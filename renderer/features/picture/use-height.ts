import { useCallback, useState, type RefCallback } from 'react';

/** The current height of an element in CSS pixels. */
export const useHeight = (): readonly [RefCallback<HTMLElement>, number] => {
  const [height, setHeight] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, height];
};
