import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The names of the export columns that are not values of an invoice. */
export const columnNames = {
  ordinal: say('序号', 'No.'),
  source: say('文件', 'File'),
  page: say('页', 'Page'),
  state: say('状态', 'State'),
  kind: say('票种代码', 'Kind code'),
  'buyer-address': say('购买方地址', 'Buyer address'),
  'buyer-phone': say('购买方电话', 'Buyer phone'),
  'buyer-bank': say('购买方开户行', 'Buyer bank'),
  'buyer-account': say('购买方账号', 'Buyer account'),
  'seller-address': say('销售方地址', 'Seller address'),
  'seller-phone': say('销售方电话', 'Seller phone'),
  'seller-bank': say('销售方开户行', 'Seller bank'),
  'seller-account': say('销售方账号', 'Seller account'),
  'line-count': say('明细行数', 'Lines'),
  'line-number': say('行号', 'Line'),
  'line-name': say('货物或应税劳务、服务名称', 'Goods or service'),
  'line-specification': say('规格型号', 'Specification'),
  'line-unit': say('单位', 'Unit'),
  'line-printed-quantity': say('数量', 'Quantity'),
  'line-quantity': say('数量（金额÷单价推算）', 'Quantity (derived: amount ÷ unit price)'),
  'line-unit-price': say('单价', 'Unit price'),
  'line-amount': say('金额', 'Amount'),
  'line-tax-rate': say('税率', 'Tax rate'),
  'line-tax': say('税额', 'Tax'),
  findings: say('校验提示', 'Findings'),
  error: say('错误', 'Error'),
  sandbox: say('演示数据', 'Demo data'),
  'maybe-paid': say('可能已计费', 'May have been billed'),
  'session-id': say('会话号', 'Session ID'),
  'review-status': say('核对状态', 'Review'),
  tags: say('标签', 'Tags'),
  note: say('内部备注', 'Note'),
  'verification-result': say('查验结果', 'Verification'),
  'verification-day': say('查验日期', 'Verified on'),
  voucher: say('凭证号', 'Voucher'),
  'posting-date': say('记账日期', 'Posting date'),
  period: say('会计期间', 'Accounting period'),
  counted: say('计入合计', 'Counted'),
  reader: { zh: '数据来源', en: 'Read from' },
  seal: { zh: '签章', en: 'Seal' },
  renditions: { zh: '其他版式文件', en: 'Other files' },
  'ticket-type': { zh: '票据类型', en: 'Ticket' },
  'ticket-number': { zh: '客票号', en: 'Ticket number' },
  passenger: { zh: '旅客', en: 'Passenger' },
  'ticket-from': { zh: '出发地', en: 'Departure' },
  'ticket-to': { zh: '到达地', en: 'Destination' },
  'ticket-date': { zh: '乘车（机）日期', en: 'Travel date' },
  'ticket-vehicle': { zh: '车次或航班', en: 'Train or flight' },
  'ticket-class': { zh: '席别或舱位', en: 'Class' },
  fare: { zh: '票价', en: 'Fare' },
  'fuel-surcharge': { zh: '燃油附加费', en: 'Fuel surcharge' },
  fund: { zh: '民航发展基金', en: 'Aviation fund' },
  'other-taxes': { zh: '其他税费', en: 'Other taxes' },
  journeys: { zh: '行程', en: 'Journeys' },
  special: { zh: '特定业务', en: 'Special business' },
  side: { zh: '进销项', en: 'Side' },
  business: { zh: '业务类型', en: 'Business' },
} as const satisfies Record<string, Bilingual>;

/** The values of a ticket or a journey are named like their columns. */
const ticketValues: Readonly<Record<string, Bilingual>> = {
  number: columnNames['ticket-number'],
  passenger: columnNames.passenger,
  passengerId: say('证件号', 'ID number'),
  from: columnNames['ticket-from'],
  to: columnNames['ticket-to'],
  date: columnNames['ticket-date'],
  until: columnNames['ticket-date'],
  vehicle: columnNames['ticket-vehicle'],
  class: columnNames['ticket-class'],
  fare: columnNames.fare,
  fuelSurcharge: columnNames['fuel-surcharge'],
  fund: columnNames.fund,
  otherTaxes: columnNames['other-taxes'],
};

/** The name of a value that is no field of an invoice: `ticket.fare`, `journeys.0.date`; null for any other path. */
export const extraNameOf = (path: string): Bilingual | null => {
  const [head, ...rest] = path.split('.');
  if (head === 'special') return columnNames.special;
  if (head === 'journeys' && rest.length === 0) return columnNames.journeys;
  return head === 'ticket' || head === 'journeys' ? (ticketValues[rest.at(-1) ?? ''] ?? null) : null;
};
