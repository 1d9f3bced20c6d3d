import { drawForm } from '../extract/document/form/draw-form.ts';
import { formOf } from '../extract/document/xml/xml-form.ts';
import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { maxRenderedPixels } from './limits.ts';
import { makeRenderedPicture } from './make-picture.ts';
import type { PageRequest, PreparedPicture } from './page-request.ts';
import type { PagePixels } from './page-pixels.ts';
import { usualDpi } from './pdf-page.ts';
import { sha256Of } from './sha256.ts';

type DrawnXml = {
  readonly pixels: PagePixels;
  /** In millimetres. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly count: number;
};

/** Draws the form of an XML invoice, at a lower resolution if it is very long. */
export const drawXmlPage = async (
  bytes: Uint8Array,
  page: number,
  wantedDpi: number = usualDpi,
): Promise<Result<DrawnXml, Failure>> => {
  const form = formOf(bytes, page);
  if (!form.ok) return form;
  const { layout, count } = form.value;
  const { width, height } = layout;
  const dpi = Math.min(wantedDpi, 25.4 * Math.sqrt(maxRenderedPixels / (width * height)));
  const drawn = await drawForm(layout, dpi);
  return success({ pixels: { ...drawn, channels: 4 }, width, height, dpi: Math.round(dpi), count });
};

/** Prepares the form of an XML invoice: the displayed picture, which is also sent on request. */
export const prepareXml = async (
  bytes: Uint8Array,
  { page, treatment }: PageRequest,
): Promise<Result<PreparedPicture, Failure>> => {
  const drawn = await drawXmlPage(bytes, page);
  if (!drawn.ok) return drawn;
  const { pixels, width, height, dpi, count } = drawn.value;
  const source = {
    originalSha256: sha256Of(bytes),
    originalBytes: bytes.length,
    pageCount: count,
    format: 'xml',
    pixels,
    page: { width, height, unit: 'mm' },
    dpi,
  } as const;
  return success(await makeRenderedPicture(source, treatment));
};
