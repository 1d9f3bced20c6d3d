import { useCallback, type RefCallback } from 'react';
import type { FieldPath } from '../../shared/invoice/model.ts';

/** Parts of the window that can take the keyboard focus. The component that renders a part registers it. */
type FocusName =
  | 'tabs'
  | 'list'
  | 'find'
  | 'picture'
  | 'panel'
  | 'confirm'
  | 'start'
  | 'files'
  | `field:${FieldPath}`;

type Places = Map<FocusName, readonly HTMLElement[]>;

/** If several elements share a name, the newest is used, and the others after it is removed. */
const targets: Places = new Map();
/** The elements around targets, which may be larger than them. */
const areas: Places = new Map();
const waiting = new Set<() => void>();

/** Registers an element. Returns a function that removes it. */
const register = (places: Places, name: FocusName, element: HTMLElement): (() => void) => {
  places.set(name, [...(places.get(name) ?? []), element]);
  for (const look of waiting) look();
  return () => {
    const left = (places.get(name) ?? []).filter((other) => other !== element);
    if (left.length === 0) places.delete(name);
    else places.set(name, left);
  };
};

const useRegistered = (places: Places, name: FocusName): RefCallback<HTMLElement> =>
  useCallback(
    (element: HTMLElement | null) => (element ? register(places, name, element) : undefined),
    [places, name],
  );

/** A ref that registers its element as the one of a place that takes the focus. */
export const useFocusTarget = (name: FocusName): RefCallback<HTMLElement> => useRegistered(targets, name);

/** A ref for the element of a place that contains more than its focus target. */
export const useFocusArea = (name: FocusName): RefCallback<HTMLElement> => useRegistered(areas, name);

/** The element of a place that takes the focus; null if none is registered. */
export const focusElement = (name: FocusName): HTMLElement | null => targets.get(name)?.at(-1) ?? null;

/** Resolves when a place has a focus target, or when the signal aborts. */
const untilRegistered = (name: FocusName, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!signal.aborted && focusElement(name) === null) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    signal.addEventListener('abort', look);
    look();
  });

/** Moves the focus to a place; false if there is none. */
export const focusOn = (name: FocusName): boolean => {
  const element = focusElement(name);
  element?.focus();
  return element !== null;
};

/** Whether a place has the focus. */
export const isFocusOn = (name: FocusName): boolean => focusElement(name) === document.activeElement;

const holds = (name: FocusName, element: Element): boolean =>
  (areas.get(name) ?? targets.get(name))?.at(-1)?.contains(element) ?? false;

const panes = ['tabs', 'list', 'picture', 'panel'] as const satisfies readonly FocusName[];

/** Whether the focus stands behind a pane, such as in the tools between two panes. */
const isBehind = (name: FocusName, active: Element): boolean => {
  const pane = focusElement(name);
  return pane !== null && (pane.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
};

/** Moves the focus to the next or previous pane of the window, wrapping around. */
export const stepPane = (step: 1 | -1): void => {
  const active = document.activeElement;
  const within = panes.findIndex((name) => active && holds(name, active));
  const before = within < 0 && active ? panes.findLastIndex((name) => isBehind(name, active)) : within;
  // Between two panes, the previous one is that before it.
  const from = within < 0 && step < 0 ? before + 1 : before;
  for (let tried = 1; tried <= panes.length; tried += 1) {
    const pane = panes[(from + step * tried + panes.length * 2) % panes.length];
    if (pane && focusOn(pane)) return;
  }
};

/** Aborts at the next key or click, or when `ended` does. */
const untilInput = (ended: AbortSignal): AbortSignal => {
  const acted = new AbortController();
  for (const event of ['keydown', 'pointerdown'] as const)
    document.addEventListener(event, () => acted.abort(), { capture: true, signal: ended });
  return acted.signal;
};

/**
 * After adding documents: moves the focus to the list, where Tab starts its walk. A focused pane keeps the
 * focus.
 */
const leaveForList = (): void => {
  const active = document.activeElement;
  if (active && active !== document.body && !holds('tabs', active) && !holds('start', active)) return;
  focusOn('list');
};

/**
 * Moves the focus to the list after some work, unless the user has done something meanwhile. The list may be
 * loaded later than the work ends.
 */
export const leaveForListAfter = async (work: Promise<unknown>): Promise<void> => {
  const end = new AbortController();
  const acted = untilInput(end.signal);
  const move = async (): Promise<void> => {
    await Promise.allSettled([work]);
    await untilRegistered('list', acted);
    end.abort();
    if (!acted.aborted) leaveForList();
  };
  await Promise.all([work, move()]);
};
