import type { ServiceId } from '../services/service.ts';

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
  /** The window's own menu leaves it out: it has a button in sight, or serves the keyboard. */
  readonly elsewhere?: true;
  /** The window's own menu has it although its key is local. */
  readonly listed?: true;
  /** The workspace that the action belongs to; both without it. */
  readonly only?: ServiceId;
};

type Group = { readonly id: string; readonly entries: readonly Entry[] };

export const menuGroups = [
  {
    id: 'file',
    entries: [
      { id: 'add', keys: 'Mod+O' },
      { id: 'samples', keys: null },
      { id: 'export', keys: 'Mod+E', elsewhere: true },
      { id: 'exportChoices', keys: 'Mod+Shift+E' },
      { id: 'history', keys: 'Mod+Shift+F', elsewhere: true },
      { id: 'totals', keys: 'Mod+Shift+G' },
      { id: 'remove', keys: 'Delete', local: true },
      { id: 'bin', keys: null },
      { id: 'settings', keys: 'Mod+,' },
    ],
  },
  {
    id: 'edit',
    entries: [
      { id: 'undo', keys: 'Mod+Z' },
      { id: 'redo', keys: 'Mod+Shift+Z' },
      { id: 'keepMine', keys: 'F7', elsewhere: true },
      { id: 'takeExtraction', keys: 'F8', elsewhere: true },
      { id: 'find', keys: 'Mod+F' },
      { id: 'setValues', keys: 'Mod+Shift+H', elsewhere: true, only: 'vat-invoice' },
      { id: 'tag', keys: null, elsewhere: true },
    ],
  },
  {
    id: 'recognition',
    entries: [
      { id: 'retryFailed', keys: 'Shift+F9' },
      { id: 'recognizeAgain', keys: 'F9' },
      { id: 'readHere', keys: null, only: 'vat-invoice' },
      { id: 'readByService', keys: null, only: 'vat-invoice' },
      { id: 'compare', keys: 'Mod+F9' },
      { id: 'sideBySide', keys: 'Mod+Shift+D', only: 'vat-invoice' },
      { id: 'joinPages', keys: 'Mod+Alt+M', only: 'vat-invoice' },
      { id: 'splitPages', keys: 'Mod+Alt+S', only: 'vat-invoice' },
      { id: 'treat', keys: null, elsewhere: true },
      { id: 'record', keys: null },
      { id: 'pause', keys: null, elsewhere: true },
      { id: 'resume', keys: null, elsewhere: true },
      { id: 'cancelAll', keys: null, elsewhere: true },
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
      { id: 'nextFinding', keys: 'Tab', elsewhere: true, only: 'vat-invoice' },
      { id: 'previousFinding', keys: 'Shift+Tab', elsewhere: true, only: 'vat-invoice' },
      { id: 'confirm', keys: 'Mod+Enter', elsewhere: true, only: 'vat-invoice' },
      { id: 'accept', keys: 'Space', local: true },
      { id: 'confirmClean', keys: 'F4', only: 'vat-invoice' },
      { id: 'aside', keys: 'Mod+Shift+Enter', only: 'vat-invoice' },
      { id: 'reopen', keys: 'Mod+Alt+Enter', only: 'vat-invoice' },
      { id: 'nextPage', keys: 'Alt+ArrowDown', elsewhere: true },
      { id: 'previousPage', keys: 'Alt+ArrowUp', elsewhere: true },
    ],
  },
  {
    id: 'books',
    entries: [
      { id: 'copyNext', keys: 'Mod+Alt+C', only: 'vat-invoice' },
      { id: 'exportUnverified', keys: null, only: 'vat-invoice' },
      { id: 'matchList', keys: null, only: 'vat-invoice' },
      { id: 'vouchers', keys: null, only: 'vat-invoice' },
      { id: 'archive', keys: null, only: 'vat-invoice' },
      { id: 'print', keys: 'Mod+P', only: 'vat-invoice' },
      { id: 'rename', keys: null, only: 'vat-invoice' },
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
      { id: 'drawFace', keys: null, only: 'face-detect' },
      { id: 'excludeFaces', keys: 'Delete', local: true, listed: true, only: 'face-detect' },
      { id: 'includeFaces', keys: null, only: 'face-detect' },
      { id: 'nextGender', keys: '1', local: true, only: 'face-detect' },
      { id: 'nextExpression', keys: '2', local: true, only: 'face-detect' },
      { id: 'nextGlasses', keys: '3', local: true, only: 'face-detect' },
      { id: 'nextMask', keys: '4', local: true, only: 'face-detect' },
      { id: 'nextBeard', keys: '5', local: true, only: 'face-detect' },
      { id: 'nextHair', keys: '6', local: true, only: 'face-detect' },
      { id: 'facePictures', keys: null, only: 'face-detect' },
    ],
  },
  {
    id: 'view',
    entries: [
      { id: 'invoices', keys: 'Mod+Shift+1', elsewhere: true },
      { id: 'faces', keys: 'Mod+Shift+2', elsewhere: true },
      { id: 'toggleTable', keys: 'F3', only: 'vat-invoice' },
      { id: 'nextPane', keys: 'F6', elsewhere: true },
      { id: 'previousPane', keys: 'Shift+F6', elsewhere: true },
    ],
  },
  {
    id: 'help',
    entries: [
      { id: 'guide', keys: 'F1' },
      { id: 'palette', keys: 'Mod+K' },
      { id: 'keys', keys: '?' },
    ],
  },
] as const satisfies readonly Group[];

export type MenuGroup = (typeof menuGroups)[number];
export type MenuEntry = MenuGroup['entries'][number];
export type MenuId = MenuEntry['id'];

export const menuEntries: readonly MenuEntry[] = menuGroups.flatMap(
  (group): readonly MenuEntry[] => group.entries,
);
/** Whether the key of an action belongs to one part of the window. */
export const isLocal = (entry: MenuEntry): boolean => 'local' in entry;

/** The actions of one workspace, without those of the other. */
const ofWorkspace = ({ only }: Entry, service: ServiceId): boolean => only === undefined || only === service;

/** Every action that a workspace has, in the order of the menus. */
export const actionsOf = (service: ServiceId): readonly MenuEntry[] =>
  menuEntries.filter((entry) => ofWorkspace(entry, service));

type MenuPart = { readonly id: MenuGroup['id']; readonly entries: readonly MenuEntry[] };

/** The menu of the window itself: without the books, which have a button, and what is at hand elsewhere. */
export const windowMenu = (service: ServiceId): readonly MenuPart[] =>
  menuGroups
    .filter(({ id }) => id !== 'books')
    .map(({ id, entries }) => ({
      id,
      entries: entries.filter(
        (entry: MenuEntry & Entry) =>
          (!entry.local || entry.listed) && !entry.elsewhere && ofWorkspace(entry, service),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);

/** The menu of the button "Books". */
export const booksMenu: readonly MenuEntry[] = menuGroups.flatMap((group): readonly MenuEntry[] =>
  group.id === 'books' ? group.entries : [],
);

export const menuIds: readonly MenuId[] = menuEntries.map(({ id }) => id);

/** The parts of a key combination. */
type KeyPress = {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
};

export const keyParts = (keys: string): readonly string[] =>
  // The sign between the parts can be the key itself.
  keys.endsWith('+') ? [...keys.slice(0, -1).split('+').filter(Boolean), '+'] : keys.split('+');

export const parseKeys = (keys: string): KeyPress => {
  const parts = keyParts(keys);
  return {
    mod: parts.includes('Mod'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
    key: parts.at(-1) ?? '',
  };
};
