import type { Bilingual } from '../language.ts';

/** The columns of a custom voucher layout. */
export const voucherColumnNames = {
  date: { zh: '日期', en: 'Date' },
  period: { zh: '会计期间', en: 'Period' },
  word: { zh: '凭证字', en: 'Voucher word' },
  number: { zh: '凭证号', en: 'Voucher number' },
  attachments: { zh: '附件数', en: 'Attachments' },
  ordinal: { zh: '分录序号', en: 'Entry' },
  summary: { zh: '摘要', en: 'Summary' },
  accountCode: { zh: '科目代码', en: 'Account code' },
  accountName: { zh: '科目名称', en: 'Account name' },
  debit: { zh: '借方金额', en: 'Debit' },
  credit: { zh: '贷方金额', en: 'Credit' },
  customer: { zh: '客户', en: 'Customer' },
  supplier: { zh: '供应商', en: 'Supplier' },
  preparer: { zh: '制单人', en: 'Preparer' },
  invoiceCode: { zh: '发票代码', en: 'Invoice code' },
  invoiceNumber: { zh: '发票号码', en: 'Invoice number' },
  invoiceDate: { zh: '开票日期', en: 'Invoice date' },
  department: { zh: '部门', en: 'Department' },
  project: { zh: '项目', en: 'Project' },
  person: { zh: '职员', en: 'Person' },
} as const satisfies Record<string, Bilingual>;
