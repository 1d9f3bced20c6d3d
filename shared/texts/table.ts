import type { Bilingual, Language } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of the table. They are loaded with it, unlike those that the first screen needs. */
export const tableTexts = {
  freeze: say('冻结此列', 'Freeze column'),
  unfreeze: say('取消冻结', 'Unfreeze column'),
  views: say('视图方案', 'Views'),
  noViews: say(
    '方案保存列、顺序、排序、筛选和搜索。尚未保存。',
    'A view keeps columns, order, sorting, filters and search. None is saved yet.',
  ),
  viewName: say('方案名称', 'Name of the view'),
  saveView: say('保存当前方案', 'Save this view'),
  replaceView: say('替换同名方案', 'Replace the view'),
  mostViews: say('方案已达 50 个，请先删除一个。', 'There are 50 views: remove one first.'),
  partOfDay: say('日期不完整，尚未用于筛选。', 'The date is incomplete, and does not filter yet.'),
  blankPage: say('空白页', 'Blank page'),
  comparing: say('比对中', 'Being compared'),
  fixedCell: say('此单元格不能在此编辑', 'This cell can’t be edited here'),
  shownPeriod: say('所显示发票的期间', 'Period of the invoices shown'),
} as const satisfies Readonly<Record<string, Bilingual>>;

export const removeViewText = (name: string, language: Language): string =>
  language === 'zh' ? `删除方案“${name}”` : `Remove the view “${name}”`;

export const renewText = (count: number, language: Language): string =>
  language === 'zh'
    ? `重新筛选（${count} 行已改，不再符合）`
    : `Filter again (${count} edited, no longer matching)`;

export const sortAgainText = (count: number, language: Language): string =>
  language === 'zh' ? `重新排序（${count} 行已改）` : `Sort again (${count} edited)`;

/** Why typed texts stay as drafts; `reason` is that of the last one. */
export const refusedText = (count: number, reason: Bilingual): Bilingual =>
  count === 1
    ? reason
    : { zh: `有 ${count} 个单元格未保存：${reason.zh}`, en: `${count} cells not saved: ${reason.en}` };

/** Pasted texts beyond the last row or column. */
export const lostText = (count: number): Bilingual =>
  say(
    `有 ${count} 个值超出表格的行或列，未粘贴`,
    `${plural(count, 'value', 'values')} found no row or column`,
  );

/** The columns that are hidden until the user wants them. */
export const tableColumnNames = {
  code: say('发票代码', 'Code'),
  sellerTaxId: say('销售方识别号', 'Seller’s taxpayer ID'),
  buyerTaxId: say('购买方识别号', 'Buyer’s taxpayer ID'),
  rate: say('税率', 'Rate'),
  source: say('数据来源', 'Source'),
  verification: say('查验结果', 'Verification'),
  verified: say('查验日期', 'Verified on'),
  voucher: say('凭证号', 'Voucher'),
  booked: say('记账日期', 'Booked on'),
  archived: say('归档日期', 'Archived on'),
  printed: say('打印日期', 'Printed on'),
  added: say('添加日期', 'Added on'),
} as const satisfies Readonly<Record<string, Bilingual>>;

/** The texts of the dialog that sets values for several invoices. */
export const setValuesTexts = {
  what: say('项目', 'What'),
  settable: {
    seller: say('销售方（名称和识别号）', 'Seller, with taxpayer ID'),
    buyer: say('购买方（名称和识别号）', 'Buyer, with taxpayer ID'),
    issueDate: say('开票日期', 'Issue date'),
    code: say('发票代码', 'Invoice code'),
    kind: say('发票种类', 'Kind of invoice'),
  },
  unchanged: say('留空则不改', 'Empty: no change'),
  name: say('名称', 'Name'),
  taxId: say('识别号', 'Taxpayer ID'),
  value: say('新值', 'New value'),
  empty: say('（空）', '(empty)'),
  nothing: say('尚未填写新值。', 'No new value yet.'),
} as const;

const plural = (count: number, one: string, other: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : other}`;

export const setTitle = (count: number, language: Language): string =>
  language === 'zh' ? `批量修改 ${count} 份单据` : `Set values of ${plural(count, 'document', 'documents')}`;

/** What the dialog would change, and what it would not. */
export const setSummary = (
  { changes, same, unread }: { readonly changes: number; readonly same: number; readonly unread: number },
  language: Language,
): string =>
  (language === 'zh'
    ? [
        `将修改 ${changes} 份`,
        ...(same > 0 ? [`${same} 份已是此值`] : []),
        ...(unread > 0 ? [`${unread} 份没有发票数据`] : []),
      ]
    : [
        `Changes ${plural(changes, 'invoice', 'invoices')}`,
        ...(same > 0 ? [`${plural(same, 'has', 'have')} this value already`] : []),
        ...(unread > 0 ? [`${plural(unread, 'has', 'have')} no invoice data`] : []),
      ]
  ).join(language === 'zh' ? '，' : '; ');

export const setTooMuch = (most: number, language: Language): string =>
  language === 'zh'
    ? `一次最多修改 ${most} 份，请减少所选单据。`
    : `At most ${plural(most, 'invoice', 'invoices')} at a time: select fewer.`;

export const setMore = (count: number, language: Language): string =>
  language === 'zh' ? `另有 ${count} 份` : `and ${plural(count, 'more', 'more')}`;

export const setAction = (count: number, language: Language): string =>
  language === 'zh' ? `修改 ${count} 份` : `Change ${plural(count, 'invoice', 'invoices')}`;
