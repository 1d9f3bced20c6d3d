import type { Bilingual } from '../language.ts';
import {
  headerNames,
  kindFieldName,
  lineColumnNames,
  lineFieldName,
  partyFieldName,
  elementNames,
} from '../texts/names.ts';
import { type ElementKey } from '../services/elements.ts';
import type { FieldPath, Invoice, InvoiceLine, Party } from './model.ts';

/** Kinds of value, each with its own rules for reading and typing. */
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

export type Field = {
  /** Path of the value; for a column of the lines only its name (`amount` for `lines.0.amount`). */
  readonly path: FieldPath;
  readonly group: FieldGroup;
  readonly label: Bilingual;
  readonly kind: ValueKind;
  /** The element that the service reads it from (vat-invoice.md, Element values); null if there is none. */
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
type PartyKey = keyof Party;
export type LineKey = keyof InvoiceLine;

type Described = {
  readonly kind: ValueKind;
  readonly element: ElementKey | null;
  readonly group: FieldGroup;
};

/** The values outside parties and lines, in the order of the paper. */
export const headerFields: Readonly<Record<HeaderKey, Described>> = {
  code: {
    kind: 'code',
    element: 'vat-invoice-daima',
    group: 'header',
  },
  number: {
    kind: 'code',
    element: 'vat-invoice-haoma',
    group: 'header',
  },
  issueDate: {
    kind: 'date',
    element: 'vat-invoice-issue-date',
    group: 'header',
  },
  checkCode: {
    kind: 'code',
    element: 'check-code',
    group: 'header',
  },
  cipherArea: {
    kind: 'lines',
    element: 'cryptographic-area',
    group: 'header',
  },
  machineNumber: {
    kind: 'code',
    element: null,
    group: 'header',
  },
  reverses: {
    kind: 'code',
    element: null,
    group: 'header',
  },
  total: {
    kind: 'money',
    element: 'vat-invoice-total',
    group: 'totals',
  },
  taxTotal: {
    kind: 'money',
    element: 'vat-invoice-tax-total',
    group: 'totals',
  },
  grossTotal: {
    kind: 'money',
    element: 'vat-invoice-total-cover-tax-digits',
    group: 'totals',
  },
  grossTotalWords: {
    kind: 'words',
    element: 'vat-invoice-total-cover-tax',
    group: 'totals',
  },
  remark: { kind: 'lines', element: null, group: 'notes' },
  payee: { kind: 'text', element: null, group: 'notes' },
  reviewer: { kind: 'text', element: null, group: 'notes' },
  drawer: { kind: 'text', element: null, group: 'notes' },
};

export const partyFields: Readonly<Record<PartyKey, Pick<Described, 'kind'>>> = {
  name: { kind: 'text' },
  taxId: { kind: 'taxId' },
  addressPhone: { kind: 'text' },
  bankAccount: { kind: 'text' },
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

export const lineFields = {
  name: { kind: 'text', element: 'vat-invoice-goods-list' },
  specification: { kind: 'text', element: null },
  unit: { kind: 'text', element: null },
  quantity: { kind: 'quantity', element: null },
  unitPrice: { kind: 'unitPrice', element: 'unit-price' },
  amount: { kind: 'money', element: 'vat-invoice-price-list' },
  taxRate: { kind: 'rate', element: 'vat-invoice-tax-rate-list' },
  tax: { kind: 'money', element: 'vat-invoice-tax-list' },
} as const satisfies Readonly<Record<LineKey, Pick<Described, 'kind' | 'element'>>>;

const has = <Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(table, key);

const isHeaderKey = (key: string): key is HeaderKey => has(headerFields, key);
const isPartyKey = (key: string): key is PartyKey => has(partyFields, key);
export const isLineKey = (key: string): key is LineKey => has(lineFields, key);

export const headerKeys: readonly HeaderKey[] = Object.keys(headerFields).filter(isHeaderKey);
export const partyKeys: readonly PartyKey[] = Object.keys(partyFields).filter(isPartyKey);
export const lineKeys: readonly LineKey[] = Object.keys(lineFields).filter(isLineKey);

/** The columns that the recognition service reads. */
export const serviceLineKeys = ['name', 'unitPrice', 'amount', 'taxRate', 'tax'] as const;
export type ServiceLineKey = (typeof serviceLineKeys)[number];

/** More lines than any paper has; paths beyond it are refused. */
export const maxLines = 2000;

/** The parts of a field path. */
type FieldPlace =
  | { readonly kind: 'kind' }
  | { readonly kind: 'header'; readonly key: HeaderKey }
  | { readonly kind: 'party'; readonly role: PartyRole; readonly key: PartyKey }
  | { readonly kind: 'line'; readonly index: number; readonly key: LineKey };

/** Parses a path; null if it names no value of an invoice. */
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
  label: kindFieldName,
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
  label: partyFieldName(role, key),
  kind: partyFields[key].kind,
  element: partyElements[role][key],
});

