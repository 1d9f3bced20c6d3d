import type { FieldPath } from '../../../../../shared/invoice/model.ts';
import { newInvoiceDraft, put, type InvoiceDraft } from './draft.ts';

/** Names of `CustomData`. 合计金额 is the amount without tax. */
const names: Readonly<Record<string, FieldPath>> = {
  发票代码: 'code',
  发票号码: 'number',
  开票日期: 'issueDate',
  校验码: 'checkCode',
  机器编号: 'machineNumber',
  合计金额: 'total',
  合计税额: 'taxTotal',
  价税合计: 'grossTotal',
  购买方名称: 'buyer.name',
  购方名称: 'buyer.name',
  购买方纳税人识别号: 'buyer.taxId',
  购买方税号: 'buyer.taxId',
  购方税号: 'buyer.taxId',
  销售方名称: 'seller.name',
  销方名称: 'seller.name',
  销售方纳税人识别号: 'seller.taxId',
  销售方税号: 'seller.taxId',
  销方税号: 'seller.taxId',
};

/** The values in `DocInfo/CustomDatas`; null if none belongs to an invoice. */
export const readCustomData = (data: ReadonlyMap<string, string>): InvoiceDraft | null => {
  const draft = newInvoiceDraft();
  for (const [name, value] of data) {
    const path = names[name.trim()];
    if (path)
      put(draft, path, value, {
        path: `/OFD/DocBody/DocInfo/CustomDatas/CustomData[@Name='${name.trim()}']`,
      });
  }
  return draft.origins.size > 0 ? draft : null;
};
