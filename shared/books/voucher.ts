import type { Cents } from '../invoice/money.ts';
import type { BookAccount } from './voucher-rules.ts';

/** One side is 0. Red invoices have negative amounts on their usual side. */
export type VoucherEntry = {
  readonly summary: string;
  readonly account: BookAccount;
  readonly debit: Cents;
  readonly credit: Cents;
  /** The other party, on the entry that is owed. */
  readonly supplier: string | null;
  readonly customer: string | null;
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
    const { summary, account, supplier, customer } = entry;
    const side = entry.debit === 0 ? 'credit' : 'debit';
    const key = JSON.stringify([side, account.code, account.name, summary, supplier, customer]);
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
