import type { Bilingual, Language } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of the table of keys in the settings. */
export const keyTexts = {
  action: say('操作', 'Action'),
  keys: say('快捷键', 'Keys'),
  hint: say(
    '点击一个快捷键，再按新的组合键。Esc 取消。',
    'Click a key, then press the new keys. Esc cancels.',
  ),
  press: say('请按新的组合键…', 'Press the new keys…'),
  none: say('无', 'None'),
  refused: say(
    '此操作不能用这些键。请改用其他带 Ctrl 或 Alt 的组合，或功能键。',
    'This action can’t have these keys. Use others with Ctrl or Alt, or a function key.',
  ),
  refusedOverPicture: say(
    '看图时请用单个字母、数字或符号键。',
    'Over the picture, use a letter, a digit or a sign alone.',
  ),
  take: say('改用于此操作', 'Use them here'),
  cancel: say('取消', 'Cancel'),
  resetAll: say('全部恢复默认', 'Restore all default keys'),
} as const satisfies Readonly<Record<string, Bilingual>>;

/** The name of the button that changes the key of an action. */
export const changeKeyText = (action: string, keys: string | null, language: Language): string =>
  language === 'zh' ? `${action}：${keys ?? keyTexts.none.zh}` : `${action}: ${keys ?? keyTexts.none.en}`;

export const removeKeyText = (action: string, language: Language): string =>
  language === 'zh' ? `“${action}”不用快捷键` : `No key for “${action}”`;

export const resetKeyText = (action: string, language: Language): string =>
  language === 'zh' ? `“${action}”恢复默认快捷键` : `Default key for “${action}”`;

/** Says what has the pressed keys already. */
export const takenText = (keys: string, action: string, language: Language): string =>
  language === 'zh' ? `${keys} 已用于“${action}”。` : `${keys} belongs to “${action}”.`;

/** Says that a part of the window has the pressed keys for good. */
export const fixedText = (keys: string, place: string, what: string, language: Language): string =>
  language === 'zh' ? `${keys} 在“${place}”中固定用于“${what}”。` : `${keys} is fixed (${place}: ${what}).`;

/** The parts of the window with keys of their own. */
export const placeTexts = {
  cells: say('在数据面板中', 'In the data panel'),
  list: say('在列表中', 'In lists'),
  table: say('在表格中', 'In the table'),
  picture: say('在图片上', 'In the picture'),
} as const satisfies Readonly<Record<string, Bilingual>>;

/** What the keys of these parts do. */
export const localKeyTexts = {
  arrows: say('移动到其他字段', 'Go to another value'),
  edit: say('编辑该值', 'Edit the value'),
  escape: say('取消编辑', 'Cancel the edit'),
  paste: say('粘贴电子表格中的单元格', 'Paste cells from a spreadsheet'),
  move: say('移动到其他行', 'Go to another row'),
  toggle: say('选中或取消选中该行', 'Select or deselect the row'),
  selectAll: say('全选', 'Select all'),
  clear: say('取消选择', 'Clear the selection'),
  copy: say('复制选中的单元格', 'Copy the selected cells'),
  empty: say('清空选中的单元格（选中整行时除外）', 'Empty the selected cells, unless they are whole rows'),
  fillDown: say('用首行的值填充选中的单元格', 'Fill the selected cells from the first row'),
  fill: say('输入时：填入该列选中的单元格', 'While typing: fill the selected cells of the column'),
  columnMenu: say('打开列菜单', 'Open the menu of the column'),
  narrower: say('收窄列', 'Narrower column'),
  wider: say('加宽列', 'Wider column'),
  columnLeft: say('左移列', 'Move the column left'),
  columnRight: say('右移列', 'Move the column right'),
  pan: say('移动图片', 'Move the picture'),
  grab: say('按住并拖动以移动图片', 'Hold to move the picture by dragging'),
} as const satisfies Readonly<Record<string, Bilingual>>;
