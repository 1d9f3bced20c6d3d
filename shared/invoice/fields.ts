import type { Bilingual } from '../language.ts';
import { elementNames, type ElementKey } from '../services/elements.ts';
import type { FieldPath, Invoice, InvoiceLine, Party } from './model.ts';

/** Kinds of value, each with its own rules of reading and typing. */
export type ValueKind =
  | 'kind'
  | 'code'
  | 'date'
  | 'taxId'
  | 'text'
  | 'lines'
  | 'words'
  | 'money'
  | 'unitPrice'
  | 'quantity'
  | 'rate';

export type FieldGroup = 'header' | 'buyer' | 'lines' | 'totals' | 'seller' | 'notes';

/** In the order of the paper. */
export const fieldGroups: readonly FieldGroup[] = ['header', 'buyer', 'lines', 'totals', 'seller', 'notes'];

export const groupNames: Readonly<Record<FieldGroup, Bilingual>> = {
  header: { zh: '发票信息', en: 'Invoice' },
  buyer: { zh: '购买方', en: 'Buyer' },
  lines: { zh: '货物或应税劳务、服务', en: 'Goods and services' },
  totals: { zh: '合计', en: 'Totals' },
  seller: { zh: '销售方', en: 'Seller' },
  notes: { zh: '备注与开票人', en: 'Remark and issuer' },
};

export type Field = {
  /** Path of the value; of a line's column its name alone (`amount` for `lines.0.amount`). */
  readonly path: FieldPath;
  readonly group: FieldGroup;
  readonly label: Bilingual;
  readonly kind: ValueKind;
  /** The element that the service reads it from (vat-invoice.md, Element values); null where it reads none. */
  readonly element: ElementKey | null;
};

export type HeaderKey =
  | 'code'
  | 'number'
  | 'issueDate'
  | 'checkCode'
  | 'cipherArea'
  | 'machineNumber'
  | 'reverses'
  | 'total'
  | 'taxTotal'
  | 'grossTotal'
  | 'grossTotalWords'
  | 'remark'
  | 'payee'
  | 'reviewer'
  | 'drawer';
export type PartyRole = 'buyer' | 'seller';
export type PartyKey = keyof Party;
export type LineKey = keyof InvoiceLine;

type Described = {
  readonly label: Bilingual;
  readonly kind: ValueKind;
  readonly element: ElementKey | null;
  readonly group: FieldGroup;
};

/** The values outside parties and lines, in the order of the paper. */
export const headerFields: Readonly<Record<HeaderKey, Described>> = {
  code: {
    label: { zh: '发票代码', en: 'Invoice code' },
    kind: 'code',
    element: 'vat-invoice-daima',
    group: 'header',
  },
  number: {
    label: { zh: '发票号码', en: 'Invoice number' },
    kind: 'code',
    element: 'vat-invoice-haoma',
    group: 'header',
  },
  issueDate: {
    label: { zh: '开票日期', en: 'Issue date' },
    kind: 'date',
    element: 'vat-invoice-issue-date',
    group: 'header',
  },
  checkCode: {
    label: { zh: '校验码', en: 'Check code' },
    kind: 'code',
    element: 'check-code',
    group: 'header',
  },
  cipherArea: {
    label: { zh: '密码区', en: 'Cipher area' },
    kind: 'lines',
    element: 'cryptographic-area',
    group: 'header',
  },
  machineNumber: {
    label: { zh: '机器编号', en: 'Machine number' },
    kind: 'code',
    element: null,
    group: 'header',
  },
  reverses: {
    label: { zh: '对应蓝字发票号码', en: 'Reverses invoice' },
    kind: 'code',
    element: null,
    group: 'header',
  },
  total: {
    label: { zh: '合计金额', en: 'Total without tax' },
    kind: 'money',
    element: 'vat-invoice-total',
    group: 'totals',
  },
  taxTotal: {
    label: { zh: '合计税额', en: 'Total tax' },
    kind: 'money',
    element: 'vat-invoice-tax-total',
    group: 'totals',
  },
  grossTotal: {
    label: { zh: '价税合计（小写）', en: 'Total with tax' },
    kind: 'money',
    element: 'vat-invoice-total-cover-tax-digits',
    group: 'totals',
  },
  grossTotalWords: {
    label: { zh: '价税合计（大写）', en: 'Total with tax, in words' },
    kind: 'words',
    element: 'vat-invoice-total-cover-tax',
    group: 'totals',
  },
  remark: { label: { zh: '备注', en: 'Remark' }, kind: 'lines', element: null, group: 'notes' },
  payee: { label: { zh: '收款人', en: 'Payee' }, kind: 'text', element: null, group: 'notes' },
  reviewer: { label: { zh: '复核人', en: 'Reviewer' }, kind: 'text', element: null, group: 'notes' },
  drawer: { label: { zh: '开票人', en: 'Issued by' }, kind: 'text', element: null, group: 'notes' },
};

