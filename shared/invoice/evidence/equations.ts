import { parseCapitalAmount } from '../capital-amount.ts';
import { taxCents } from '../checks/tax-cents.ts';
import { linePath } from '../fields.ts';
import type { FieldPath } from '../model.ts';
import { centsOf, type Cents } from '../money.ts';
import { expectedTax, rateOf } from '../rates.ts';

/** Looks up a value of an invoice by its path. */
export type ValueAt = (path: FieldPath) => string | null;

export const evidenceKinds = [
  'line-sum',
  'tax-sum',
  'gross-sum',
  'words',
  'product',
  'rate',
  'qr',
  'printed-twice',
  'check-character',
  'confirmed-pair',
  'year',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Independent evidence about values, as far as it can be evaluated. */
export type Evidence = {
  readonly kind: EvidenceKind;
  readonly fields: readonly FieldPath[];
  readonly holds: boolean;
  /** The values that could not be wrong without breaking it. */
  readonly proves: readonly FieldPath[];
};

const sumOf = (parts: readonly (Cents | null)[]): Cents | null => {
  let sum: Cents = 0;
  for (const part of parts) {
    if (part === null) return null;
    sum += part;
  }
  return sum;
};

const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const columnSum = (
  kind: EvidenceKind,
  get: ValueAt,
  lineCount: number,
  column: 'amount' | 'tax',
  totalPath: FieldPath,
): readonly Evidence[] => {
  const read = column === 'tax' ? taxCents : centsOf;
  const paths = indices(lineCount).map((index) => linePath(index, column));
  const [sum, total] = [sumOf(paths.map((path) => read(get(path)))), read(get(totalPath))];
  if (lineCount === 0 || sum === null || total === null) return [];
  const fields = [...paths, totalPath];
  return [{ kind, fields, holds: sum === total, proves: fields }];
};

const grossSum = (get: ValueAt): readonly Evidence[] => {
  const [net, tax, gross] = [centsOf(get('total')), taxCents(get('taxTotal')), centsOf(get('grossTotal'))];
  if (net === null || tax === null || gross === null) return [];
  const fields = ['total', 'taxTotal', 'grossTotal'];
  return [{ kind: 'gross-sum', fields, holds: net + tax === gross, proves: fields }];
};

const wordsAndFigures = (get: ValueAt): readonly Evidence[] => {
  const [words, gross] = [get('grossTotalWords'), centsOf(get('grossTotal'))];
  const stated = words === null ? null : parseCapitalAmount(words);
  if (stated === null || gross === null) return [];
  const fields = ['grossTotal', 'grossTotalWords'];
  return [{ kind: 'words', fields, holds: stated === gross, proves: fields }];
};

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').length;
const isNumber = (text: string): boolean => /^-?\d{1,13}(?:\.\d{1,20})?$/u.test(text);

/** Half a cent that an amount is rounded by, and what binary fractions may add. */
const halfCent = 0.0051;

/**
 * Quantity × price is the amount within the rounding of the printed values. It proves a value only if a step of its
 * last digit would break it.
 */
const productOf = (get: ValueAt, index: number): readonly Evidence[] => {
  const [quantity, unitPrice] = [get(linePath(index, 'quantity')), get(linePath(index, 'unitPrice'))];
  const cents = centsOf(get(linePath(index, 'amount')));
  if (quantity === null || unitPrice === null || cents === null) return [];
  if (!isNumber(quantity) || !isNumber(unitPrice)) return [];
  const [count, price, amount] = [Number(quantity), Number(unitPrice), cents / 100];
  const [quantityStep, priceStep] = [10 ** -decimalsOf(quantity), 10 ** -decimalsOf(unitPrice)];
  const slack =
    Math.abs(count) * priceStep * 0.51 +
    (decimalsOf(quantity) > 0 ? Math.abs(price) * quantityStep * 0.51 : 0);
  const off = Math.abs(count * price - amount);
  const paths = {
    quantity: linePath(index, 'quantity'),
    unitPrice: linePath(index, 'unitPrice'),
    amount: linePath(index, 'amount'),
  };
  const isExact = off <= halfCent;
  const reach = isExact ? halfCent : slack + halfCent;
  const proves = [
    ...(Math.abs(price) * quantityStep > 2 * reach ? [paths.quantity] : []),
    ...(Math.abs(count) * priceStep > (isExact ? 2 * halfCent : halfCent) ? [paths.unitPrice] : []),
    ...(reach < 0.01 ? [paths.amount] : []),
  ];
  return [{ kind: 'product', fields: Object.values(paths), holds: off <= slack + halfCent, proves }];
};

/** Amount × rate is the tax to the cent or one off. It proves the rate and the tax: the amount's last digits hardly count. */
const taxOf = (get: ValueAt, index: number): readonly Evidence[] => {
  const paths = [linePath(index, 'amount'), linePath(index, 'taxRate'), linePath(index, 'tax')] as const;
  const [amount, rate, tax] = [centsOf(get(paths[0])), get(paths[1]), get(paths[2])];
  if (amount === null || rate === null || tax === null) return [];
  const cents = taxCents(tax);
  const expected = expectedTax(amount, rateOf(rate));
  if (cents === null || expected === null) return [];
  const off = Math.abs(cents - expected.cents);
  // Below a few yuan several rates give the same tax.
  const isTelling = Math.abs(amount) >= 1000 && rateOf(rate).kind === 'percent';
  return [
    {
      kind: 'rate',
      fields: paths,
      holds: off <= 1,
      proves: off === 0 && isTelling ? [paths[1], paths[2]] : [],
    },
  ];
};

/** The equations that the figures of an invoice must satisfy, without those that lack a value. */
export const equationsOf = (get: ValueAt, lineCount: number): readonly Evidence[] => [
  ...columnSum('line-sum', get, lineCount, 'amount', 'total'),
  ...columnSum('tax-sum', get, lineCount, 'tax', 'taxTotal'),
  ...grossSum(get),
  ...wordsAndFigures(get),
  ...indices(lineCount).flatMap((index) => productOf(get, index)),
  ...indices(lineCount).flatMap((index) => taxOf(get, index)),
];
