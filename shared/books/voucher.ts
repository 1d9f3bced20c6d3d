import { z } from 'zod';
import type { Ticket } from '../invoice/extraction.ts';
import { centsOf, type Cents } from '../invoice/money.ts';
import type { EntryItem } from './codes.ts';
import type { BookAccount } from './voucher-rules.ts';

export const voucherFormats = ['kingdee', 'yonyou', 'own'] as const;
export type VoucherFormat = (typeof voucherFormats)[number];

/** The possible contents of a column of a custom voucher layout. */
export const voucherColumnIds = [
  'date',
  'period',
  'word',
  'number',
  'attachments',
  'ordinal',
  'summary',
  'accountCode',
  'accountName',
  'debit',
  'credit',
  'customer',
  'supplier',
  'preparer',
  'invoiceCode',
  'invoiceNumber',
  'invoiceDate',
  'department',
  'project',
  'person',
] as const;
export type VoucherColumnId = (typeof voucherColumnIds)[number];

const voucherColumnSchema = z.object({
  column: z.enum(voucherColumnIds),
  /** The user's header; empty for the default. */
  header: z.string().trim().max(60),
});
export type VoucherColumn = z.infer<typeof voucherColumnSchema>;

/** A custom layout: one row per entry, with these columns in order. */
export const voucherLayoutSchema = z.array(voucherColumnSchema).max(40);

export const firstVoucherLayout: readonly VoucherColumn[] = (
  ['date', 'word', 'number', 'summary', 'accountCode', 'accountName', 'debit', 'credit'] as const
).map((column) => ({ column, header: '' }));

/** Charges of a ticket besides fare and tax, in cents: part of its gross total but not of an amount before tax. */
export const otherChargesOf = (ticket: Ticket | null): Cents =>
  ticket === null ? 0 : (centsOf(ticket.fund) ?? 0) + (centsOf(ticket.otherTaxes) ?? 0);

/** One side is 0. Red invoices have negative amounts on their usual side. */
export type VoucherEntry = {
  readonly summary: string;
  readonly account: BookAccount;
  readonly debit: Cents;
  readonly credit: Cents;
  /** The other party, on the entry that is owed. */
  readonly supplier: string | null;
  readonly customer: string | null;
  /** What it is kept by, with codes; absent if there is nothing. */
  readonly items?: readonly EntryItem[];
};

export type Voucher = {
  /** Posting date (ISO). */
  readonly date: string;
  readonly word: string;
  readonly number: number;
  readonly attachments: number;
  readonly preparer: string;
  readonly entries: readonly VoucherEntry[];
  /** Indices of its invoices in the input, from 0. */
  readonly invoices: readonly number[];
};

/**
 * Merges entries with the same account, side, summary and party, and drops entries that sum to zero. The
 * difference between debits and credits does not change.
 */
export const mergeEntries = (entries: readonly VoucherEntry[]): readonly VoucherEntry[] => {
  const byKey = new Map<string, VoucherEntry>();
  for (const entry of entries) {
    if (entry.debit === 0 && entry.credit === 0) continue;
    const { summary, account, supplier, customer, items = [] } = entry;
    const side = entry.debit === 0 ? 'credit' : 'debit';
    const key = JSON.stringify([side, account.code, account.name, summary, supplier, customer, items]);
    const earlier = byKey.get(key);
    byKey.set(key, {
      ...entry,
      debit: (earlier?.debit ?? 0) + entry.debit,
      credit: (earlier?.credit ?? 0) + entry.credit,
    });
  }
  return [...byKey.values()].filter(({ debit, credit }) => debit !== 0 || credit !== 0);
};

/** Whether debits equal credits, in cents, and every sum is exact. */
export const isBalanced = ({ entries }: Pick<Voucher, 'entries'>): boolean => {
  let difference = 0;
  for (const { debit, credit } of entries) {
    if (![debit, credit].every(Number.isSafeInteger)) return false;
    difference += debit - credit;
  }
  return difference === 0;
};
