import type { Voucher } from '../../../shared/books/voucher.ts';
import type { VoucherFormat } from '../../../shared/books/voucher-layout.ts';
import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Result } from '../../../shared/result.ts';
import { encodeVouchers } from './encode-vouchers.ts';
import { lostInGbk } from './yonyou.ts';
import type { WriteFailure } from '../../infra/files/write-failure.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';

/** The companies in the settings also belong to the user. */
export const withOwnCompanies = (
  rules: VoucherRules,
  { ownCompanies }: Pick<Settings, 'ownCompanies'>,
): VoucherRules => ({ ...rules, own: [...rules.own, ...ownCompanies] });

/** Writes vouchers into a file. Returns the characters that its encoding does not have. */
export const writeVouchersTo = async (
  path: string,
  vouchers: readonly Voucher[],
  format: VoucherFormat,
): Promise<{ readonly written: Result<unknown, WriteFailure>; readonly lost: readonly string[] }> => ({
  written: await writeFileWhole(path, encodeVouchers(vouchers, format, [])),
  lost: format === 'yonyou' ? lostInGbk(vouchers) : [],
});
