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
    '此操作不能用这个键。请用 Ctrl、Alt 或功能键的组合。',
    'This action can’t have these keys. Use Ctrl, Alt or a function key.',
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
