import { centsOf, type Cents } from '../money.ts';
import { isRateToken } from '../characters.ts';

/** A tax in cents; a token instead of a tax (`***`) counts as zero. */
export const taxCents = (tax: string | null): Cents | null =>
  tax !== null && isRateToken(tax) ? 0 : centsOf(tax);
