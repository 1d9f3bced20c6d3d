import { z } from 'zod';

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
