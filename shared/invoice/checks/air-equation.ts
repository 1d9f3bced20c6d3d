import { findingTexts, same } from '../../texts/findings.ts';
import type { Ticket } from '../extraction.ts';
import type { Finding } from '../finding.ts';
import type { Invoice } from '../model.ts';
import { centsOf, formatCents } from '../money.ts';
import { outcome } from './outcome.ts';
import { taxCents } from './tax-cents.ts';

/**
 * (fare + fuel surcharge) + tax + (fund + other taxes) equals the total of an air ticket. The fund bears no
 * VAT, so the usual equation of total and tax does not apply.
 */
export const checkAirEquation = (invoice: Invoice, ticket: Ticket): readonly Finding[] => {
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
