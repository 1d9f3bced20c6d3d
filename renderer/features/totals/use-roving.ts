import { useRef, useState, type KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Makes the marks of a chart one Tab stop. Arrows, Home and End move between marks; Enter and Space choose. */
export const useRoving = (count: number, onPick: (index: number) => void) => {
  const [active, setActive] = useState(0);
  const marks = useRef(new Map<number, SVGElement>());
  const stop = Math.min(active, count - 1);

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = steps[event.key];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: count - 1 };
    const next = step === undefined ? ends[event.key] : Math.min(count - 1, Math.max(0, index + step));
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
      marks.current.get(next)?.focus();
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPick(index);
    }
  };

  /** The attributes of the element that shows the mark at an index. */
  return (index: number) => ({
    role: 'button',
    tabIndex: index === stop ? 0 : -1,
    ref: (element: SVGElement | null) => {
      if (element) marks.current.set(index, element);
      return () => {
        marks.current.delete(index);
      };
    },
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    onClick: () => {
      setActive(index);
      onPick(index);
    },
  });
};
