import { keyOf } from '../../shared/contract/chosen-keys.ts';
import { allKeysOf } from '../../shared/contract/local-keys.ts';
import { menuEntries, type MenuId } from '../../shared/contract/menu.ts';
import { shownKeys, withKeys } from '../../shared/contract/shown-keys.ts';
import { useChosenKeys } from '../state/keys.ts';
import { useIsInCells } from '../state/shown-rows.ts';
import { useApp } from '../state/store.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';

/** The key of an action as the user has it, in the signs of the user's keyboard; null for none. */
export const useShownKeys = (): ((id: MenuId) => string | null) => {
  const platform = useApp((state) => state.info?.platform ?? '');
  const chosen = useChosenKeys();
  return (id) => {
    const entry = menuEntries.find((known) => known.id === id);
    const keys = entry ? keyOf(entry, chosen) : null;
    return keys === null ? null : shownKeys(keys, platform);
  };
};

/** The same without keys that mean something else at the focus: in cells of the table, Delete empties them. */
export const useKeysHere = (): ((id: MenuId) => string | null) => {
  const keysOf = useShownKeys();
  const isInCells = useIsInCells();
  const chosen = useChosenKeys();
  const removing = allKeysOf('remove', chosen);
  const isEmptying = isInCells && allKeysOf('empty').some((keys) => removing.includes(keys));
  return (id) => (id === 'remove' && isEmptying ? null : keysOf(id));
};

/** Puts the user's keys into one of our own texts, without the user's names in it. */
export const useWithKeys = (): ((text: string) => string) => {
  const { language } = useTexts();
  const platform = useApp((state) => state.info?.platform ?? '');
  const chosen = useChosenKeys();
  return (text) => withKeys(text, language, platform, chosen);
};
