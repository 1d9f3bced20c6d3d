import type { Bilingual } from '../language.ts';

/** Kinds of invoice by their two digits. */
export const kindNames: Readonly<Record<string, Bilingual>> = {
  '01': { zh: '增值税专用发票', en: 'Special VAT invoice' },
  '02': { zh: '货物运输业增值税专用发票(停用)', en: 'Special VAT invoice for freight (discontinued)' },
  '03': { zh: '机动车销售统一发票', en: 'Motor vehicle sales invoice' },
  '04': { zh: '增值税普通发票', en: 'Ordinary VAT invoice' },
  '08': { zh: '增值税电子专用发票', en: 'Electronic special VAT invoice' },
  '10': { zh: '增值税电子普通发票', en: 'Electronic ordinary VAT invoice' },
  '11': { zh: '增值税普通发票(卷票)', en: 'Ordinary VAT invoice (roll)' },
  '14': { zh: '通行费增值税电子普通发票', en: 'Electronic ordinary VAT invoice for road tolls' },
  '15': { zh: '二手车销售统一发票', en: 'Used vehicle sales invoice' },
  '31': { zh: '电子发票(增值税专用发票)', en: 'Fully digital invoice (special)' },
  '32': { zh: '电子发票(普通发票)', en: 'Fully digital invoice (ordinary)' },
  '51': { zh: '电子发票(铁路电子客票)', en: 'Electronic rail ticket' },
  '61': { zh: '电子发票(航空运输电子客票行程单)', en: 'Electronic air ticket receipt' },
  '99': { zh: '未知', en: 'Unknown' },
};

/** The kinds for a column of a table, as accountants abbreviate them. */
export const shortKindNames: Readonly<Record<string, Bilingual>> = {
  '01': { zh: '增值税专票', en: 'Special VAT' },
  '02': { zh: '货运专票(停用)', en: 'Special VAT (freight)' },
  '03': { zh: '机动车发票', en: 'Motor vehicle' },
  '04': { zh: '增值税普票', en: 'Ordinary VAT' },
  '08': { zh: '电子专票', en: 'Electronic special' },
  '10': { zh: '电子普票', en: 'Electronic ordinary' },
  '11': { zh: '普票(卷票)', en: 'Ordinary VAT (roll)' },
  '14': { zh: '通行费电子普票', en: 'Electronic, road tolls' },
  '15': { zh: '二手车发票', en: 'Used vehicle' },
  '31': { zh: '数电专票', en: 'Fully digital, special' },
  '32': { zh: '数电普票', en: 'Fully digital, ordinary' },
  '51': { zh: '铁路电子客票', en: 'Electronic rail ticket' },
  '61': { zh: '航空电子行程单', en: 'Electronic air ticket' },
  '99': { zh: '未知', en: 'Unknown' },
};
