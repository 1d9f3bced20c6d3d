import type { PageGlyph } from './glyphs.ts';
import type { TextRow } from './rows.ts';

export type TextLabelKey =
  | 'code'
  | 'number'
  | 'issueDate'
  | 'checkCode'
  | 'machineNumber'
  | 'name'
  | 'taxId'
  | 'addressPhone'
  | 'bankAccount'
  | 'payee'
  | 'reviewer'
  | 'drawer'
  | 'remark'
  | 'other';

export type PartyLabelKey = 'name' | 'taxId' | 'addressPhone' | 'bankAccount';

export type TextLabel = {
  readonly key: TextLabelKey;
  /** The party named in the label itself. */
  readonly role: 'buyer' | 'seller' | null;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly row: TextRow;
  readonly glyphs: readonly PageGlyph[];
};

/** A longer label comes before one that is part of it. The text of a row has no blanks and plain colons. */
const patterns: readonly (readonly [TextLabelKey, string])[] = [
  ['code', '发票代码:?'],
  ['number', '发票号码:?'],
  ['issueDate', '(?:开票|填开)日期:?'],
  ['checkCode', '(?:校验码|验证码):?'],
  ['machineNumber', '机器(?:编号|号码):?'],
  ['taxId', '(?:(?:统一社会信用代码/?(?:纳税人识别号)?|税号):|(?:统一社会信用代码/)?纳税人识别号:?)'],
  ['addressPhone', '地址[、,]?电话:?'],
  ['bankAccount', '开户(?:银)?行及[账帐]号:?'],
  ['name', '名称:?'],
  ['payee', '收款人:?'],
  ['reviewer', '复核人?:?'],
  ['drawer', '(?:开票人|填开单位):?'],
  ['remark', '备注:'],
  ['other', '(?:销售方|销货单位|收款方|收款单位):?\\(章\\)'],
  ['other', '(?:价税合计|\\(大写\\)|\\(小写\\)|下载次数:?|密码区:?|共\\d+页|第\\d+页)'],
];

const pattern = new RegExp(
  `(?<role>购买方|购货方|购方|买方|销售方|销货方|销方|卖方)?(?:${patterns.map(([, text], index) => `(?<k${index}>${text})`).join('|')})`,
  'gu',
);

const roleOf = (text: string | undefined): TextLabel['role'] => {
  if (text === undefined) return null;
  return /^[购买]/u.test(text) ? 'buyer' : 'seller';
};

/** Maximum gap between the characters of a label; beyond it there are two texts. */
const widestGap = 6;

const isTorn = (glyphs: readonly PageGlyph[]): boolean =>
  glyphs.some((glyph, index) => {
    const before = glyphs[index - 1];
    return before !== undefined && glyph.x0 - before.x1 > widestGap * glyph.size;
  });

const needsColon: ReadonlySet<TextLabelKey> = new Set(['name', 'taxId', 'addressPhone', 'bankAccount']);

/** Whether a label is a text of its own, so that it needs no colon. */
const standsAlone = ({ glyphs }: TextRow, from: number, to: number): boolean => {
  const [before, first, last, after] = [glyphs[from - 1], glyphs[from], glyphs[to - 1], glyphs[to]];
  if (!first || !last || (after && after.run === last.run)) return false;
  return !before || first.x0 - before.x1 > 0.5 * first.size;
};

/** Every label of a row, in pieces or not. */
export const labelsIn = (row: TextRow): readonly TextLabel[] => {
  const labels: TextLabel[] = [];
  for (const match of row.text.matchAll(pattern)) {
    const { groups = {}, index } = match;
    const found = patterns.findIndex((_, at) => groups[`k${at}`] !== undefined);
    const key = patterns[found]?.[0];
    const end = index + match[0].length;
    const glyphs = row.glyphs.slice(index, end);
    const [first, last] = [glyphs[0], glyphs.at(-1)];
    if (key === undefined || !first || !last || isTorn(glyphs)) continue;
    if (needsColon.has(key) && !match[0].endsWith(':') && !standsAlone(row, index, end)) continue;
    labels.push({
      key,
      role: roleOf(groups['role']),
      x0: first.x0,
      x1: last.x1,
      y: row.y,
      size: first.size,
      row,
      glyphs,
    });
  }
  return labels;
};
