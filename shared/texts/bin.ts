import type { Bilingual } from '../language.ts';

/** The texts of the bin, which is loaded when it is opened. */
export const binTexts = {
  title: { zh: '回收站', en: 'Bin' },
  offered: {
    zh: '这些文件已在回收站中，未重复添加。',
    en: 'These files are in the bin, so they were not added again.',
  },
  askApprover: { zh: '恢复须由审核人操作。', en: 'An approver can restore them.' },
  empty: { zh: '回收站是空的。', en: 'The bin is empty.' },
  counts: {
    zh: '共 {{count}} 份。这里的单据不计入列表、汇总、查重、凭证和归档。',
    en: 'Removed documents: {{count}}. They count in no list, sum, check for duplicates, voucher or archive.',
  },
  newest: { zh: '只显示最近移除的 {{shown}} 份。', en: 'Only the last {{shown}} are shown.' },
  columns: {
    name: { zh: '文件', en: 'File' },
    number: { zh: '发票号码', en: 'Number' },
    seller: { zh: '销售方', en: 'Seller' },
    amount: { zh: '价税合计', en: 'Gross total' },
    at: { zh: '移除时间', en: 'Removed' },
    actions: { zh: '操作', en: 'Actions' },
  },
  restoreOne: { zh: '恢复 {{name}}', en: 'Restore {{name}}' },
  restoreAll: { zh: '全部恢复', en: 'Restore all' },
  purgeOne: { zh: '彻底删除 {{name}}', en: 'Delete {{name}} for good' },
  purgeAll: { zh: '全部彻底删除…', en: 'Delete all for good…' },
  sureOne: {
    zh: '彻底删除“{{name}}”及其识别结果和复核记录？删除后无法恢复，原文件保留不动。',
    en: 'Delete {{name}} for good, with its data and reviews? This can’t be undone. The file it came from is not deleted.',
  },
  sure: {
    zh: '彻底删除 {{count}} 份单据及其识别结果和复核记录？删除后无法恢复，原文件保留不动。',
    en: 'Documents to delete for good, with their data and reviews: {{count}}. This can’t be undone. The files they came from are not deleted.',
  },
  purge: { zh: '彻底删除', en: 'Delete for good' },
} as const satisfies Record<string, Bilingual | Record<string, Bilingual>>;