/** The columns of the line items, under their column names. */
export const lineColumns: readonly Field[] = lineKeys.map((key) =>
  fieldAt(key, {
    group: 'lines',
    label: lineColumnNames[key],
    kind: lineFields[key].kind,
    element: lineFields[key].element,
  }),
);

const headersOf = (group: FieldGroup): readonly Field[] =>
  headerKeys
    .filter((key) => headerFields[key].group === group)
    .map((key) => fieldAt(key, { ...headerFields[key], label: headerNames[key] }));

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
 * Paths of the copies printed on the right side (vat-invoice.md, `…-right-side`). They have origins, so that
 * checks and the picture can refer to them, but no values in the invoice.
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

/**
 * The field at a path, including right-side copies; null if there is none. The label of a line's field
 * includes the line number, from 1.
 */
export const fieldOf = (path: FieldPath): Field | null => {
  const plain = fieldByPath.get(path);
  if (plain) return plain;
  const place = placeOf(path);
  if (place?.kind !== 'line') return null;
  const { kind, element } = lineFields[place.key];
  return {
    path,
    group: 'lines',
    kind,
    element,
    label: lineFieldName(place.index, place.key),
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

/** The path of a line's value. Cached, because extraction and checks request the same paths often. */
export const linePath = (index: number, key: LineKey): FieldPath => {
  const known = linePaths[index];
  if (known) return known[key];
  const paths = pathsOfLine(index);
  // Caches only the first lines, so that the list has no holes and stays short.
  if (index === linePaths.length && index < maxLines) linePaths.push(paths);
  return paths[key];
};

/** Every path of this invoice that has or can have a value, in the order of the paper. */
export const fieldPathsOf = (invoice: Invoice): readonly FieldPath[] =>
  fieldGroups.flatMap((group) =>
    group === 'lines'
      ? invoice.lines.flatMap((_, index) => lineKeys.map((key) => linePath(index, key)))
      : plainFields.filter((field) => field.group === group).map(({ path }) => path),
  );

/**
 * Whether only digital invoices have the field. Such a field is shown if it has a value, and is never
 * reported as missing.
 */
export const isDigitalOnly = ({ path, element }: Pick<Field, 'path' | 'element'>): boolean =>
  element === null && path !== 'kind';

const plainPlaces = new Map(plainFields.map(({ path }) => [path, placeOf(path)]));

/** The value at a path; null if it is empty or the path names nothing. */
export const valueAt = (invoice: Invoice, path: FieldPath): string | null => {
  const place = plainPlaces.get(path) ?? placeOf(path);
  if (!place) return null;
  if (place.kind === 'kind') return invoice.kind;
  if (place.kind === 'header') return invoice[place.key];
  if (place.kind === 'party') return invoice[place.role][place.key];
  return invoice.lines[place.index]?.[place.key] ?? null;
};
