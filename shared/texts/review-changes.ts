import type { Bilingual } from '../language.ts';

const quoted = (value: string | null): Bilingual => ({
  zh: `“${value ?? '空'}”`,
  en: `“${value ?? 'empty'}”`,
});

/** The effect of a change of a review, with its value if it has one. */
export const changeTexts = {
  correct: quoted,
  note: (text: string | null): Bilingual => {
    const { zh, en } = quoted(text);
    return { zh: `备注${zh}`, en: `note ${en}` };
  },
  revert: { zh: '恢复为识别的值', en: 'reverted to the recognized value' },
  keep: { zh: '认可此值', en: 'value accepted' },
  accept: { zh: '认可此值', en: 'value accepted' },
  confirm: { zh: '已确认', en: 'confirmed' },
  'set-aside': { zh: '已搁置', en: 'set aside' },
  reopen: { zh: '恢复为待核对', en: 'reopened for review' },
  undo: { zh: '撤销一步', en: 'one step undone' },
  redo: { zh: '重做一步', en: 'one step redone' },
  tag: { zh: '更改标签', en: 'tags changed' },
  book: { zh: '已入账', en: 'booked' },
  archive: { zh: '已归档', en: 'archived' },
  verify: { zh: '记录查验结果', en: 'verification result saved' },
  join: { zh: '合并页面', en: 'pages joined' },
  split: { zh: '拆分页面', en: 'pages split' },
} as const;

/** The effect of an edit of the line items; lines count from 1. */
export const lineChangeTexts = {
  move: { zh: '移动单元格的值', en: 'value of a cell moved' },
  paste: (text: string): Bilingual => {
    const { zh, en } = quoted(text);
    return { zh: `明细行改为${zh}`, en: `line items changed to ${en}` };
  },
  add: (line: number): Bilingual => ({ zh: `插入第 ${line} 行`, en: `line ${line} inserted` }),
  delete: (line: number): Bilingual => ({ zh: `删除第 ${line} 行`, en: `line ${line} deleted` }),
  merge: (line: number): Bilingual => ({
    zh: `第 ${line} 行并入上一行`,
    en: `line ${line} merged with the line above`,
  }),
} as const;

/** The effect of an edit of faces. */
export const faceChangeTexts = {
  attribute: (name: string, value: number | null): Bilingual => ({
    zh: `属性 ${name} = ${value ?? '识别值'}`,
    en: `${name} = ${value ?? 'recognized value'}`,
  }),
  exclude: (reason: string): Bilingual => ({
    zh: `排除人脸（${reason}）`,
    en: `faces excluded (${reason})`,
  }),
  include: { zh: '恢复人脸', en: 'faces included' },
  add: { zh: '添加人脸', en: 'face added' },
  remove: { zh: '删除绘制的人脸', en: 'drawn face removed' },
} as const;

/**
 * Two people changed the same thing.
 * @param name the earlier author; null if unknown
 */
export const conflictTexts = (name: string | null, theirs: Bilingual, yours: Bilingual) => ({
  message: {
    zh: `刚被${name ?? '他人'}修改：${theirs.zh}。您的更改未保存：${yours.zh}`,
    en: `${name ?? 'Another user'} has just changed this: ${theirs.en}. Your change was not saved: ${yours.en}`,
  },
  remedy: {
    zh: '请核对后，如有需要再操作一次',
    en: 'Compare both changes, and repeat yours if it is correct',
  },
});

/** The same for a change on several pages: `pages` of them were left unchanged. */
export const changedPagesTexts = (
  pages: number,
  name: string | null,
  theirs: Bilingual,
  yours: Bilingual,
) => {
  const { message, remedy } = conflictTexts(name, theirs, yours);
  return {
    message: {
      zh: `有 ${pages} 页未变动。${message.zh}`,
      en: `${pages} ${pages === 1 ? 'page was' : 'pages were'} left unchanged. ${message.en}`,
    },
    remedy,
  };
};
