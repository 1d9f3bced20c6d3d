import { monthOf } from '../../../shared/books/period.ts';
import {
  firstVoucherLayout,
  type VoucherColumn,
  type VoucherColumnId,
} from '../../../shared/books/voucher-layout.ts';
import type { Voucher, VoucherEntry } from '../../../shared/books/voucher.ts';
import { decimalOf, type Cents } from '../../../shared/invoice/money.ts';
import { voucherColumnNames } from '../../../shared/texts/voucher-columns.ts';
import type { CellType } from '../../export/table.ts';
import { plainSheet, plainWorkbook, sheetColumn } from './plain-sheet.ts';

type Row = { readonly voucher: Voucher; readonly entry: VoucherEntry; readonly ordinal: number };

const amount = (cents: Cents): string | null => (cents === 0 ? null : decimalOf(cents));

const columns: Readonly<
  Record<VoucherColumnId, { readonly type: CellType; readonly value: (row: Row) => string | null }>
> = {
  date: { type: 'date', value: ({ voucher }) => voucher.date },
  period: { type: 'text', value: ({ voucher }) => monthOf(voucher.date) },
  word: { type: 'text', value: ({ voucher }) => voucher.word },
  number: { type: 'number', value: ({ voucher }) => String(voucher.number) },
  attachments: { type: 'number', value: ({ voucher }) => String(voucher.attachments) },
  ordinal: { type: 'number', value: ({ ordinal }) => String(ordinal) },
  summary: { type: 'text', value: ({ entry }) => entry.summary },
  accountCode: { type: 'id', value: ({ entry }) => entry.account.code },
  accountName: { type: 'text', value: ({ entry }) => entry.account.name },
  debit: { type: 'amount', value: ({ entry }) => amount(entry.debit) },
  credit: { type: 'amount', value: ({ entry }) => amount(entry.credit) },
  customer: { type: 'text', value: ({ entry }) => entry.customer },
  supplier: { type: 'text', value: ({ entry }) => entry.supplier },
  preparer: { type: 'text', value: ({ voucher }) => voucher.preparer },
};

const widths: Readonly<Partial<Record<VoucherColumnId, number>>> = { summary: 36, accountName: 30 };

/**
 * Vouchers as a sheet with the user's own columns, one row per entry. Without a given layout, the first one is
 * used.
 */
export const vouchersToOwnLayout = (
  vouchers: readonly Voucher[],
  layout: readonly VoucherColumn[],
): Buffer => {
  const rows = vouchers.flatMap((voucher) =>
    voucher.entries.map((entry, index): Row => ({ voucher, entry, ordinal: index + 1 })),
  );
  const chosen = layout.length > 0 ? layout : firstVoucherLayout;
  return plainWorkbook([
    plainSheet(
      '凭证',
      chosen.map(({ column, header }) => {
        const { type, value } = columns[column];
        const name = header === '' ? voucherColumnNames[column].zh : header;
        return sheetColumn(name, type, widths[column] ?? 14, value);
      }),
      rows,
    ),
  ]);
};
