import type { PdfDocument } from '../../../formats/pdf/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../../formats/pdf/pdf-page.ts';
import { releasePixels } from '../../../formats/pictures/page-pixels.ts';
import { loadSharp } from '../../../formats/pictures/open-sharp.ts';
import { qrTexts } from '../../../formats/qr/find-qr.ts';

/**
 * Enough for the smallest code that is printed on an invoice: 20 mm at this resolution give 4 dots per
 * module.
 */
const dpi = 150;

/** Draws a page and reads its QR codes; none if it cannot be drawn. Takes some 200 ms. */
export const pageQrTexts = async (document: PdfDocument, number: number): Promise<readonly string[]> => {
  const found = await openPdfPage(document, number);
  if (!found.ok) return [];
  const rendered = await renderPdfPage(found.value.page, dpi);
  if (!rendered.ok) return [];
  const { pixels } = rendered.value;
  const { width, height, channels } = pixels;
  const sharp = await loadSharp();
  const png = await sharp(pixels.data, { raw: { width, height, channels } }).removeAlpha().png().toBuffer();
  releasePixels(pixels);
  return qrTexts(png, 'png');
};
