import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { headerKeys, partyKeys, valueAt } from '../../../../shared/invoice/fields.ts';
import { kindOfInvoice } from '../../../../shared/invoice/kind.ts';
import type { FieldPath, Invoice } from '../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { readGoods, type LineNames } from './read-lines.ts';
import { createValueReader, leavesOf, type Leaves, type ValueReader } from './value-reader.ts';
import { descendants, leafText, type XmlElement } from './xml-tree.ts';

/**
 * Element names used by billing programs and earlier tax control devices: Chinese as printed, or the initials
 * of its pinyin. Each name belongs to exactly one field.
 */
const headerNames: Readonly<Partial<Record<FieldPath, readonly string[]>>> = {
  code: ['发票代码', 'fpdm', 'fp_dm', 'invoicecode'],
  number: [
    '数电票号码',
    '全电发票号码',
    '数电发票号码',
    '发票号码',
    'qdfphm',
    'sdfphm',
    'fphm',
    'fp_hm',
    'invoicenumber',
    'invoiceno',
  ],
  issueDate: ['开票日期', '开票时间', 'kprq', 'kpsj', 'issuedate', 'issuetime'],
  checkCode: ['校验码', 'jym', 'checkcode'],
  cipherArea: ['密码区', 'mmq', 'fpmw', 'fp_mw'],
  machineNumber: ['机器编号', 'jqbh', 'sksbbm'],
  remark: ['备注', 'bz', 'remark'],
  drawer: ['开票人', 'kpr', 'drawer'],
  payee: ['收款人', 'skr', 'payee'],
  reviewer: ['复核人', '复核', 'fhr', 'reviewer', 'checker'],
  reverses: ['原发票号码', '蓝字发票号码', '对应蓝字发票号码', 'yfphm', 'yfp_hm', 'lzfphm'],
  'buyer.name': ['购买方名称', '购方名称', '购货方名称', 'gmfmc', 'gmf_mc', 'gfmc', 'ghdwmc', 'buyername'],
  'buyer.taxId': [
    '购买方纳税人识别号',
    '购买方识别号',
    '购方识别号',
    '购方税号',
    '购买方统一社会信用代码',
    'gmfnsrsbh',
    'gmf_nsrsbh',
    'gfsh',
    'gfsbh',
    'ghdwdm',
    'buyertaxid',
    'buyertaxno',
  ],
  'buyer.addressPhone': ['购买方地址电话', '购方地址电话', 'gmfdzdh', 'gmf_dzdh', 'gfdzdh', 'ghdwdzdh'],
  'buyer.bankAccount': [
    '购买方开户行及账号',
    '购方开户行及账号',
    '购买方银行账号',
    'gmfyhzh',
    'gmf_yhzh',
    'gfyhzh',
    'ghdwyhzh',
  ],
  'seller.name': [
    '销售方名称',
    '销方名称',
    '销货方名称',
    'xsfmc',
    'xhfmc',
    'xsf_mc',
    'xfmc',
    'xhdwmc',
    'sellername',
  ],
  'seller.taxId': [
    '销售方纳税人识别号',
    '销售方识别号',
    '销方识别号',
    '销方税号',
    '销售方统一社会信用代码',
    'xsfnsrsbh',
    'xhfnsrsbh',
    'xsf_nsrsbh',
    'xfsh',
    'xfsbh',
    'xhdwdm',
    'sellertaxid',
    'sellertaxno',
  ],
  'seller.addressPhone': [
    '销售方地址电话',
    '销方地址电话',
    'xsfdzdh',
    'xhfdzdh',
    'xsf_dzdh',
    'xfdzdh',
    'xhdwdzdh',
  ],
  'seller.bankAccount': [
    '销售方开户行及账号',
    '销方开户行及账号',
    '销售方银行账号',
    'xsfyhzh',
    'xhfyhzh',
    'xsf_yhzh',
    'xfyhzh',
    'xhdwyhzh',
  ],
  total: ['合计金额', '不含税金额合计', 'hjje', 'hjbhsje'],
  taxTotal: ['合计税额', '税额合计', 'hjse'],
  grossTotal: ['价税合计', '价税合计小写', '价税合计（小写）', '含税金额合计', 'jshj', 'jshjxx'],
  grossTotalWords: ['价税合计大写', '价税合计（大写）', 'jshjdx'],
};

const lineNames: LineNames = {
  name: [
    '货物或应税劳务、服务名称',
    '货物或应税劳务名称',
    '货物名称',
    '商品名称',
    '项目名称',
    'spmc',
    'xmmc',
    'hwmc',
    'fyxm_mc',
  ],
  specification: ['规格型号', 'ggxh'],
  unit: ['单位', '计量单位', 'dw', 'jldw'],
  quantity: ['数量', 'sl', 'spsl', 'xmsl'],
  unitPrice: ['单价', 'dj', 'xmdj'],
  amount: ['金额', 'je', 'xmje'],
  taxRate: ['税率', '税率/征收率', '税率征收率', 'slv', 'taxrate'],
  tax: ['税额', 'se'],
};

const folded = (names: readonly string[]): readonly string[] =>
  names.map((name) => name.toLowerCase().replace(/[-_]/g, ''));

const textAt = (element: XmlElement, names: readonly string[]): boolean =>
  element.children.some((child) => names.includes(child.key) && leafText(child) !== null);

