import type { Bilingual } from '../language.ts';

/** The inputs of the tax authority's platform. */
export const verificationInputNames = {
  code: { zh: '发票代码', en: 'Invoice code' },
  number: { zh: '发票号码', en: 'Invoice number' },
  date: { zh: '开票日期', en: 'Issue date' },
  net: { zh: '开具金额(不含税)', en: 'Total without tax' },
  gross: { zh: '价税合计', en: 'Total with tax' },
  'vehicle-price': { zh: '车价合计', en: 'Vehicle price' },
  'check-code': { zh: '校验码后六位', en: 'Last six digits of the check code' },
} as const satisfies Record<string, Bilingual>;

export const verificationResultNames = {
  consistent: { zh: '查验一致', en: 'consistent' },
  inconsistent: { zh: '查验不一致', en: 'inconsistent' },
  'not-found': { zh: '查无此票', en: 'not found' },
  voided: { zh: '已作废', en: 'voided' },
  'turned-red': { zh: '已红冲', en: 'reversed' },
} as const satisfies Record<string, Bilingual>;

/** Why an invoice can't be verified on the platform today. */
export const verificationObstacles = {
  'kind-unknown': {
    zh: '发票种类不明，无法确定查验项目',
    en: 'The kind of invoice is unknown, so the required inputs are unknown',
  },
  'value-missing': { zh: '缺少查验所需的项目', en: 'A value required by the platform is missing' },
  'not-yet-issued': { zh: '开票日期在今天之后', en: 'The issue date is in the future' },
  'too-old': {
    zh: '平台只能查验五年内开具的发票',
    en: 'The platform covers only invoices of the last five years',
  },
} as const satisfies Record<string, Bilingual>;

type VerificationSheetTexts = Readonly<
  Record<
    | 'title'
    | 'kind'
    | 'code'
    | 'number'
    | 'date'
    | 'amount'
    | 'checkCode'
    | 'seller'
    | 'gross'
    | 'bar'
    | 'file'
    | 'platform',
    string
  >
>;

/** The workbook of invoices that are not verified. */
export const verificationSheetTexts: Readonly<Record<'zh' | 'en', VerificationSheetTexts>> = {
  zh: {
    title: '未查验发票',
    kind: '票种',
    code: '发票代码',
    number: '发票号码',
    date: '开票日期',
    amount: '查验金额',
    checkCode: '校验码后六位',
    seller: '销售方',
    gross: '价税合计',
    bar: '暂不能查验',
    file: '文件',
    platform: '查验平台',
  },
  en: {
    title: 'Not verified',
    kind: 'Kind',
    code: 'Code',
    number: 'Number',
    date: 'Date',
    amount: 'Amount to enter',
    checkCode: 'Last 6 digits of check code',
    seller: 'Seller',
    gross: 'Total with tax',
    bar: 'Can’t be verified',
    file: 'File',
    platform: 'Platform',
  },
};
