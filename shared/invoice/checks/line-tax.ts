import { findingTexts, same } from '../../texts/findings.ts';
import { isDifferenceTaxed } from '../business.ts';
import type { Finding } from '../finding.ts';
import { linePath } from '../fields.ts';
import type { CheckLevel, Invoice, InvoiceLine } from '../model.ts';
import { centsOf, formatCents, timesFraction, type Cents } from '../money.ts';
import { expectedTax, isRateKnown, rateOf, reducedTax } from '../rates.ts';
import { outcome, type InvoiceCheck, type ArithmeticCheck } from './outcome.ts';
import { taxCents } from './tax-cents.ts';

/** Cents: a different rounding of a line's tax, and the tax bureau's own limit for the difference. */
const roundingTolerance = 1;
const lineTolerance = 6;
const invoiceTolerance = 127;
/** The highest rate that ever applied, in percent. A value above it is not a tax. */
const highestRate = 17;

/**
 * Compares amount × rate with the tax of each line. 0.01 is rounding, up to 0.06 is a note, more is a
 * warning.
 */
export const checkLineTaxes: ArithmeticCheck = (subject) =>
  subject.invoice.lines.flatMap((line, index) => lineTax(line, index, subject));

/** Whether a tax is that of a part of the price: it has the sign of the expected one, and is less. */
const isOfPart = (tax: Cents, expected: Cents): boolean =>
  tax === 0 || (Math.sign(tax) === Math.sign(expected) && Math.abs(tax) <= Math.abs(expected));

const lineTax = (
  line: InvoiceLine,
  index: number,
  subject: Parameters<ArithmeticCheck>[0],
): readonly Finding[] => {
  const [amount, tax] = [centsOf(line.amount), taxCents(line.tax)];
  if (amount === null || tax === null || line.taxRate === null) return [];
  const fields = [linePath(index, 'amount'), linePath(index, 'taxRate'), linePath(index, 'tax')];
  const rate = rateOf(line.taxRate);
  if (rate.kind === 'token' && (rate.token === '***' || rate.token === '*'))
    return [withoutRate({ amount, tax, fields, lineCount: subject.invoice.lines.length })];
  const expected = expectedTax(amount, rate);
  if (!expected) return [];
  const isFull = Math.abs(tax - expected.cents) <= lineTolerance;
  // The amount contains what the seller only passes on. A tax of all of it is compared as usual.
  if (!isFull && isDifferenceTaxed(subject) && isOfPart(tax, expected.cents))
    return [outcome('line-tax', 'info', fields, findingTexts.lineTax.ofDifference)];
  if (expected.rule !== 'reduced-1.5')
    return [compared(formulaOf(amount, line.taxRate, expected.cents), expected.cents, tax, fields)];
  // Some printers show the plain rate and apply it to the amount.
  const plain = timesFraction(amount, 150, 10_000);
  if (Math.abs(tax - plain) <= roundingTolerance)
    return [compared(formulaOf(amount, line.taxRate, plain), plain, tax, fields)];
  return [compared(reducedFormula(amount, expected.cents), expected.cents, tax, fields)];
};

const reducedFormula = (amount: Cents, tax: Cents): string =>
  `${formatCents(amount)} × 1.5% ÷ 103.5% = ${formatCents(tax)}`;

const formulaOf = (amount: Cents, rate: string, tax: Cents): string =>
  `${formatCents(amount)} × ${rate} = ${formatCents(tax)}`;

const compared = (formula: string, expected: Cents, tax: Cents, fields: readonly string[]): Finding => {
  const difference = Math.abs(tax - expected);
  if (difference === 0) return outcome('line-tax', 'ok', fields, same(formula));
  const level: CheckLevel =
    difference <= roundingTolerance ? 'ok' : difference <= lineTolerance ? 'info' : 'warn';
  return outcome(
    'line-tax',
    level,
    fields,
    findingTexts.lineTax.off(formula, {
      printed: formatCents(tax),
      by: formatCents(difference),
      isMore: tax > expected,
    }),
  );
};

/**
 * `***` instead of a rate, with a tax: either 减按1.5% or differential taxation (差额征税). The latter has only one
 * line, and its tax follows from a part of the price that is not printed.
 */
