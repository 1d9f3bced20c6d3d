import type { Bilingual } from '../language.ts';

/** The 24 values of a region's `type` and a block's `key` and `class` (vat-invoice.md, Element values). */
export const elementNames = {
  'check-code': { zh: '校验码', en: 'Check code' },
  'cryptographic-area': { zh: '密码区', en: 'Cipher area' },
  'unit-price': { zh: '单价', en: 'Unit price' },
  'vat-invoice-daima': { zh: '发票代码', en: 'Invoice code' },
  'vat-invoice-daima-right-side': { zh: '发票代码（右侧）', en: 'Invoice code, right side' },
  'vat-invoice-goods-list': { zh: '货物或应税劳务、服务名称', en: 'Goods or service' },
  'vat-invoice-haoma': { zh: '发票号码', en: 'Invoice number' },
  'vat-invoice-haoma-right-side': { zh: '发票号码（右侧）', en: 'Invoice number, right side' },
  'vat-invoice-issue-date': { zh: '开票日期', en: 'Issue date' },
  'vat-invoice-payer-addr-tell': { zh: '购买方地址、电话', en: 'Buyer address and phone' },
  'vat-invoice-payer-bank-account': { zh: '购买方开户行及账号', en: 'Buyer bank and account' },
  'vat-invoice-payer-name': { zh: '购买方名称', en: 'Buyer name' },
  'vat-invoice-price-list': { zh: '金额', en: 'Amount' },
  'vat-invoice-rate-payer-id': { zh: '购买方纳税人识别号', en: 'Buyer taxpayer ID' },
  'vat-invoice-seller-addr-tell': { zh: '销售方地址、电话', en: 'Seller address and phone' },
  'vat-invoice-seller-bank-account': { zh: '销售方开户行及账号', en: 'Seller bank and account' },
  'vat-invoice-seller-id': { zh: '销售方纳税人识别号', en: 'Seller taxpayer ID' },
  'vat-invoice-seller-name': { zh: '销售方名称', en: 'Seller name' },
  'vat-invoice-tax-list': { zh: '税额', en: 'Tax' },
  'vat-invoice-tax-rate-list': { zh: '税率', en: 'Tax rate' },
  'vat-invoice-tax-total': { zh: '合计税额', en: 'Total tax' },
  'vat-invoice-total': { zh: '合计金额', en: 'Total without tax' },
  'vat-invoice-total-cover-tax': { zh: '价税合计（大写）', en: 'Total with tax, in words' },
  'vat-invoice-total-cover-tax-digits': { zh: '价税合计（小写）', en: 'Total with tax, in figures' },
} as const satisfies Record<string, Bilingual>;
