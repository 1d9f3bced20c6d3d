import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { openKeptPdf } from './kept-pdf.ts';
import { makeRenderedPicture } from './make-picture.ts';
import type { PageRequest, PreparedPicture } from './page-request.ts';
import { openPdfPage, renderPdfPage } from '../formats/pdf/pdf-page.ts';
import { takeOutScan } from './pdf-scan.ts';

/** Prepares a page of a PDF: its scan, or a rendering of it. */
export const preparePdf = async (
  { path, page: number, treatment, password }: PageRequest,
  onEncoding: () => void,
): Promise<Result<PreparedPicture, Failure>> => {
  const opened = await openKeptPdf(path, password);
  if (!opened.ok) return opened;
  const { document, sha256, length, raw } = opened.value;
  const found = await openPdfPage(document, number);
  if (!found.ok) return found;
  const { page, width, height } = found.value;
  const common = {
    originalSha256: sha256,
    originalBytes: length,
    pageCount: document.proxy.numPages,
    format: 'pdf',
    page: { width, height, unit: 'pt' },
  } as const;
  const scan = raw && (await takeOutScan(page, raw, common, treatment));
  if (scan) {
    page.cleanup();
    return success(scan);
  }
  const rendered = await renderPdfPage(page);
  if (!rendered.ok) return rendered;
  const { pixels, dpi } = rendered.value;
  onEncoding();
  return success(await makeRenderedPicture({ ...common, pixels, dpi }, treatment));
};
