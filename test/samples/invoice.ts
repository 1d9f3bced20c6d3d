import { sha256Of } from '../../electron/infra/bytes.ts';
import { capture } from './capture.ts';
import { drawSheet } from './draw-sheet.ts';
import { encode } from './encode.ts';
import { layOutDigital } from './layout-digital.ts';
import { layOutForm } from './layout-form.ts';
import { type Appearance, type DrawnInvoice, plainAppearance } from './model.ts';
import { qrSymbol, qrText } from './qr.ts';
import { requireFonts } from './text.ts';
import { type InvoiceText, invoiceText, type Truth } from './truth.ts';

export type DrawnPicture<Text> = { readonly bytes: Buffer; readonly truth: Truth<Text> };

/**
 * Draws an invoice and returns what a reader of the picture would extract: layout, print, capture, encoding.
 * The same arguments give the same bytes on the same machine. Throws if the fonts are missing.
 */
export const drawInvoice = async (
  invoice: DrawnInvoice,
  appearance: Partial<Appearance> = {},
): Promise<DrawnPicture<InvoiceText>> => {
  requireFonts();
  const look = { ...plainAppearance, ...appearance };
  const symbol = await qrSymbol(qrText(invoice));
  const digital = invoice.kind === '31' || invoice.kind === '32';
  const sheet = digital ? layOutDigital(invoice, symbol) : layOutForm(invoice, look, symbol);
  const { canvas, marks } = drawSheet(sheet, look.scale, look.stains);
  const captured = capture(canvas, look.capture);
  const bytes = await encode(captured, look.encoding);
  return {
    bytes,
    truth: { service: 'vat-invoice', sha256: sha256Of(bytes), text: invoiceText(marks, captured, look) },
  };
};
