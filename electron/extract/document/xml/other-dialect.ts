import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { exactValue } from '../../../../shared/invoice/exact-value.ts';
import {
  headerKeys,
  partyKeys,
  valueAt,
  type HeaderKey,
  type PartyRole,
} from '../../../../shared/invoice/fields.ts';
import { kindOfInvoice } from '../../../../shared/invoice/kind.ts';
import type { FieldPath, Invoice, Party } from '../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { isRateKnown } from '../../../../shared/invoice/rates.ts';
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
const headerNames: Readonly<Partial<Record<HeaderKey, readonly string[]>>> = {
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
  total: ['合计金额', '不含税金额合计', 'hjje', 'hjbhsje'],
  taxTotal: ['合计税额', '税额合计', 'hjse'],
  grossTotal: ['价税合计', '价税合计小写', '价税合计（小写）', '含税金额合计', 'jshj', 'jshjxx', 'kphjje'],
  grossTotalWords: ['价税合计大写', '价税合计（大写）', 'jshjdx'],
};

/** A party's names are a word for the party and an ending. */
const partyWords: Readonly<Record<PartyRole, readonly string[]>> = {
  buyer: ['购买方', '购货方', '购货单位', '购方', 'gmf', 'ghf', 'ghdw', 'gf', 'buyer'],
  seller: ['销售方', '销货方', '销货单位', '销方', 'xsf', 'xhf', 'xhdw', 'xf', 'seller'],
};
const partyEndings: Readonly<Record<keyof Party, readonly string[]>> = {
  name: ['名称', 'mc', 'name'],
  taxId: ['纳税人识别号', '统一社会信用代码', '识别号', '税号', 'nsrsbh', 'sbh', 'sh', 'taxid', 'taxno'],
  addressPhone: ['地址电话', '地址、电话', 'dzdh'],
  bankAccount: ['开户行及账号', '银行账号', 'yhzh'],
};
/** The tax control device names the parties' ids like codes. */
const partyCodes: Readonly<Record<PartyRole, string>> = { buyer: 'ghdwdm', seller: 'xhdwdm' };

const partyNames = (role: PartyRole, key: keyof Party): readonly string[] => [
  ...partyWords[role].flatMap((word) => partyEndings[key].map((ending) => `${word}${ending}`)),
  ...(key === 'taxId' ? [partyCodes[role]] : []),
];

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
  unit: ['单位', '计量单位', 'dw', 'jldw', 'xmdw'],
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

/** The text of the first child with one of these names. */
const firstText = (line: XmlElement, names: readonly string[]): string | null => {
  const found = line.children.find((child) => names.includes(child.key) && leafText(child) !== null);
  return found ? leafText(found) : null;
};

const isUsualRate = (text: string): boolean =>
  /[%.\D]|^0$/u.test(text) && isRateKnown(exactValue(text, 'rate').value ?? '');

/** Whether `sl` times the unit price is the amount. */
const isTimesPrice = (line: XmlElement, text: string): boolean => {
  const price = exactValue(firstText(line, fold('unitPrice')) ?? '', 'unitPrice').value;
  const cents = centsOf(exactValue(firstText(line, fold('amount')) ?? '', 'money').value);
  if (price === null || cents === null) return false;
  return Math.abs(Number(text) * Number(price) * 100 - cents) <= 1;
};

/**
 * `sl` is the quantity (数量) in some programs and the rate (税率) in others. It is the quantity if it fits the
 * unit price in all lines, and the rate if the line has no other rate and all values of `sl` are rates.
 */
const namesFor = (lines: readonly XmlElement[]): LineNames => {
  const hasRate = lines.some((line) => textAt(line, folded(lineNames.taxRate)));
  const hasQuantity = lines.some((line) => textAt(line, folded(['spsl', 'xmsl', '数量'])));
  const areAll = (is: (text: string, line: XmlElement) => boolean): boolean =>
    lines.every((line) => {
      const text = firstText(line, ['sl']);
      return text === null || is(text, line);
    });
  const isQuantity = !hasQuantity && (hasRate || areAll((text, line) => isTimesPrice(line, text)));
  const isRate = !hasRate && !isQuantity && (hasQuantity || areAll(isUsualRate));
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
  const header = Object.fromEntries(
    headerKeys.map((key) => [key, reader.read(key, leaves, folded(headerNames[key] ?? []))]),
  );
  const party = (role: PartyRole) => ({
    ...emptyInvoice[role],
    ...Object.fromEntries(
      partyKeys.map((key) => [key, reader.read(`${role}.${key}`, leaves, partyNames(role, key))]),
    ),
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

/** `<购买方><名称>` means `购买方名称`, and `<合计><金额>` means `合计金额`. */
const groupedLeaf = (leaf: XmlElement): XmlElement => ({
  ...leaf,
  key: `${(leaf.parent?.key ?? '').replace(/(?:信息|xx|info|information)$/u, '')}${leaf.key}`,
});

const readOne = (root: XmlElement): InvoiceExtraction => {
  const lines = [...descendants(root)].filter(isLine);
  const reader = createValueReader();
  const leaves = leavesOf(root, (element) => lines.includes(element));
  const header = readHeader(reader, [...leaves, ...leaves.map(groupedLeaf)]);
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
