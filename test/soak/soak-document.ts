import type { Truth } from '../../electron/extract/sandbox/truths.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { madeInvoiceText } from '../helpers/made-invoices.ts';
import { smallPicture } from '../helpers/pictures.ts';

/** A different small picture for each number, with its own invoice. */
export const soakDocument = (index: number): { readonly bytes: Buffer; readonly truth: Truth } => {
  const bytes = smallPicture(index);
  const text = madeInvoiceText(index, (index + 100).toFixed(2));
  const sha256 = sha256Of(bytes);
  return { bytes, truth: { service: 'vat-invoice', sha256, text } };
};
