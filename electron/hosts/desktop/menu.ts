import { Menu, shell, type MenuItemConstructorOptions } from 'electron';
import { batchLabel } from '../../../shared/texts/phrases.ts';
import { keyOf, type ChosenKeys } from '../../../shared/contract/chosen-keys.ts';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import type { Language } from '../../../shared/language.ts';
import {
  isLocal,
  keyParts,
  menuGroups,
  menuIds,
  parseKeys,
  type MenuEntry,
  type MenuGroup,
  type MenuId,
} from '../../../shared/contract/menu.ts';
import { menuGroupTexts, menuTexts } from '../../../shared/texts/menu.ts';
import type { Graphics } from './graphics.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

type Item = MenuItemConstructorOptions;

export type MenuActions = {
  /** Makes the window perform an action. */
  readonly choose: (id: MenuId) => void;
  /** Whether the action is enabled, according to the window's last message. */
  readonly isEnabled: (id: MenuId) => boolean;
  /** The user's keys. */
  readonly keys: ChosenKeys;
  readonly recent: readonly RecentBatch[];
  readonly open: (batch: RecentBatch) => void;
  readonly about: () => void;
  readonly copyDiagnostics: () => void;
  readonly dataFolder: string;
  readonly graphics: Pick<Graphics, 'isOn' | 'turn'>;
  readonly developer: boolean;
  readonly platform: NodeJS.Platform;
};

const electronKeys: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
};

/**
 * The keys in Electron's notation; null if the menu must not have them. The window handles all keys itself,
 * so the menu only shows them. macOS always handles them too, and would take a bare key away from a text
 * field.
 */
const acceleratorOf = (keys: string | null, platform: NodeJS.Platform): string | null => {
  // The key of the question mark depends on the keyboard.
  if (keys === null || keys === '?') return null;
  const { mod, alt } = parseKeys(keys);
  if (platform === 'darwin' && !mod && !alt) return null;
  return keyParts(keys)
    .map((part) => electronKeys[part] ?? part)
    .join('+');
};

const separator: Item = { type: 'separator' };

const entryItem = (
  entry: MenuEntry,
  language: Language,
  { choose, isEnabled, keys, platform }: MenuActions,
): Item => {
  const { id } = entry;
  // macOS would handle it wherever the focus is.
  const accelerator =
    platform === 'darwin' && isLocal(entry) ? null : acceleratorOf(keyOf(entry, keys), platform);
  return {
    id,
    label: menuTexts[id][language],
    enabled: isEnabled(id),
    click: () => choose(id),
    ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
  };
};

/** An ampersand underlines the next letter; a doubled one is a plain ampersand. */
const asLabel = (text: string): string => text.replaceAll('&', '&&');

const recentMenu = (language: Language, { recent, open }: MenuActions): Item => {
  const texts = shellTexts[language];
  const items = recent.map((batch): Item => ({
    label: asLabel(batchLabel(batch, language, new Date())),
    click: () => open(batch),
  }));
  return {
    label: texts.recent,
    submenu: items.length > 0 ? items : [{ label: texts.noRecent, enabled: false }],
  };
};

/** The system's items in addition to the window's own actions, by menu group. */
const systemItems = (language: Language, actions: MenuActions): Readonly<Record<MenuGroup['id'], Item[]>> => {
  const texts = shellTexts[language];
  const isMac = actions.platform === 'darwin';
  return {
    recognition: [],
    lines: [],
    books: [],
    picture: [],
    face: [],
    file: [
      recentMenu(language, actions),
      separator,
      { label: texts.dataFolder, click: () => void shell.openPath(actions.dataFolder) },
      ...(isMac ? [] : [separator, { role: 'quit', label: texts.quit } as const]),
    ],
    edit: [
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'selectAll', label: texts.selectAll },
    ],
    review: [],
    view: [
      { role: 'reload', label: texts.reload },
      separator,
      { role: 'resetZoom', label: texts.zoomReset },
      { role: 'zoomIn', label: texts.zoomIn },
      { role: 'zoomOut', label: texts.zoomOut },
      separator,
      { role: 'togglefullscreen', label: texts.fullScreen },
      ...(actions.developer ? [{ role: 'toggleDevTools' } as const] : []),
    ],
    help: [
      {
        label: texts.hardwareAcceleration,
        type: 'checkbox',
        checked: actions.graphics.isOn(),
        click: () => actions.graphics.turn(!actions.graphics.isOn()),
      },
      { label: texts.copyDiagnostics, click: actions.copyDiagnostics },
      ...(isMac ? [] : [{ label: texts.about, click: actions.about }]),
    ],
  };
};

/** On macOS the program has its own menu, before the others. */
const macMenu = (language: Language, { about }: MenuActions): Item => {
  const texts = shellTexts[language];
  return {
    label: 'Vouch',
    submenu: [
      { label: texts.about, click: about },
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit', label: texts.quit },
    ],
  };
};

/** The menu as a value; roles have their own keys, and do what the system does. */
export const menuTemplate = (language: Language, actions: MenuActions): Item[] => {
  const system = systemItems(language, actions);
  const groups = menuGroups.map(({ id, entries }): Item => {
    const own = entries.map((entry: MenuEntry) => entryItem(entry, language, actions));
    return {
      label: menuGroupTexts[id][language],
      submenu: system[id].length > 0 ? [...own, separator, ...system[id]] : own,
    };
  });
  return actions.platform === 'darwin'
    ? [macMenu(language, actions), ...groups, { role: 'windowMenu' }]
    : groups;
};

/** Disables inactive items without rebuilding the menu: an open menu stays open. */
export const showEnabled = (isEnabled: MenuActions['isEnabled']): void => {
  const menu = Menu.getApplicationMenu();
  for (const id of menuIds) {
    const item = menu?.getMenuItemById(id);
    if (item) item.enabled = isEnabled(id);
  }
};

export const setMenu = (language: Language, actions: MenuActions): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(language, actions)));
};