type DescribedPart = { readonly label: Bilingual; readonly kind: ValueKind };

/** The values of a party. */
export const partyFields: Readonly<Record<PartyKey, DescribedPart>> = {
  name: { label: { zh: '名称', en: 'Name' }, kind: 'text' },
  taxId: { label: { zh: '纳税人识别号', en: 'Taxpayer ID' }, kind: 'taxId' },
  addressPhone: { label: { zh: '地址、电话', en: 'Address and phone' }, kind: 'text' },
  bankAccount: { label: { zh: '开户行及账号', en: 'Bank and account' }, kind: 'text' },
};

export const partyElements: Readonly<Record<PartyRole, Readonly<Record<PartyKey, ElementKey>>>> = {
  buyer: {
    name: 'vat-invoice-payer-name',
    taxId: 'vat-invoice-rate-payer-id',
    addressPhone: 'vat-invoice-payer-addr-tell',
    bankAccount: 'vat-invoice-payer-bank-account',
  },
  seller: {
    name: 'vat-invoice-seller-name',
    taxId: 'vat-invoice-seller-id',
    addressPhone: 'vat-invoice-seller-addr-tell',
    bankAccount: 'vat-invoice-seller-bank-account',
  },
};

/** The columns of a goods line. */
export const lineFields = {
  name: { label: { zh: '货物或服务名称', en: 'Name' }, kind: 'text', element: 'vat-invoice-goods-list' },
  specification: { label: { zh: '规格型号', en: 'Specification' }, kind: 'text', element: null },
  unit: { label: { zh: '单位', en: 'Unit' }, kind: 'text', element: null },
  quantity: { label: { zh: '数量', en: 'Quantity' }, kind: 'quantity', element: null },
  unitPrice: { label: { zh: '单价', en: 'Unit price' }, kind: 'unitPrice', element: 'unit-price' },
  amount: { label: { zh: '金额', en: 'Amount' }, kind: 'money', element: 'vat-invoice-price-list' },
  taxRate: { label: { zh: '税率', en: 'Tax rate' }, kind: 'rate', element: 'vat-invoice-tax-rate-list' },
  tax: { label: { zh: '税额', en: 'Tax' }, kind: 'money', element: 'vat-invoice-tax-list' },
} as const satisfies Readonly<Record<LineKey, DescribedPart & { readonly element: ElementKey | null }>>;

const has = <Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(table, key);

export const isHeaderKey = (key: string): key is HeaderKey => has(headerFields, key);
export const isPartyKey = (key: string): key is PartyKey => has(partyFields, key);
export const isLineKey = (key: string): key is LineKey => has(lineFields, key);

export const headerKeys: readonly HeaderKey[] = Object.keys(headerFields).filter(isHeaderKey);
export const partyKeys: readonly PartyKey[] = Object.keys(partyFields).filter(isPartyKey);
export const lineKeys: readonly LineKey[] = Object.keys(lineFields).filter(isLineKey);

/** The columns that the recognition service reads. */
export const serviceLineKeys = ['name', 'unitPrice', 'amount', 'taxRate', 'tax'] as const;
export type ServiceLineKey = (typeof serviceLineKeys)[number];

/** More lines than any paper has; a path beyond is refused. */
export const maxLines = 2000;

/** A field path taken apart. */
export type FieldPlace =
  | { readonly kind: 'kind' }
  | { readonly kind: 'header'; readonly key: HeaderKey }
  | { readonly kind: 'party'; readonly role: PartyRole; readonly key: PartyKey }
  | { readonly kind: 'line'; readonly index: number; readonly key: LineKey };

/** Takes a path apart; null where it names no value of an invoice. */
export const placeOf = (path: FieldPath): FieldPlace | null => {
  if (path === 'kind') return { kind: 'kind' };
  if (isHeaderKey(path)) return { kind: 'header', key: path };
  const [head = '', middle = '', last = '', ...more] = path.split('.');
  if (more.length > 0) return null;
  if ((head === 'buyer' || head === 'seller') && isPartyKey(middle) && last === '')
    return path === `${head}.${middle}` ? { kind: 'party', role: head, key: middle } : null;
  if (head !== 'lines' || !/^(0|[1-9]\d{0,3})$/.test(middle) || !isLineKey(last)) return null;
  return Number(middle) < maxLines ? { kind: 'line', index: Number(middle), key: last } : null;
};

const kindField: Field = {
  path: 'kind',
  group: 'header',
  label: { zh: '发票种类', en: 'Kind of invoice' },
  kind: 'kind',
  element: null,
};

const fieldAt = (
  path: FieldPath,
  { group, label, kind, element }: Pick<Field, 'group' | 'label' | 'kind' | 'element'>,
): Field => ({ path, group, label, kind, element });

