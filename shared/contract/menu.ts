/**
 * Every action that appears in a menu, with its key. The menus of both hosts, the shortcuts and the list of
 * keys are made from this list.
 */

type Entry = {
  readonly id: string;
  /** `Mod` is Command on macOS and Control elsewhere; null if there is none. */
  readonly keys: string | null;
  /** The key belongs to one part of the window, which handles it while focused. */
  readonly local?: true;
};

type Group = { readonly id: string; readonly entries: readonly Entry[] };

export const menuGroups = [
  {
    id: 'file',
    entries: [
      { id: 'add', keys: 'Mod+O' },
      { id: 'samples', keys: null },
      { id: 'export', keys: 'Mod+E' },
      { id: 'exportChoices', keys: 'Mod+Shift+E' },
      { id: 'history', keys: 'Mod+Shift+F' },
      { id: 'totals', keys: 'Mod+Shift+G' },
      { id: 'remove', keys: 'Delete', local: true },
      { id: 'settings', keys: 'Mod+,' },
    ],
  },
  {
    id: 'edit',
    entries: [
      { id: 'undo', keys: 'Mod+Z' },
      { id: 'redo', keys: 'Mod+Shift+Z' },
      { id: 'keepMine', keys: 'F7' },
      { id: 'takeExtraction', keys: 'F8' },
      { id: 'find', keys: 'Mod+F' },
    ],
  },
  {
    id: 'recognition',
    entries: [
      { id: 'retryFailed', keys: 'Shift+F9' },
      { id: 'recognizeAgain', keys: 'F9' },
      { id: 'readHere', keys: null },
      { id: 'readByService', keys: null },
      { id: 'compare', keys: 'Mod+F9' },
      { id: 'sideBySide', keys: 'Mod+Shift+D' },
      { id: 'joinPages', keys: 'Mod+Alt+M' },
      { id: 'splitPages', keys: 'Mod+Alt+S' },
      { id: 'treat', keys: null },
      { id: 'record', keys: null },
      { id: 'pause', keys: null },
      { id: 'resume', keys: null },
      { id: 'cancelAll', keys: null },
    ],
  },
  {
    id: 'lines',
    entries: [
      { id: 'addLine', keys: 'Insert', local: true },
      { id: 'deleteLine', keys: 'Mod+Delete', local: true },
      { id: 'mergeLine', keys: 'Mod+J', local: true },
      { id: 'moveCellUp', keys: 'Mod+ArrowUp', local: true },
      { id: 'moveCellDown', keys: 'Mod+ArrowDown', local: true },
      { id: 'moveCellLeft', keys: 'Mod+ArrowLeft', local: true },
      { id: 'moveCellRight', keys: 'Mod+ArrowRight', local: true },
    ],
  },
  {
    id: 'review',
    entries: [
      { id: 'nextFinding', keys: 'Tab' },
      { id: 'previousFinding', keys: 'Shift+Tab' },
      { id: 'confirm', keys: 'Mod+Enter' },
      { id: 'accept', keys: 'Space', local: true },
      { id: 'confirmClean', keys: 'F4' },
      { id: 'aside', keys: 'Mod+Shift+Enter' },
      { id: 'reopen', keys: 'Mod+Alt+Enter' },
      { id: 'nextPage', keys: 'Alt+ArrowDown' },
      { id: 'previousPage', keys: 'Alt+ArrowUp' },
    ],
  },
  {
    id: 'books',
    entries: [
      { id: 'copyNext', keys: 'Mod+K' },
      { id: 'exportUnverified', keys: null },
      { id: 'matchList', keys: null },
      { id: 'vouchers', keys: null },
      { id: 'archive', keys: null },
      { id: 'print', keys: 'Mod+P' },
      { id: 'rename', keys: null },
    ],
  },
  {
    id: 'picture',
    entries: [
      { id: 'fitPage', keys: '0', local: true },
      { id: 'fitWidth', keys: '2', local: true },
      { id: 'actualSize', keys: '1', local: true },
      { id: 'zoomIn', keys: '+', local: true },
      { id: 'zoomOut', keys: '-', local: true },
      { id: 'turnLeft', keys: '[', local: true },
      { id: 'turnRight', keys: ']', local: true },
      { id: 'nextLayer', keys: 'L', local: true },
      { id: 'bare', keys: 'B', local: true },
    ],
  },
  {
    id: 'face',
    entries: [
      { id: 'drawFace', keys: null },
      { id: 'excludeFaces', keys: null },
      { id: 'includeFaces', keys: null },
      { id: 'facePictures', keys: null },
    ],
  },
  {
    id: 'view',
    entries: [
      { id: 'invoices', keys: 'Mod+Shift+1' },
      { id: 'faces', keys: 'Mod+Shift+2' },
      { id: 'toggleTable', keys: 'F3' },
      { id: 'nextPane', keys: 'F6' },
      { id: 'previousPane', keys: 'Shift+F6' },
    ],
  },
  { id: 'help', entries: [{ id: 'keys', keys: '?' }] },
] as const satisfies readonly Group[];

export type MenuGroup = (typeof menuGroups)[number];
export type MenuEntry = MenuGroup['entries'][number];
export type MenuId = MenuEntry['id'];

export const menuEntries: readonly MenuEntry[] = menuGroups.flatMap(
  (group): readonly MenuEntry[] => group.entries,
);
/** Whether the key of an action belongs to one part of the window. */
export const isLocal = (entry: MenuEntry): boolean => 'local' in entry;
export const menuIds: readonly MenuId[] = menuEntries.map(({ id }) => id);

/** The parts of a key combination. */
type KeyPress = {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
};

export const keyParts = (keys: string): readonly string[] => (keys === '+' ? ['+'] : keys.split('+'));

export const parseKeys = (keys: string): KeyPress => {
  const parts = keyParts(keys);
  return {
    mod: parts.includes('Mod'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
    key: parts.at(-1) ?? '',
  };
};
