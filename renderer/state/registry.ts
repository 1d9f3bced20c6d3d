import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { isLocal, menuEntries, menuIds, type MenuEntry, type MenuId } from '../../shared/contract/menu.ts';
import { menuTexts } from '../../shared/texts/menu.ts';
import type { User } from '../../shared/contract/office.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { Actions } from './actions.ts';
import { useApp, type AppState } from './store.ts';
import { saveTyped } from './typed.ts';

/** The dependencies of actions. */
export type ActionContext = {
  readonly actions: Actions;
  /** The user who is signed in to the office; null outside an office. */
  readonly user: User | null;
  /** Whether the user's role in the office allows an action; outside an office, the only user may do all. */
  readonly mayRun: (id: MenuId) => boolean;
};

/** One user action. Menus, shortcuts, buttons and the list of keys are built from these. */
export type Action = {
  readonly id: MenuId;
  readonly label: Bilingual;
  /** The key works only in one part of the window, which handles it while focused. */
  readonly isLocal: boolean;
  readonly isEnabled: (state: AppState, context: ActionContext) => boolean;
  /** False if this host, account or user can never run it here; menus leave it out. */
  readonly isOffered: (state: AppState, context: ActionContext) => boolean;
  readonly run: (context: ActionContext) => void | Promise<void>;
};

/** What a window-wide action does. Without `isEnabled` it is enabled wherever it is offered. */
export type Definition = Pick<Action, 'run'> & Partial<Pick<Action, 'isEnabled' | 'isOffered'>>;

const actionFrom = (entry: MenuEntry, definition: Definition | null): Action => ({
  id: entry.id,
  label: menuTexts[entry.id],
  isLocal: isLocal(entry),
  // An action without a definition is disabled.
  isEnabled: definition ? (definition.isEnabled ?? (() => true)) : () => false,
  isOffered: definition?.isOffered ?? (() => true),
  run: definition?.run ?? (() => undefined),
});

const entryOf = new Map(menuEntries.map((entry) => [entry.id, entry]));

let defined: Readonly<Partial<Record<MenuId, Definition>>> = {};
let context: ActionContext | null = null;

/** Actions that components add while they are shown; null disables an action. */
type PlacedActions = Readonly<Partial<Record<MenuId, (() => void) | null>>>;

/** Newest last: if two components define an action, the newer one wins. */
let places: readonly RefObject<PlacedActions>[] = [];
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Registers the actions of the whole window. */
export const registerActions = (
  definitions: Readonly<Partial<Record<MenuId, Definition>>>,
  shared: ActionContext,
): void => {
  defined = definitions;
  context = shared;
  tell();
};

/** Adds actions while the component is shown. */
export const usePlacedActions = (placed: PlacedActions): void => {
  // Only whether an action is enabled triggers updates; the function is looked up when it runs.
  const meaning = menuIds.filter((id) => placed[id]).join(' ');
  const place = useRef(placed);
  useEffect(() => {
    place.current = placed;
  });
  useEffect(() => {
    places = [...places, place];
    return () => {
      places = places.filter((other) => other !== place);
      tell();
    };
  }, []);
  useEffect(tell, [meaning]);
};

const placedRun = (id: MenuId): (() => void) | null =>
  places.findLast(({ current }) => current[id])?.current[id] ?? null;

/** The current action for an id. */
export const actionOf = (id: MenuId): Action => {
  const entry = entryOf.get(id);
  if (!entry) throw new Error(`No menu entry ${id}`);
  const placed = placedRun(id);
  return actionFrom(entry, placed ? { run: placed } : (defined[id] ?? null));
};

const isOffered = (id: MenuId): boolean =>
  context !== null && context.mayRun(id) && actionOf(id).isOffered(useApp.getState(), context);

export const isEnabled = (id: MenuId): boolean =>
  context !== null && isOffered(id) && actionOf(id).isEnabled(useApp.getState(), context);

/** Saves what was typed, and runs an action if it is enabled. */
export const runAction = async (id: MenuId): Promise<void> => {
  saveTyped();
  if (context && isEnabled(id)) await actionOf(id).run(context);
};

/** Calls back whenever the state or the set of actions changes. */
export const onActionsChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  const stop = useApp.subscribe(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
};

const enabledNow = (): string => menuIds.filter(isEnabled).join(' ');

export const useDisabledActions = (): readonly MenuId[] => {
  const enabled = new Set(useSyncExternalStore(onActionsChange, enabledNow).split(' '));
  return menuIds.filter((id) => !enabled.has(id));
};

const offeredNow = (): string => menuIds.filter(isOffered).join(' ');

/** The actions that this host, account and user have at all. */
export const useOfferedActions = (): ReadonlySet<string> =>
  new Set(useSyncExternalStore(onActionsChange, offeredNow).split(' '));

/** Whether one action is enabled now. */
export const useIsEnabled = (id: MenuId): boolean =>
  useSyncExternalStore(onActionsChange, () => isEnabled(id));
