import type { Bilingual } from '../language.ts';

const groupNames = {
  header: { zh: '发票信息', en: 'Invoice' },
  buyer: { zh: '购买方', en: 'Buyer' },
  lines: { zh: '货物或应税劳务、服务', en: 'Goods and services' },
  totals: { zh: '合计', en: 'Totals' },
  seller: { zh: '销售方', en: 'Seller' },
  notes: { zh: '备注与开票人', en: 'Remark and issuer' },
} as const satisfies Record<string, Bilingual>;

/** The values outside parties and lines. */
export const headerNames = {
  code: { zh: '发票代码', en: 'Invoice code' },
  number: { zh: '发票号码', en: 'Invoice number' },
  issueDate: { zh: '开票日期', en: 'Issue date' },
  checkCode: { zh: '校验码', en: 'Check code' },
  cipherArea: { zh: '密码区', en: 'Cipher area' },
  machineNumber: { zh: '机器编号', en: 'Machine number' },
  reverses: { zh: '对应蓝字发票号码', en: 'Reverses invoice' },
  total: { zh: '合计金额', en: 'Total without tax' },
  taxTotal: { zh: '合计税额', en: 'Total tax' },
  grossTotal: { zh: '价税合计（小写）', en: 'Total with tax' },
  grossTotalWords: { zh: '价税合计（大写）', en: 'Total with tax, in words' },
  remark: { zh: '备注', en: 'Remark' },
  payee: { zh: '收款人', en: 'Payee' },
  reviewer: { zh: '复核人', en: 'Reviewer' },
  drawer: { zh: '开票人', en: 'Issued by' },
} as const satisfies Record<string, Bilingual>;

export const partyValueNames = {
  name: { zh: '名称', en: 'Name' },
  taxId: { zh: '纳税人识别号', en: 'Taxpayer ID' },
  addressPhone: { zh: '地址、电话', en: 'Address and phone' },
  bankAccount: { zh: '开户行及账号', en: 'Bank and account' },
} as const satisfies Record<string, Bilingual>;

export const lineColumnNames = {
  name: { zh: '货物或服务名称', en: 'Name' },
  specification: { zh: '规格型号', en: 'Specification' },
  unit: { zh: '单位', en: 'Unit' },
  quantity: { zh: '数量', en: 'Quantity' },
  unitPrice: { zh: '单价', en: 'Unit price' },
  amount: { zh: '金额', en: 'Amount' },
  taxRate: { zh: '税率', en: 'Tax rate' },
  tax: { zh: '税额', en: 'Tax' },
} as const satisfies Record<string, Bilingual>;

export const kindFieldName: Bilingual = { zh: '发票种类', en: 'Kind of invoice' };

/**
 * Labels next to a value in a narrow panel, where the name would need two lines. Exports and sentences use the
 * names.
 */
export const shortLabels: Readonly<Partial<Record<string, Bilingual>>> = {
  kind: { zh: kindFieldName.zh, en: 'Kind' },
  number: { zh: headerNames.number.zh, en: 'Invoice no.' },
  total: { zh: headerNames.total.zh, en: 'Net total' },
  grossTotal: { zh: '价税合计', en: 'Gross total' },
  grossTotalWords: { zh: '合计（大写）', en: 'In words' },
};

/** 购买方名称, Buyer name */
export const partyFieldName = (role: 'buyer' | 'seller', key: keyof typeof partyValueNames): Bilingual => {
  const { zh, en } = partyValueNames[key];
  const inner = en.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return { zh: `${groupNames[role].zh}${zh}`, en: `${groupNames[role].en} ${inner}` };
};

/** @param index of the line, from 0 */
export const lineFieldName = (index: number, key: keyof typeof lineColumnNames): Bilingual => ({
  zh: `第${index + 1}行${lineColumnNames[key].zh}`,
  en: `Line ${index + 1}: ${lineColumnNames[key].en}`,
});
