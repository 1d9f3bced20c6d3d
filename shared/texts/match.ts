import type { Bilingual, Language } from '../language.ts';

/** The groups of a comparison with the tax bureau's list, also used as sheet names of the workbook. */
export const matchGroupNames = {
  'only-in-list': { zh: '清单有、账本无', en: 'Only in the list' },
  'only-in-ledger': { zh: '账本有、清单无', en: 'Only in the ledger' },
  differs: { zh: '内容不符', en: 'Differs' },
  'not-ticked': { zh: '未勾选', en: 'Not ticked' },
  voided: { zh: '已作废', en: 'Voided' },
  'turned-red': { zh: '已红冲', en: 'Reversed' },
  'partly-turned-red': { zh: '部分红冲', en: 'Partly reversed' },
} as const satisfies Record<string, Bilingual>;

const fields: Readonly<Record<string, Bilingual>> = {
  issueDate: { zh: '开票日期', en: 'Issue date' },
  'seller.taxId': { zh: '销售方识别号', en: 'Seller taxpayer ID' },
  'buyer.taxId': { zh: '购买方识别号', en: 'Buyer taxpayer ID' },
  total: { zh: '金额', en: 'Total without tax' },
  taxTotal: { zh: '税额', en: 'Tax' },
  grossTotal: { zh: '价税合计', en: 'Total with tax' },
};

export const matchFieldName = (field: string, language: Language): string =>
  fields[field]?.[language] ?? field;

type SheetTexts = Readonly<
  Record<'code' | 'number' | 'date' | 'seller' | 'gross' | 'field' | 'list' | 'ledger' | 'nothing', string>
>;

/** The columns of the comparison. */
export const matchSheetTexts: Readonly<Record<Language, SheetTexts>> = {
  zh: {
    code: '发票代码',
    number: '发票号码',
    date: '开票日期',
    seller: '销售方',
    gross: '价税合计',
    field: '项目',
    list: '清单',
    ledger: '账本',
    nothing: '全部相符',
  },
  en: {
    code: 'Code',
    number: 'Number',
    date: 'Date',
    seller: 'Seller',
    gross: 'Total with tax',
    field: 'Field',
    list: 'List',
    ledger: 'Ledger',
    nothing: 'No differences',
  },
};
