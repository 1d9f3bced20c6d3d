import { z } from 'zod';

export const voucherFormats = ['kingdee', 'yonyou', 'own'] as const;
export type VoucherFormat = (typeof voucherFormats)[number];

/** What a column of the user's own voucher layout may hold. */
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
  /** The user's word for it; empty for the column's own. */
  header: z.string().trim().max(60),
});
export type VoucherColumn = z.infer<typeof voucherColumnSchema>;

/** The user's own layout: a row an entry, with these columns in their order. */
export const voucherLayoutSchema = z.array(voucherColumnSchema).max(40);

export const firstVoucherLayout: readonly VoucherColumn[] = (
  ['date', 'word', 'number', 'summary', 'accountCode', 'accountName', 'debit', 'credit'] as const
).map((column) => ({ column, header: '' }));
