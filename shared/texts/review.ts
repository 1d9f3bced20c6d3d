import type { Bilingual, Language } from '../language.ts';

/** The text of each step; {from} and {to} are replaced. */
const descriptions: Readonly<Record<string, Bilingual>> = {
  'full-width-folded': { zh: '全角字符转为半角', en: 'full-width characters converted' },
  'spaces-removed': { zh: '去掉空格和间隔符', en: 'spaces and separators removed' },
  'label-removed': { zh: '去掉印刷的标签', en: 'printed label removed' },
  'currency-sign-removed': { zh: '去掉货币符号', en: 'currency sign removed' },
  'thousands-separators-removed': { zh: '去掉千位分隔符', en: 'thousands separators removed' },
  'comma-read-as-decimal-point': { zh: '逗号按小数点读', en: 'comma read as decimal point' },
  'minus-read': { zh: '按负号读', en: 'read as a minus sign' },
  'parentheses-read-as-minus': { zh: '括号按负数读', en: 'parentheses read as minus' },
  'number-written-out': { zh: '按普通数字写出', en: 'written as a plain number' },
  'decimals-completed': { zh: '补足两位小数', en: 'completed to two decimals' },
  'trailing-zeros-removed': { zh: '去掉多余的零', en: 'trailing zeros removed' },
  'leading-zeros-removed': { zh: '去掉前面多余的零', en: 'leading zeros removed' },
  'minus-of-zero-removed': { zh: '去掉零前的负号', en: 'minus before zero removed' },
  'asterisks-made-three': { zh: '星号按三个写', en: 'asterisks reduced to three' },
  'character-read-as': { zh: '“{from}”按“{to}”读', en: '{from} read as {to}' },
  'percent-sign-added': { zh: '补上百分号', en: 'percent sign added' },
  'rate-written-as-percentage': { zh: '税率改写为百分比', en: 'converted to a percentage' },
  'fare-and-surcharge-added': { zh: '票价与燃油附加费之和', en: 'fare and fuel surcharge added' },
  'date-separators-missing': { zh: '年月日缺失，按数字读', en: 'date read from its digits' },
  'date-written-as-iso': { zh: '改写为标准日期', en: 'converted to an ISO date' },
  'upper-cased': { zh: '转为大写字母', en: 'converted to upper case' },
  'taxpayer-id-repaired': {
    zh: '修复：“{from}”按“{to}”读，校验位相符',
    en: 'repaired: {from} read as {to}, so that the check digit matches',
  },
  'lines-joined': { zh: '多行合并', en: 'lines joined' },
  'right-side-used': { zh: '取自右侧的重复印刷', en: 'taken from the right-hand copy' },
  'another-value-ignored': { zh: '另有一处识别值未采用', en: 'another value of this field ignored' },
  corrected: { zh: '用户更正', en: 'corrected by the user' },
};

type DescribedStep = { readonly id: string; readonly from?: string; readonly to?: string };

/** A step in words: `currency sign removed`, `O read as 0`. A step from a newer version shows its id. */
export const describeStep = (step: DescribedStep, language: Language): string => {
  const description = Object.hasOwn(descriptions, step.id) ? descriptions[step.id] : undefined;
  if (!description) return step.id;
  return description[language].replace('{from}', () => step.from ?? '').replace('{to}', () => step.to ?? '');
};

/** The ids of all steps, so that tests can check their texts in both languages. */
export const stepIds: readonly string[] = Object.keys(descriptions);

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
  print: { zh: '已打印排版', en: 'laid out for printing' },
  verify: { zh: '记录查验结果', en: 'verification result saved' },
  join: { zh: '合并页面', en: 'pages joined' },
  split: { zh: '拆分页面', en: 'pages split' },
  pair: { zh: '更改单据的对应发票', en: 'invoice of a paper changed' },
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

/** Pages that were not confirmed, because their data is not what the list showed. */
export const otherDataTexts = (pages: number) => ({
  message: {
    zh: `有 ${pages} 页的数据与列表所示不同，未确认`,
    en: `${pages} ${pages === 1 ? 'page has' : 'pages have'} other data than the list showed, and ${pages === 1 ? 'was' : 'were'} not confirmed`,
  },
  remedy: { zh: '请核对后再确认', en: 'Check them, then confirm' },
});

/** Why the list does not contain a page that is still to review. */
export const leftTexts = {
  hidden: (count: number): Bilingual => ({
    zh: `${count} 份被筛选或查找隐藏`,
    en: `${count} hidden by the filter or the search`,
  }),
  unlisted: (count: number): Bilingual => ({
    zh: `${count} 份更早的未列出`,
    en: `${count} older not listed`,
  }),
  underWay: (count: number): Bilingual => ({
    zh: `${count} 份等待识别`,
    en: `${count} waiting to be recognized`,
  }),
  unread: (count: number): Bilingual => ({ zh: `${count} 份未识别`, en: `${count} not recognized` }),
  aside: (count: number): Bilingual => ({ zh: `${count} 份已搁置`, en: `${count} set aside` }),
} as const;

/** The window's message at the end of the review; `left` names the pages that remain elsewhere. */
export const reviewEndTexts = {
  allReviewed: { zh: '全部单据已核对', en: 'All documents reviewed' },
  noOther: (left: Bilingual): Bilingual => ({
    zh: `没有其他可核对的单据：${left.zh}`,
    en: `No other document to review here: ${left.en}`,
  }),
  noFinding: { zh: '没有其他有疑问的字段', en: 'No other field has findings' },
  noFindingHere: (left: Bilingual): Bilingual => ({
    zh: `此处没有其他有疑问的字段：${left.zh}`,
    en: `No other field here has findings: ${left.en}`,
  }),
} as const;

/** The note of a document whose file in a watched folder had an earlier state, which somebody has worked on. */
export const laterStateNote = (name: string, at: string): Bilingual => ({
  zh: `${name} 的较新状态；较早的单据于 ${at.slice(0, 10)} 添加`,
  en: `Later state of ${name}; the earlier document was added on ${at.slice(0, 10)}`,
});
