import type { Bilingual } from './language.ts';

/**
 * Every action of the window that has a place in a menu, with its key: the menus of both hosts, the shortcuts and the
 * sheet of keys are made from this one list.
 */

type Entry = {
  readonly id: string;
  /** `Mod` is Command on macOS and Control elsewhere; null where there is none. */
  readonly keys: string | null;
  readonly text: Bilingual;
};

type Group = { readonly id: string; readonly text: Bilingual; readonly entries: readonly Entry[] };

export const menuGroups = [
  {
    id: 'file',
    text: { zh: '文件', en: 'File' },
    entries: [
      { id: 'add', keys: 'Mod+O', text: { zh: '添加文件…', en: 'Add files…' } },
      { id: 'samples', keys: null, text: { zh: '试用样例', en: 'Try samples' } },
      { id: 'export', keys: 'Mod+E', text: { zh: '导出 Excel', en: 'Export Excel' } },
      {
        id: 'exportChoices',
        keys: 'Mod+Shift+E',
        text: { zh: '导出，全部选项…', en: 'Export, all choices…' },
      },
      { id: 'history', keys: 'Mod+Shift+F', text: { zh: '历史记录…', en: 'History…' } },
      { id: 'settings', keys: 'Mod+,', text: { zh: '设置…', en: 'Settings…' } },
    ],
  },
  {
    id: 'edit',
    text: { zh: '编辑', en: 'Edit' },
    entries: [
      { id: 'undo', keys: 'Mod+Z', text: { zh: '撤销更改', en: 'Undo edit' } },
      { id: 'redo', keys: 'Mod+Shift+Z', text: { zh: '重做更改', en: 'Redo edit' } },
      { id: 'find', keys: 'Mod+F', text: { zh: '在列表中查找', en: 'Find in the list' } },
      { id: 'recognizeAgain', keys: 'F9', text: { zh: '重新识别', en: 'Recognize again' } },
    ],
  },
  {
    id: 'review',
    text: { zh: '核对', en: 'Review' },
    entries: [
      { id: 'nextDoubt', keys: 'Tab', text: { zh: '下一个存疑字段', en: 'Next doubtful field' } },
      {
        id: 'previousDoubt',
        keys: 'Shift+Tab',
        text: { zh: '上一个存疑字段', en: 'Previous doubtful field' },
      },
      { id: 'confirm', keys: 'Mod+Enter', text: { zh: '确认并打开下一张', en: 'Confirm and open the next' } },
      {
        id: 'aside',
        keys: 'Mod+Shift+Enter',
        text: { zh: '搁置并打开下一张', en: 'Set aside and open the next' },
      },
      { id: 'reopen', keys: null, text: { zh: '恢复为待核对', en: 'Open for review again' } },
      { id: 'nextPage', keys: 'Alt+ArrowDown', text: { zh: '下一张单据', en: 'Next document' } },
      { id: 'previousPage', keys: 'Alt+ArrowUp', text: { zh: '上一张单据', en: 'Previous document' } },
    ],
  },
  {
    id: 'view',
    text: { zh: '视图', en: 'View' },
    entries: [
      { id: 'invoices', keys: 'Mod+Shift+1', text: { zh: '发票', en: 'Invoices' } },
      { id: 'faces', keys: 'Mod+Shift+2', text: { zh: '人脸', en: 'Faces' } },
      { id: 'nextPane', keys: 'F6', text: { zh: '下一个窗格', en: 'Next pane' } },
      { id: 'previousPane', keys: 'Shift+F6', text: { zh: '上一个窗格', en: 'Previous pane' } },
    ],
  },
  {
    id: 'help',
    text: { zh: '帮助', en: 'Help' },
    entries: [{ id: 'keys', keys: '?', text: { zh: '快捷键一览', en: 'Keys' } }],
  },
] as const satisfies readonly Group[];

export type MenuGroup = (typeof menuGroups)[number];
export type MenuEntry = MenuGroup['entries'][number];
export type MenuId = MenuEntry['id'];

export const menuEntries: readonly MenuEntry[] = menuGroups.flatMap(
  (group): readonly MenuEntry[] => group.entries,
);
export const menuIds: readonly MenuId[] = menuEntries.map(({ id }) => id);

/** The keys of one press taken apart. */
export type KeyPress = {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
};

export const parseKeys = (keys: string): KeyPress => {
  const parts = keys.split('+');
  return {
    mod: parts.includes('Mod'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
    key: parts.at(-1) ?? '',
  };
};