/** A line item has at least its own name and amount. */
const isLine = (element: XmlElement): boolean =>
  textAt(element, folded(lineNames.name)) && textAt(element, folded(lineNames.amount));

const fold = (key: keyof LineNames): readonly string[] =>
  folded(lineNames[key]).filter((name) => name !== 'sl');

/**
 * `sl` is the quantity (数量) in some programs and the rate (税率) in others. It is the rate if the line has no
 * other rate and all values of `sl` are rates.
 */
const namesFor = (lines: readonly XmlElement[]): LineNames => {
  const hasRate = lines.some((line) => textAt(line, folded(lineNames.taxRate)));
  const hasQuantity = lines.some((line) => textAt(line, folded(['spsl', 'xmsl', '数量'])));
  const rates = lines.flatMap(({ children }) => children.filter(({ key }) => key === 'sl').map(leafText));
  const areRates = rates.every(
    (text) => text === null || /^(?:0(?:\.\d+)?|\d{1,2}(?:\.\d+)?%|免税|不征税|\*+)$/u.test(text),
  );
  const isRate = !hasRate && (hasQuantity || areRates);
  const isQuantity = hasRate && !hasQuantity;
  return {
    name: fold('name'),
    specification: fold('specification'),
    unit: fold('unit'),
    quantity: isQuantity ? [...fold('quantity'), 'sl'] : fold('quantity'),
    unitPrice: fold('unitPrice'),
    amount: fold('amount'),
    taxRate: isRate ? [...fold('taxRate'), 'sl'] : fold('taxRate'),
    tax: fold('tax'),
  };
};

const readHeader = (reader: ValueReader, leaves: Leaves): Invoice => {
  const read = (path: FieldPath): string | null => {
    const names = folded(headerNames[path] ?? []);
    return reader.read(path, leaves, names);
  };
  const header = Object.fromEntries(headerKeys.map((key) => [key, read(key)]));
  const party = (role: 'buyer' | 'seller') => ({
    ...emptyInvoice[role],
    ...Object.fromEntries(partyKeys.map((key) => [key, read(`${role}.${key}`)])),
  });
  return { ...emptyInvoice, ...header, buyer: party('buyer'), seller: party('seller') };
};

/** Without these fields, familiar names may have another meaning. */
const required: readonly FieldPath[] = ['number', 'issueDate', 'grossTotal', 'buyer.name', 'seller.name'];

/** Reasons why an extraction is uncertain: missing or contradictory fields, or totals that don't add up. */
const gapsOf = ({ invoice, findings }: InvoiceExtraction): readonly string[] => {
  const torn = new Set(findings.flatMap(({ fields }) => fields));
  const gaps = required.filter((path) => valueAt(invoice, path) === null || torn.has(path));
  const [net, tax, gross] = [invoice.total, invoice.taxTotal, invoice.grossTotal].map(centsOf);
  const isOff = net !== null && tax !== null && gross !== null && (net ?? 0) + (tax ?? 0) !== gross;
  return isOff ? [...gaps, 'total + taxTotal = grossTotal'] : gaps;
};

const readOne = (root: XmlElement): InvoiceExtraction => {
  const lines = [...descendants(root)].filter(isLine);
  const reader = createValueReader();
  const header = readHeader(
    reader,
    leavesOf(root, (element) => lines.includes(element)),
  );
  const { code, number } = header;
  const kind = kindOfInvoice({ code, number, title: null }, null);
  const invoice = { ...header, kind, lines: readGoods(reader, lines, namesFor(lines)) };
  return { reader: 'xml', invoice, ticket: null, ...reader.result(), qr: null };
};

const numberKeys = folded(headerNames.number ?? []);

/** The element that contains exactly one invoice: the highest one without another invoice's number in it. */
const rootsOf = (root: XmlElement): readonly XmlElement[] => {
  const numbers = [...descendants(root)].filter(
    (element) =>
      element.children.length === 0 && numberKeys.includes(element.key) && leafText(element) !== null,
  );
  const countIn = new Map<XmlElement, Set<string>>();
  for (const element of numbers)
    for (let at = element.parent; at; at = at.parent) {
      const texts = countIn.get(at) ?? new Set();
      countIn.set(at, texts.add(leafText(element) ?? ''));
    }
  const roots = numbers.map((element) => {
    let top = element.parent;
    while (top?.parent && countIn.get(top.parent)?.size === 1) top = top.parent;
    return top ?? root;
  });
  return [...new Set(roots)];
};

/**
 * Reads a dialect with Chinese or pinyin names if the result is certain. Every invoice in the file must have
 * a number, a date, both parties and totals that add up. Otherwise the file is not read, and the failure
 * reports what was missing.
 */
export const readOtherDialect = (root: XmlElement): Result<readonly InvoiceExtraction[], Failure> => {
  const read = rootsOf(root).map(readOne);
  if (read.length === 0)
    return failed(failureOf('no-invoice-data', { detail: `<${root.qualifiedName.slice(0, 60)}>` }));
  const gaps = [...new Set(read.flatMap(gapsOf))];
  return gaps.length === 0
    ? success(read)
    : failed(
        failureOf('no-invoice-data', { detail: `<${root.qualifiedName.slice(0, 60)}>: ${gaps.join(', ')}` }),
      );
};