const withoutRate = ({
  amount,
  tax,
  fields,
  lineCount,
}: {
  readonly amount: Cents;
  readonly tax: Cents;
  readonly fields: readonly string[];
  readonly lineCount: number;
}): Finding => {
  if (tax === 0) return outcome('line-tax', 'ok', fields, findingTexts.lineTax.none);
  const reduced = reducedTax(amount);
  if (Math.abs(tax - reduced) <= roundingTolerance) {
    const formula = reducedFormula(amount, reduced);
    return outcome('line-tax', 'ok', fields, findingTexts.lineTax.reduced(formula));
  }
  const isPossible =
    Math.sign(tax) === Math.sign(amount) &&
    Math.abs(tax) <= Math.abs(timesFraction(amount, highestRate, 100)) + lineTolerance;
  if (lineCount === 1 && isPossible)
    return outcome('line-tax', 'info', fields, findingTexts.lineTax.differential);
  return outcome('line-tax', 'warn', fields, findingTexts.lineTax.unchecked);
};

/**
 * Compares the sum of amount × rate with the tax total, within the tax bureau's limit of 1.27 per invoice.
 */
export const checkTaxByRates: ArithmeticCheck = ({ invoice, special }) => {
  const total = taxCents(invoice.taxTotal);
  const expected = expectedOfAll(invoice);
  if (total === null || expected === null) return [];
  const difference = Math.abs(total - expected);
  if (difference > invoiceTolerance && isDifferenceTaxed({ invoice, special }) && isOfPart(total, expected))
    return [];
  const level: CheckLevel = difference <= invoiceTolerance ? 'ok' : 'warn';
  const fields = [
    ...invoice.lines.flatMap((_, index) => [linePath(index, 'amount'), linePath(index, 'taxRate')]),
    'taxTotal',
  ];
  const off = { printed: formatCents(total), by: formatCents(difference), isMore: total > expected };
  return [
    outcome(
      'tax-total-by-rates',
      level,
      fields,
      findingTexts.taxByRates(formatCents(expected), off, difference === 0),
    ),
  ];
};

const expectedOfAll = (invoice: Invoice): Cents | null => {
  if (invoice.lines.length === 0) return null;
  let sum: Cents = 0;
  for (const { amount, taxRate } of invoice.lines) {
    const cents = centsOf(amount);
    const expected = cents === null || taxRate === null ? null : expectedTax(cents, rateOf(taxRate));
    // 减按1.5% is printed under either of two rules; the check of the line distinguishes them.
    if (!expected || expected.rule === 'reduced-1.5') return null;
    sum += expected.cents;
  }
  return sum;
};

/** Reports rates that are unknown or were not in force on the day: only a hint. */
export const checkRates: InvoiceCheck = ({ invoice }) => {
  const seen = invoice.lines.flatMap(({ taxRate }, index) =>
    taxRate === null ? [] : [{ taxRate, path: linePath(index, 'taxRate') }],
  );
  if (seen.length === 0) return [];
  const unknown = seen.filter(({ taxRate }) => !isRateKnown(taxRate));
  const untimely = seen.filter(
    ({ taxRate }) => isRateKnown(taxRate) && !isRateKnown(taxRate, invoice.issueDate),
  );
  const names = (rates: typeof seen): string => [...new Set(rates.map(({ taxRate }) => taxRate))].join(', ');
  const checks: Finding[] = [];
  if (unknown.length > 0)
    checks.push(
      outcome(
        'rate-known',
        'info',
        unknown.map(({ path }) => path),
        findingTexts.rates.unknown(names(unknown)),
      ),
    );
  if (untimely.length > 0)
    checks.push(
      outcome(
        'rate-known',
        'info',
        [...untimely.map(({ path }) => path), 'issueDate'],
        findingTexts.rates.unusual(invoice.issueDate ?? '', names(untimely)),
      ),
    );
  if (checks.length > 0) return checks;
  return [
    outcome(
      'rate-known',
      'ok',
      seen.map(({ path }) => path),
      same(names(seen)),
    ),
  ];
};
