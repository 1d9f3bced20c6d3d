import { useSyncExternalStore } from 'react';
import { menuIds, type MenuId } from '../../../shared/contract/menu.ts';
import { useApp } from '../../state/store.ts';
import { onPlacedChange } from './placed.ts';
import { isTextField } from './from-menu.ts';
import { isEnabled } from './run-command.ts';

/** Told whenever the window's state or the place of an action changes. */
const subscribe = (listener: () => void): (() => void) => {
  const stops = [useApp.subscribe(listener), onPlacedChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

const enabledNow = (): string => menuIds.filter(isEnabled).join(' ');

/** What is being typed has a history of its own. */
const meansSomething = (id: MenuId): boolean =>
  isEnabled(id) || ((id === 'undo' || id === 'redo') && isTextField(document.activeElement));

/** Tells what means something now to the system's menu, at once and at each change. */
export const followEnabled = (tell: (ids: readonly MenuId[]) => void): (() => void) => {
  let told: string | null = null;
  const look = (): void => {
    const now = menuIds.filter(meansSomething);
    if (now.join(' ') === told) return;
    told = now.join(' ');
    tell(now);
  };
  const stopFocus = new AbortController();
  const { signal } = stopFocus;
  addEventListener('focusin', look, { signal });
  // The focus has left, and not yet come to where it goes.
  addEventListener('focusout', () => queueMicrotask(look), { signal });
  look();
  const stopState = subscribe(look);
  return () => {
    stopFocus.abort();
    stopState();
  };
};

/** The actions of the menus that mean nothing now. */
export const useDisabledActions = (): readonly MenuId[] => {
  const enabled = new Set(useSyncExternalStore(subscribe, enabledNow).split(' '));
  return menuIds.filter((id) => !enabled.has(id));
};
