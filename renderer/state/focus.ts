import { useCallback, type RefCallback } from 'react';
import type { FieldPath } from '../../shared/invoice/model.ts';

/** Parts of the window that can take the keyboard focus. The component that renders a part registers it. */
type FocusName = 'tabs' | 'list' | 'find' | 'picture' | 'panel' | 'start' | 'files' | `field:${FieldPath}`;

type Place = { readonly holder: HTMLElement; readonly target: () => HTMLElement | null };

/** If several places share a name, the newest is used; the others take over when it is gone. */
const places = new Map<FocusName, readonly Place[]>();

const placeOf = (name: FocusName): Place | undefined => places.get(name)?.at(-1);

/** Registers a place. Returns a function that removes it. */
const registerFocus = (name: FocusName, place: Place): (() => void) => {
  places.set(name, [...(places.get(name) ?? []), place]);
  return () => {
    const left = (places.get(name) ?? []).filter((other) => other !== place);
    if (left.length === 0) places.delete(name);
    else places.set(name, left);
  };
};

/**
 * A ref that registers its element under a name. `selector` finds the element within it that takes the focus.
 * It may refer only to what the same component renders.
 */
export const useFocusTarget = (name: FocusName, selector: string | null = null): RefCallback<HTMLElement> =>
  useCallback(
    (holder: HTMLElement | null) => {
      if (!holder) return undefined;
      const target = () => (selector === null ? holder : holder.querySelector<HTMLElement>(selector));
      return registerFocus(name, { holder, target });
    },
    [name, selector],
  );

/** The element of a place that takes the focus; null if none is registered. */
export const focusElement = (name: FocusName): HTMLElement | null => placeOf(name)?.target() ?? null;

/** Moves the focus to a place; false if there is none. */
export const focusOn = (name: FocusName): boolean => {
  const element = focusElement(name);
  element?.focus();
  return element !== null;
};

const holds = (name: FocusName, element: Element): boolean =>
  placeOf(name)?.holder.contains(element) ?? false;

const panes = ['tabs', 'list', 'picture', 'panel'] as const satisfies readonly FocusName[];

/** Moves the focus to the next or previous pane of the window, wrapping around. */
export const stepPane = (step: 1 | -1): void => {
  const active = document.activeElement;
  const at = panes.findIndex((name) => active && holds(name, active));
  for (let tried = 1; tried <= panes.length; tried += 1) {
    const pane = panes[(at + step * tried + panes.length * 2) % panes.length];
    if (pane && focusOn(pane)) return;
  }
};

/**
 * Watches for keys and clicks from now on. The returned function ends it and returns whether there were any.
 */
const watchInput = (): (() => boolean) => {
  let hasActed = false;
  const note = (): void => {
    hasActed = true;
  };
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) document.addEventListener(event, note, { capture: true });
  return () => {
    for (const event of events) document.removeEventListener(event, note, { capture: true });
    return hasActed;
  };
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

/** Moves the focus to the list after some work, unless the user has done something meanwhile. */
export const leaveForListAfter = async (work: Promise<unknown>): Promise<void> => {
  const hasActed = watchInput();
  try {
    await work;
  } finally {
    if (!hasActed()) leaveForList();
  }
};
