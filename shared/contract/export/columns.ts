import { fieldOf } from '../../invoice/fields.ts';
import type { FieldPath } from '../../invoice/model.ts';
import type { Bilingual } from '../../language.ts';

const header = (zh: string, en: string): Bilingual => ({ zh, en });

/** The name that the field has everywhere in Vouch. */
const field = (path: FieldPath): Bilingual => fieldOf(path)?.label ?? header(path, path);

/** Every column of an invoice table that Vouch can fill, by its id, with what stands above it. */
export const invoiceColumnHeaders = {
  ordinal: header('序号', 'No.'),
  source: header('文件', 'File'),
  page: header('页', 'Page'),
  state: header('状态', 'State'),
  kind: header('票种代码', 'Kind code'),
  'kind-name': field('kind'),
  code: field('code'),
  number: field('number'),
  'issue-date': field('issueDate'),
  'check-code': field('checkCode'),
  'cipher-area': field('cipherArea'),
  'machine-number': field('machineNumber'),
  reverses: field('reverses'),
  'buyer-name': field('buyer.name'),
  'buyer-tax-id': field('buyer.taxId'),
  'buyer-address-phone': field('buyer.addressPhone'),
  'buyer-bank-account': field('buyer.bankAccount'),
  'buyer-address': header('购买方地址', 'Buyer address'),
  'buyer-phone': header('购买方电话', 'Buyer phone'),
  'buyer-bank': header('购买方开户行', 'Buyer bank'),
  'buyer-account': header('购买方账号', 'Buyer account'),
  'seller-name': field('seller.name'),
  'seller-tax-id': field('seller.taxId'),
  'seller-address-phone': field('seller.addressPhone'),
  'seller-bank-account': field('seller.bankAccount'),
  'seller-address': header('销售方地址', 'Seller address'),
  'seller-phone': header('销售方电话', 'Seller phone'),
  'seller-bank': header('销售方开户行', 'Seller bank'),
  'seller-account': header('销售方账号', 'Seller account'),
  total: field('total'),
  'tax-total': field('taxTotal'),
  'gross-total': field('grossTotal'),
  'gross-total-words': field('grossTotalWords'),
  remark: field('remark'),
  payee: field('payee'),
  reviewer: field('reviewer'),
  drawer: field('drawer'),
  'line-count': header('明细行数', 'Lines'),
  'line-number': header('行号', 'Line'),
  'line-name': header('货物或应税劳务、服务名称', 'Goods or service'),
  'line-specification': header('规格型号', 'Specification'),
  'line-unit': header('单位', 'Unit'),
  'line-printed-quantity': header('数量', 'Quantity'),
  'line-quantity': header('数量（金额÷单价推算）', 'Quantity (derived: amount ÷ unit price)'),
  'line-unit-price': header('单价', 'Unit price'),
  'line-amount': header('金额', 'Amount'),
  'line-tax-rate': header('税率', 'Tax rate'),
  'line-tax': header('税额', 'Tax'),
  doubts: header('校验提示', 'Doubts'),
  error: header('错误', 'Error'),
  sandbox: header('演示数据', 'Demo data'),
  'maybe-paid': header('可能已计费', 'May have been billed'),
  'session-id': header('会话号', 'Session ID'),
  'review-status': header('核对状态', 'Review'),
  tags: header('标签', 'Tags'),
  note: header('内部备注', 'Note'),
  counted: header('计入合计', 'Counted'),
} as const satisfies Record<string, Bilingual>;

export type InvoiceColumnId = keyof typeof invoiceColumnHeaders;

export const isInvoiceColumnId = (value: string): value is InvoiceColumnId =>
  Object.hasOwn(invoiceColumnHeaders, value);

export const invoiceColumnIds: readonly InvoiceColumnId[] =
  Object.keys(invoiceColumnHeaders).filter(isInvoiceColumnId);

/** Columns that say something only where a row is a goods line. */
export const isLineColumn = (id: InvoiceColumnId): boolean => id.startsWith('line-') && id !== 'line-count';
