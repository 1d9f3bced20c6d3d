import type { Bilingual } from '../language.ts';

/**
 * Every action of the window that has a place in a menu, with its key: the menus of both hosts, the shortcuts and the
 * sheet of keys are made from this one list.
 */

type Entry = {
  readonly id: string;
  /** `Mod` is Command on macOS and Control elsewhere; null where there is none. */
  readonly keys: string | null;
  /** The key belongs to one place of the window, which answers it itself while it has the keyboard. */
  readonly local?: true;
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
      { id: 'remove', keys: 'Delete', local: true, text: { zh: '从列表移除…', en: 'Remove from the list…' } },
      { id: 'settings', keys: 'Mod+,', text: { zh: '设置…', en: 'Settings…' } },
    ],
  },
  {
    id: 'edit',
    text: { zh: '编辑', en: 'Edit' },
    entries: [
      { id: 'undo', keys: 'Mod+Z', text: { zh: '撤销更改', en: 'Undo edit' } },
      { id: 'redo', keys: 'Mod+Shift+Z', text: { zh: '重做更改', en: 'Redo edit' } },
      { id: 'keepMine', keys: 'F7', text: { zh: '保留我的修改', en: 'Keep mine' } },
      { id: 'takeReading', keys: 'F8', text: { zh: '采用识别结果', en: 'Take what was read' } },
      { id: 'find', keys: 'Mod+F', text: { zh: '在列表中查找', en: 'Find in the list' } },
    ],
  },
  {
    id: 'recognition',
    text: { zh: '识别', en: 'Recognition' },
    entries: [
      {
        id: 'retryFailed',
        keys: 'Shift+F9',
        text: { zh: '重试全部失败的', en: 'Retry all failed' },
      },
      { id: 'recognizeAgain', keys: 'F9', text: { zh: '重新识别', en: 'Recognize again' } },
      { id: 'treat', keys: null, text: { zh: '旋转或遮盖…', en: 'Turn or cover…' } },
      { id: 'record', keys: null, text: { zh: '调用记录…', en: 'Call record…' } },
      { id: 'pause', keys: null, text: { zh: '暂停队列', en: 'Pause the queue' } },
      { id: 'resume', keys: null, text: { zh: '继续队列', en: 'Resume the queue' } },
      { id: 'cancelAll', keys: null, text: { zh: '取消全部等待', en: 'Cancel all that waits' } },
    ],
  },
  {
    id: 'lines',
    text: { zh: '货物明细', en: 'Goods lines' },
    entries: [
      { id: 'addLine', keys: 'Insert', local: true, text: { zh: '在上方插入一行', en: 'Add a line above' } },
      { id: 'deleteLine', keys: 'Mod+Delete', local: true, text: { zh: '删除该行', en: 'Delete the line' } },
      {
        id: 'mergeLine',
        keys: 'Mod+J',
        local: true,
        text: { zh: '并入上一行', en: 'Join to the line above' },
      },
      {
        id: 'moveCellUp',
        keys: 'Mod+ArrowUp',
        local: true,
        text: { zh: '单元格上移', en: 'Move the cell up' },
      },
      {
        id: 'moveCellDown',
        keys: 'Mod+ArrowDown',
        local: true,
        text: { zh: '单元格下移', en: 'Move the cell down' },
      },
      {
        id: 'moveCellLeft',
        keys: 'Mod+ArrowLeft',
        local: true,
        text: { zh: '单元格左移', en: 'Move the cell left' },
      },
      {
        id: 'moveCellRight',
        keys: 'Mod+ArrowRight',
        local: true,
        text: { zh: '单元格右移', en: 'Move the cell right' },
      },
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
      { id: 'accept', keys: 'Space', local: true, text: { zh: '认可此值', en: 'Accept the value' } },
      { id: 'confirmClean', keys: 'F4', text: { zh: '确认全部无疑问的', en: 'Confirm all clean' } },
      {
        id: 'aside',
        keys: 'Mod+Shift+Enter',
        text: { zh: '搁置并打开下一张', en: 'Set aside and open the next' },
      },
      { id: 'reopen', keys: 'Mod+Alt+Enter', text: { zh: '恢复为待核对', en: 'Open for review again' } },
      { id: 'nextPage', keys: 'Alt+ArrowDown', text: { zh: '下一张单据', en: 'Next document' } },
      { id: 'previousPage', keys: 'Alt+ArrowUp', text: { zh: '上一张单据', en: 'Previous document' } },
    ],
  },
  {
    id: 'picture',
    text: { zh: '图片', en: 'Picture' },
    entries: [
      { id: 'fitPage', keys: '0', local: true, text: { zh: '适合页面', en: 'Fit page' } },
      { id: 'fitWidth', keys: '2', local: true, text: { zh: '适合宽度', en: 'Fit width' } },
      { id: 'actualSize', keys: '1', local: true, text: { zh: '实际大小', en: 'Actual size' } },
      { id: 'zoomIn', keys: '+', local: true, text: { zh: '放大', en: 'Zoom in' } },
      { id: 'zoomOut', keys: '-', local: true, text: { zh: '缩小', en: 'Zoom out' } },
      { id: 'turnLeft', keys: '[', local: true, text: { zh: '向左旋转视图', en: 'Turn the view left' } },
      { id: 'turnRight', keys: ']', local: true, text: { zh: '向右旋转视图', en: 'Turn the view right' } },
      { id: 'nextLayer', keys: 'L', local: true, text: { zh: '下一图层', en: 'Next layer' } },
      {
        id: 'bare',
        keys: 'B',
        local: true,
        text: { zh: '只看图片（按住）', en: 'Picture alone, while held' },
      },
    ],
  },
  {
    id: 'face',
    text: { zh: '人脸', en: 'Faces' },
    entries: [
      { id: 'drawFace', keys: null, text: { zh: '添加人脸', en: 'Add a face' } },
      { id: 'excludeFaces', keys: null, text: { zh: '排除所选人脸…', en: 'Exclude the selected faces…' } },
      {
        id: 'includeFaces',
        keys: null,
        text: { zh: '恢复所选人脸', en: 'Include the selected faces again' },
      },
      {
        id: 'facePictures',
        keys: null,
        text: { zh: '裁剪与匿名图片…', en: 'Crops and anonymous pictures…' },
      },
    ],
  },
  {
    id: 'view',
    text: { zh: '视图', en: 'View' },
    entries: [
      { id: 'invoices', keys: 'Mod+Shift+1', text: { zh: '发票', en: 'Invoices' } },
      { id: 'faces', keys: 'Mod+Shift+2', text: { zh: '人脸', en: 'Faces' } },
      { id: 'toggleTable', keys: 'F3', text: { zh: '表格视图', en: 'Table view' } },
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
/** Whether the key of an action belongs to one place of the window. */
export const isLocal = (entry: MenuEntry): boolean => 'local' in entry;
export const menuIds: readonly MenuId[] = menuEntries.map(({ id }) => id);

/** The keys of one press taken apart. */
export type KeyPress = {
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
