import type { Bilingual } from '../language.ts';

export const ticketNames = {
  rail: { zh: '铁路电子客票', en: 'Rail ticket' },
  air: { zh: '航空电子客票', en: 'Air ticket' },
  coach: { zh: '客运汽车票', en: 'Coach ticket' },
  ship: { zh: '船票', en: 'Ship ticket' },
  taxi: { zh: '出租车发票', en: 'Taxi receipt' },
} as const satisfies Record<string, Bilingual>;

/** The side of an invoice as the own companies decide it. */
export const sideNames = {
  purchase: { zh: '进项', en: 'purchase' },
  sale: { zh: '销项', en: 'sale' },
  both: { zh: '本单位之间', en: 'between own companies' },
  unknown: { zh: '不明', en: 'unknown' },
} as const satisfies Record<string, Bilingual>;

/** Kinds of invoice by their two digits; forms on paper that the tax bureau gives no digits by a word. */
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
  taxi: { zh: '出租车发票', en: 'Taxi receipt' },
  coach: { zh: '公路客运发票', en: 'Coach ticket' },
  ship: { zh: '船票', en: 'Ship ticket' },
  'rail-paper': { zh: '纸质火车票', en: 'Paper rail ticket' },
  'air-paper': { zh: '纸质航空行程单', en: 'Paper air itinerary' },
  quota: { zh: '通用定额发票', en: 'Quota invoice' },
  'machine-printed': { zh: '通用机打发票', en: 'Machine-printed invoice' },
  '99': { zh: '未知', en: 'Unknown' },
};

/** The kinds for a column of a table, as accountants abbreviate them. */
export const shortKindNames: Readonly<Record<string, Bilingual>> = {
  '01': { zh: '增值税专票', en: 'Special VAT' },
  '02': { zh: '货运专票(停用)', en: 'Special VAT (freight)' },
  '03': { zh: '机动车发票', en: 'Motor vehicle' },
  '04': { zh: '增值税普票', en: 'Ordinary VAT' },
  '08': { zh: '电子专票', en: 'Special, electronic' },
  '10': { zh: '电子普票', en: 'Ordinary, electronic' },
  '11': { zh: '普票(卷票)', en: 'Ordinary VAT (roll)' },
  '14': { zh: '通行费电子普票', en: 'Road tolls, electronic' },
  '15': { zh: '二手车发票', en: 'Used vehicle' },
  '31': { zh: '数电专票', en: 'Special, digital' },
  '32': { zh: '数电普票', en: 'Ordinary, digital' },
  '51': { zh: '铁路电子客票', en: 'Electronic rail ticket' },
  '61': { zh: '航空电子行程单', en: 'Electronic air ticket' },
  taxi: { zh: '出租车发票', en: 'Taxi' },
  coach: { zh: '客运发票', en: 'Coach' },
  ship: { zh: '船票', en: 'Ship' },
  'rail-paper': { zh: '纸质火车票', en: 'Paper rail' },
  'air-paper': { zh: '纸质行程单', en: 'Paper air' },
  quota: { zh: '定额发票', en: 'Quota' },
  'machine-printed': { zh: '机打发票', en: 'Machine-printed' },
  '99': { zh: '未知', en: 'Unknown' },
};

const same = (text: string): Bilingual => ({ zh: text, en: text });
const name = (zh: string, en: string): Bilingual => ({ zh, en });

/** The names of the readers in a sentence, a filter or a cell. */
export const readerNames = {
  service: name('识别', 'recognition'),
  sandbox: name('演示', 'demo'),
  local: name('本机识别', 'local recognition'),
  xml: same('XML'),
  ofd: same('OFD'),
  pdf: same('PDF'),
  qr: name('二维码', 'QR code'),
} as const satisfies Record<string, Bilingual>;

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

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** Why a typed value is refused at its field. */
export const typedValueTexts = {
  money: (text: string) => say(`“${text}”不是金额`, `“${text}” is not an amount`),
  number: (text: string) => say(`“${text}”不是数字`, `“${text}” is not a number`),
  rate: (text: string) =>
    say(`“${text}”不是税率，请输入如 13% 或 免税`, `“${text}” is not a tax rate: type 13%, for example`),
  date: (text: string) =>
    say(`“${text}”不是日期，请输入如 2024-05-28`, `“${text}” is not a date: type 2024-05-28, for example`),
  digits: (text: string) => say(`“${text}”应只有数字`, `“${text}” must contain only digits`),
  digitCount: (text: string, lengths: readonly number[]) =>
    say(`“${text}”应为 ${lengths.join(' 或 ')} 位数字`, `“${text}” must have ${lengths.join(' or ')} digits`),
  taxId: (text: string) =>
    say(
      `“${text}”不是纳税人识别号：应为 15、17、18 或 20 位数字或大写字母`,
      `“${text}” is not a taxpayer ID: it has 15, 17, 18 or 20 digits or capital letters`,
    ),
} as const;

/** Why a typed text is no kind of invoice. */
export const unknownKind = { zh: '没有这种发票', en: 'There is no such kind of invoice' } as const;
