import { drawForm } from '../extract/document/form/draw-form.ts';
import { formOf } from '../extract/document/xml/xml-form.ts';
import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { makeDrawnPicture, possibleDpi, type DrawnPage } from './drawn-page.ts';
import type { PageRequest, PreparedPicture } from './page-request.ts';
import { usualDpi } from '../formats/pdf/pdf-page.ts';
import { sha256Of } from '../infra/bytes.ts';

/** Draws the form of an XML invoice, at a lower resolution if it is very long. */
export const drawXmlPage = async (
  bytes: Uint8Array,
  page: number,
  wantedDpi: number = usualDpi,
): Promise<Result<DrawnPage & { readonly count: number }, Failure>> => {
  const form = formOf(bytes, page);
  if (!form.ok) return form;
  const { layout, count } = form.value;
  const { width, height } = layout;
  const dpi = possibleDpi(layout, wantedDpi);
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
  const file = {
    originalSha256: sha256Of(bytes),
    originalBytes: bytes.length,
    pageCount: drawn.value.count,
    format: 'xml',
  } as const;
  return success(await makeDrawnPicture(drawn.value, file, treatment));
};