const partyField = (role: PartyRole, key: PartyKey): Field => ({
  path: `${role}.${key}`,
  group: role,
  label: {
    zh: `${groupNames[role].zh}${partyFields[key].label.zh}`,
    en: `${groupNames[role].en} ${partyFields[key].label.en.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`,
  },
  kind: partyFields[key].kind,
  element: partyElements[role][key],
});

/** The columns of the goods lines, named by their column alone. */
export const lineColumns: readonly Field[] = lineKeys.map((key) =>
  fieldAt(key, {
    group: 'lines',
    label: lineFields[key].label,
    kind: lineFields[key].kind,
    element: lineFields[key].element,
  }),
);

const headersOf = (group: FieldGroup): readonly Field[] =>
  headerKeys.filter((key) => headerFields[key].group === group).map((key) => fieldAt(key, headerFields[key]));

/** Every field outside the lines, in the order of the paper. */
export const plainFields: readonly Field[] = [
  kindField,
  ...headersOf('header'),
  ...partyKeys.map((key) => partyField('buyer', key)),
  ...headersOf('totals'),
  ...partyKeys.map((key) => partyField('seller', key)),
  ...headersOf('notes'),
];

/**
 * Paths of the copies printed on the right side (vat-invoice.md, `…-right-side`). They have origins, so that checks and
 * the picture can name them, and no place in the invoice.
 */
export const rightSidePaths = { code: 'rightSide.code', number: 'rightSide.number' } as const;

export const rightSideElements = {
  code: 'vat-invoice-daima-right-side',
  number: 'vat-invoice-haoma-right-side',
} as const satisfies Record<keyof typeof rightSidePaths, ElementKey>;

const rightSideFields = (['code', 'number'] as const).map((key) =>
  fieldAt(rightSidePaths[key], {
    group: 'header',
    label: elementNames[rightSideElements[key]],
    kind: 'code',
    element: rightSideElements[key],
  }),
);

const fieldByPath = new Map([...plainFields, ...rightSideFields].map((field) => [field.path, field]));

/** The field that a path names, right-side copies included, a line's with its number from 1 in the label; null for no field. */
export const fieldOf = (path: FieldPath): Field | null => {
  const plain = fieldByPath.get(path);
  if (plain) return plain;
  const place = placeOf(path);
  if (place?.kind !== 'line') return null;
  const { label, kind, element } = lineFields[place.key];
  const number = place.index + 1;
  return {
    path,
    group: 'lines',
    kind,
    element,
    label: { zh: `第${number}行${label.zh}`, en: `Line ${number}: ${label.en}` },
  };
};

const linePaths: Readonly<Record<LineKey, FieldPath>>[] = [];

const pathsOfLine = (index: number): Readonly<Record<LineKey, FieldPath>> => ({
  name: `lines.${index}.name`,
  specification: `lines.${index}.specification`,
  unit: `lines.${index}.unit`,
  quantity: `lines.${index}.quantity`,
  unitPrice: `lines.${index}.unitPrice`,
  amount: `lines.${index}.amount`,
  taxRate: `lines.${index}.taxRate`,
  tax: `lines.${index}.tax`,
});

/** The path of a line's value. Reading and checks ask for the same ones over and over: each is written once. */
export const linePath = (index: number, key: LineKey): FieldPath => {
  const known = linePaths[index];
  if (known) return known[key];
  const paths = pathsOfLine(index);
  // The first lines only, so that the list has no holes and stays short.
  if (index === linePaths.length && index < maxLines) linePaths.push(paths);
  return paths[key];
};

/** Every path that has a value or a place for one in this invoice, in the order of the paper. */
export const fieldPathsOf = (invoice: Invoice): readonly FieldPath[] =>
  fieldGroups.flatMap((group) =>
    group === 'lines'
      ? invoice.lines.flatMap((_, index) => lineKeys.map((key) => linePath(index, key)))
      : plainFields.filter((field) => field.group === group).map(({ path }) => path),
  );

/** Whether only digital invoices have the field: it is shown where something stands in it, and never as missing. */
export const isDigitalOnly = ({ path, element }: Pick<Field, 'path' | 'element'>): boolean =>
  element === null && path !== 'kind';

const plainPlaces = new Map(plainFields.map(({ path }) => [path, placeOf(path)]));

/** The value at a path; null where it is empty or the path names nothing. */
export const valueAt = (invoice: Invoice, path: FieldPath): string | null => {
  const place = plainPlaces.get(path) ?? placeOf(path);
  if (!place) return null;
  if (place.kind === 'kind') return invoice.kind;
  if (place.kind === 'header') return invoice[place.key];
  if (place.kind === 'party') return invoice[place.role][place.key];
  return invoice.lines[place.index]?.[place.key] ?? null;
};
