import type { Ticket } from '../invoice/extraction.ts';
import { centsOf, type Cents } from '../invoice/money.ts';

/** Charges of a ticket besides fare and tax, in cents: part of its gross total but not of an amount before tax. */
export const otherChargesOf = (ticket: Ticket | null): Cents =>
  ticket === null ? 0 : (centsOf(ticket.fund) ?? 0) + (centsOf(ticket.otherTaxes) ?? 0);
