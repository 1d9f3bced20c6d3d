import type { Bilingual, Language } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of the table. They are loaded with it, unlike those that the first screen needs. */
export const tableTexts = {
  freeze: say('冻结此列', 'Freeze column'),
  unfreeze: say('取消冻结', 'Unfreeze column'),
  views: say('视图方案', 'Views'),
  noViews: say(
    '方案保存列、顺序、排序和筛选。尚未保存。',
    'A view keeps columns, order, sorting and filters. None is saved yet.',
  ),
  viewName: say('方案名称', 'Name of the view'),
  saveView: say('保存当前方案', 'Save this view'),
} as const satisfies Readonly<Record<string, Bilingual>>;

export const removeViewText = (name: string, language: Language): string =>
  language === 'zh' ? `删除方案“${name}”` : `Remove the view “${name}”`;

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
