import type { Bilingual, Language } from '../language.ts';
import { kindNames } from './kind-names.ts';

export const groupingNames = {
  month: { zh: '月份', en: 'Month' },
  seller: { zh: '销售方', en: 'Seller' },
  kind: { zh: '发票种类', en: 'Kind' },
  rate: { zh: '税率', en: 'Tax rate' },
  tag: { zh: '标签', en: 'Tag' },
} as const satisfies Record<string, Bilingual>;

type Grouping = keyof typeof groupingNames;

/** The name of the row without a key. */
const noKey: Readonly<Record<Grouping, Bilingual>> = {
  month: { zh: '无开票日期', en: 'No date' },
  seller: { zh: '销售方未知', en: 'Seller unknown' },
  kind: { zh: '种类未知', en: 'Kind unknown' },
  rate: { zh: '明细行未列明', en: 'Not in the line items' },
  tag: { zh: '无标签', en: 'No tag' },
};

export const totalsColumnNames = {
  invoices: { zh: '张数', en: 'Invoices' },
  total: { zh: '金额', en: 'Net' },
  taxTotal: { zh: '税额', en: 'Tax' },
  grossTotal: { zh: '价税合计', en: 'Gross' },
  sum: { zh: '合计', en: 'Total' },
} as const satisfies Record<string, Bilingual>;

/** A row's key as displayed. */
export const keyText = (by: Grouping, key: string | null, language: Language): string => {
  if (key === null) return noKey[by][language];
  return (by === 'kind' ? kindNames[key]?.[language] : undefined) ?? key;
};
