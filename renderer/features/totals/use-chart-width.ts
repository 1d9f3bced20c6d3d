import { useCallback, useState, type RefCallback } from 'react';

/** The width of a chart on the screen in CSS pixels; `first` until it is known. */
export const useChartWidth = (first: number): readonly [RefCallback<SVGSVGElement>, number] => {
  const [width, setWidth] = useState(first);
  const watch = useCallback((element: SVGSVGElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(1, Math.round(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, width];
};
