import type { InvoiceLine } from './model.ts';
import { centsOf } from './money.ts';

/** A quantity calculated because the service reads none. The interface must mark it as calculated. */
type DerivedQuantity = {
  /** Decimal string with at most eight decimals, without trailing zeros. */
  readonly value: string;
  /** True if it gives the amount without rounding, or is a whole number that gives it to the cent. */
  readonly exact: boolean;
};

const maxDecimals = 8;

/**
 * Amount divided by unit price; null if either is missing or the unit price is zero. Amounts are rounded to
 * the cent, so several quantities give the same amount. The one with the fewest decimals is chosen: 754.72 at
 * 377.358490566 is 2, not 2.00000794.
 */
export const deriveQuantity = ({ amount, unitPrice }: InvoiceLine): DerivedQuantity | null => {
  const cents = centsOf(amount);
  const price = unitPrice === null ? null : /^(-?)(\d+)\.(\d+)$/.exec(unitPrice);
  if (cents === null || !price) return null;
  const [, sign = '', whole = '', fraction = ''] = price;
  const unit = BigInt(whole + fraction);
  if (unit === 0n) return null;
  // In units of the price's last digit: amount / price = target / unit.
  const scale = 10n ** BigInt(fraction.length);
  const target = BigInt(Math.abs(cents)) * scale;
  const isNegative = cents < 0 !== (sign === '-');
  for (let decimals = 0; decimals <= maxDecimals; decimals += 1) {
    const power = 10n ** BigInt(decimals);
    const quantity = divideRounded(target * power, unit * 100n);
    const product = quantity * unit * 100n;
    const matchesAmount = divideRounded(product, scale * power) === BigInt(Math.abs(cents));
    if (!matchesAmount && decimals < maxDecimals) continue;
    const isWhole = matchesAmount && decimals === 0;
    return {
      value: decimalString(quantity, decimals, isNegative),
      exact: isWhole || product === target * power,
    };
  }
  return null;
};

const divideRounded = (dividend: bigint, divisor: bigint): bigint =>
  (dividend * 2n + divisor) / (divisor * 2n);

const decimalString = (value: bigint, decimals: number, isNegative: boolean): string => {
  const digits = value.toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const fraction = digits.slice(split).replace(/0+$/, '');
  const text = fraction === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${fraction}`;
  return isNegative && value !== 0n ? `-${text}` : text;
};
