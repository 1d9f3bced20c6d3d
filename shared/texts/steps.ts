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
