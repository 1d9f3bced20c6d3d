import type { InvoiceLine } from './model.ts';
import { centsOf } from './money.ts';

/** A quantity that is not printed in any element the service reads: worked out, and to be shown as such. */
export type DerivedQuantity = {
  /** Decimal string of at most eight decimals, without trailing zeros. */
  readonly value: string;
  /** Whether amount divided by unit price ends within those decimals. */
  readonly exact: boolean;
};

const decimals = 8;

/** Amount divided by unit price; null where either is missing or the unit price is zero. */
export const deriveQuantity = ({ amount, unitPrice }: InvoiceLine): DerivedQuantity | null => {
  const cents = centsOf(amount);
  const price = unitPrice === null ? null : /^(-?)(\d+)\.(\d+)$/.exec(unitPrice);
  if (cents === null || !price) return null;
  const [, sign = '', whole = '', fraction = ''] = price;
  const divisor = BigInt(whole + fraction) * 100n;
  if (divisor === 0n) return null;
  const magnitude = BigInt(Math.abs(cents)) * 10n ** BigInt(fraction.length + decimals);
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  const digits = rounded.toString().padStart(decimals + 1, '0');
  const value = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
  const isNegative = cents < 0 !== (sign === '-') && rounded !== 0n;
  return { value: isNegative ? `-${value}` : value, exact: magnitude % divisor === 0n };
};
