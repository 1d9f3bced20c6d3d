import type { VoucherColumn, VoucherFormat } from '../../../shared/books/voucher-layout.ts';
import type { Voucher } from '../../../shared/books/voucher.ts';
import { vouchersToKingdee } from './kingdee.ts';
import { vouchersToOwnLayout } from './own-voucher-layout.ts';
import { vouchersToYonyou } from './yonyou.ts';

export const voucherExtension = {
  kingdee: 'xlsx',
  yonyou: 'txt',
  own: 'xlsx',
} as const satisfies Record<VoucherFormat, string>;

/** Vouchers as the file that a program imports. @param layout the columns of `own` */
export const encodeVouchers = (
  vouchers: readonly Voucher[],
  format: VoucherFormat,
  layout: readonly VoucherColumn[],
): Buffer => {
  if (format === 'kingdee') return vouchersToKingdee(vouchers);
  return format === 'yonyou' ? vouchersToYonyou(vouchers) : vouchersToOwnLayout(vouchers, layout);
};
