import type { Ticket } from '../invoice/extraction.ts';
import { centsOf, type Cents } from '../invoice/money.ts';

/** Charges of a ticket beside its fare and tax, in cents: they are in its gross total and in no amount before tax. */
export const otherChargesOf = (ticket: Ticket | null): Cents =>
  ticket === null ? 0 : (centsOf(ticket.fund) ?? 0) + (centsOf(ticket.otherTaxes) ?? 0);
