import type { ChosenKeys } from '../../shared/contract/chosen-keys.ts';
import * as known from '../../shared/contract/local-keys.ts';
import type { MenuId } from '../../shared/contract/menu.ts';
import { useApp } from './store.ts';

const none: ChosenKeys = {};

/** The keys that the user has chosen. */
export const chosenKeys = (): ChosenKeys => useApp.getState().info?.settings.keys ?? none;
export const useChosenKeys = (): ChosenKeys => useApp(({ info }) => info?.settings.keys ?? none);

type CommandId = MenuId | known.LocalKey;

/** The command of a part of the window whose keys are pressed; null for none. */
export const localKeyOf = <Id extends CommandId>(event: known.PressedKeys, ids: readonly Id[]): Id | null =>
  known.localKeyOf(event, ids, chosenKeys());

/** Whether the key of a command is released, whatever else is held. */
export const isReleased = (event: Pick<known.PressedKeys, 'key'>, id: CommandId): boolean =>
  known.isReleased(event, id, chosenKeys());
