import { findingTexts, same } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import { parseCapitalAmount } from '../capital-amount.ts';
import { linePath } from '../fields.ts';
import type { FieldPath, Invoice } from '../model.ts';
import { centsOf, formatCents, type Cents } from '../money.ts';
import { outcome, type ArithmeticCheck } from './outcome.ts';
import { taxCents } from './tax-cents.ts';
import type { Ticket } from '../extraction.ts';

/**
 * (fare + fuel surcharge) + tax + (fund + other taxes) equals the total of an air ticket. The fund bears no
 * VAT, so the usual equation of total and tax does not apply.
 */
const checkAirEquation = (invoice: Invoice, ticket: Ticket): readonly Finding[] => {
  const [net, tax, gross] = [centsOf(invoice.total), taxCents(invoice.taxTotal), centsOf(invoice.grossTotal)];
  if (net === null || tax === null || gross === null) return [];
  const [fund, other] = [centsOf(ticket.fund) ?? 0, centsOf(ticket.otherTaxes) ?? 0];
  const sum = net + tax + fund + other;
  const left = `${[net, tax, fund, other].map(formatCents).join(' + ')} = ${formatCents(sum)}`;
  const fields = ['total', 'taxTotal', 'ticket.fund', 'ticket.otherTaxes', 'grossTotal'];
  if (sum === gross) return [outcome('air-equation', 'ok', fields, same(left))];
  const off = { printed: formatCents(gross), by: formatCents(Math.abs(gross - sum)), isMore: gross > sum };
  return [outcome('air-equation', 'error', fields, findingTexts.sums.off(left, off))];
};

/** The line amounts sum to the total, to the cent. */
export const checkLineSum: ArithmeticCheck = ({ invoice }) =>
  sumCheck('lines-sum-to-total', invoice, 'amount', 'total', centsOf);

/** The line taxes sum to the tax total, to the cent. */
export const checkTaxSum: ArithmeticCheck = ({ invoice }) =>
  sumCheck('taxes-sum-to-tax-total', invoice, 'tax', 'taxTotal', taxCents);

const sumCheck = (
  id: string,
  invoice: Invoice,
  column: 'amount' | 'tax',
  totalPath: 'total' | 'taxTotal',
  read: (value: string | null) => Cents | null,
): readonly Finding[] => {
  const parts = invoice.lines.map((line) => read(line[column]));
  const total = read(invoice[totalPath]);
  const known = parts.filter((part) => part !== null);
  if (total === null || parts.length === 0 || known.length < parts.length) return [];
  const fields: FieldPath[] = [...parts.map((_, index) => linePath(index, column)), totalPath];
  return [equation(id, known, total, fields)];
};

/** Total plus tax equals the total with tax, to the cent. */
export const checkGrossTotal: ArithmeticCheck = ({ invoice, ticket }) => {
  if (ticket?.type === 'air') return checkAirEquation(invoice, ticket);
  const [net, tax, gross] = [centsOf(invoice.total), taxCents(invoice.taxTotal), centsOf(invoice.grossTotal)];
  if (net === null || tax === null || gross === null) return [];
  return [equation('total-plus-tax', [net, tax], gross, ['total', 'taxTotal', 'grossTotal'])];
};

/** `5,999.00 + 1,019.83 = 7,018.83`, or the difference if the sum is off. */
const equation = (
  id: string,
  parts: readonly Cents[],
  total: Cents,
  fields: readonly FieldPath[],
): Finding => {
  let sum: Cents = 0;
  for (const part of parts) sum += part;
  const left = `${parts.map(formatPart).join(' ')} = ${formatCents(sum)}`;
  if (sum === total) return outcome(id, 'ok', fields, same(left));
  return outcome(
    id,
    'error',
    fields,
    findingTexts.sums.off(left, {
      printed: formatCents(total),
      by: formatCents(Math.abs(total - sum)),
      isMore: total > sum,
    }),
  );
};

const formatPart = (cents: Cents, index: number): string => {
  if (index === 0) return formatCents(cents);
  return cents < 0 ? `- ${formatCents(-cents)}` : `+ ${formatCents(cents)}`;
};

/** The amount in words equals the amount in figures. */
export const checkWords: ArithmeticCheck = ({ invoice: { grossTotalWords, grossTotal } }) => {
  const digits = centsOf(grossTotal);
  if (grossTotalWords === null) return [];
  const fields = ['grossTotalWords', 'grossTotal'];
  const words = parseCapitalAmount(grossTotalWords);
  if (words === null)
    return [outcome('words-equal-digits', 'warn', fields, findingTexts.words.incomplete(grossTotalWords))];
  if (digits === null) return [];
  const stated = formatCents(words);
  if (words === digits)
    return [outcome('words-equal-digits', 'ok', fields, same(`${grossTotalWords} = ${stated}`))];
  return [
    outcome('words-equal-digits', 'error', fields, findingTexts.words.differ(stated, formatCents(digits))),
  ];
};
