import type { InputId, VerificationResult } from '../books/verification.ts';
import type { Bilingual } from '../language.ts';

/** The inputs of the tax authority's platform. */
export const verificationInputNames: Readonly<Record<InputId, Bilingual>> = {
  code: { zh: '发票代码', en: 'Invoice code' },
  number: { zh: '发票号码', en: 'Invoice number' },
  date: { zh: '开票日期', en: 'Date of issue' },
  net: { zh: '开具金额(不含税)', en: 'Amount without tax' },
  gross: { zh: '价税合计', en: 'Total with tax' },
  'vehicle-price': { zh: '车价合计', en: 'Price of the vehicle' },
  'check-code': { zh: '校验码后六位', en: 'Last six digits of the check code' },
};

export const verificationResultNames: Readonly<Record<VerificationResult, Bilingual>> = {
  consistent: { zh: '查验一致', en: 'consistent' },
  inconsistent: { zh: '查验不一致', en: 'inconsistent' },
  'not-found': { zh: '查无此票', en: 'not found' },
  voided: { zh: '已作废', en: 'voided' },
  'turned-red': { zh: '已红冲', en: 'turned red' },
};
