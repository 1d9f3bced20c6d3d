import type { BuiltVouchers } from '../../../shared/books/build-vouchers.ts';
import type { Voucher } from '../../../shared/books/voucher.ts';
import type { VoucherFormat } from '../../../shared/books/voucher-layout.ts';
import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Result } from '../../../shared/result.ts';
import { encodeVouchers } from '../../export/books/encode-vouchers.ts';
import { lostInGbk } from '../../export/books/yonyou.ts';
import type { WriteFailure } from '../../infra/files/write-failure.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import type { Store } from '../../store/port.ts';
import { bookingChanges } from './booking-changes.ts';
import { noteBooks } from './note-books.ts';

/** The companies in the settings also belong to the user. */
export const withOwnCompanies = (
  rules: VoucherRules,
  { ownCompanies }: Pick<Settings, 'ownCompanies'>,
): VoucherRules => ({ ...rules, own: [...rules.own, ...ownCompanies] });

/**
 * Records the vouchers on their invoices. Returns the pages.
 * @param pageOf the page of an invoice, by its position among the booked ones; null if it is in no ledger
 */
export const recordVouchers = async (
  store: { readonly store: Store },
  built: Pick<BuiltVouchers, 'vouchers' | 'entriesOf'>,
  pageOf: (index: number) => PageId | null,
): Promise<readonly PageId[]> => {
  const changes = bookingChanges(built, pageOf);
  await noteBooks(store, changes);
  return [...changes.keys()];
};

/** Writes vouchers into a file. Returns the characters that its encoding does not have. */
export const writeVouchersTo = async (
  path: string,
  vouchers: readonly Voucher[],
  format: VoucherFormat,
): Promise<{ readonly written: Result<unknown, WriteFailure>; readonly lost: readonly string[] }> => ({
  written: await writeFileWhole(path, encodeVouchers(vouchers, format, [])),
  lost: format === 'yonyou' ? lostInGbk(vouchers) : [],
});
