import { turnedSize } from '../../shared/page-geometry.ts';
import { decodePage } from './decode-page.ts';
import { openKeptPdf } from './kept-pdf.ts';
import { loadSharp } from '../formats/pictures/open-sharp.ts';
import { coverMasks, type PagePixels } from '../formats/pictures/page-pixels.ts';
import { straighten } from '../formats/pictures/straighten.ts';
import type { BestRequest } from './page-request.ts';
import { openPdfPage, renderPdfPage } from '../formats/pdf/pdf-page.ts';
import { drawOfdPage, openKeptOfd } from './prepare-ofd.ts';
import { scanPixels } from './pdf-scan.ts';
import { drawXmlPage } from './prepare-xml.ts';
import { readFileHead, readWholeFile } from './read-file.ts';
import { sha256Of } from '../infra/bytes.ts';
import { maxRenderedPixels } from '../formats/limits.ts';

const pixelsOf = async ({
  path,
  page,
  password,
  originalSha256,
  whole = false,
}: BestRequest): Promise<PagePixels | null> => {
  const head = await readFileHead(path);
  if (!head.ok) return null;
  if (head.value.format.kind === 'pdf') {
    const opened = await openKeptPdf(path, password);
    if (!opened.ok || opened.value.sha256 !== originalSha256) return null;
    const found = await openPdfPage(opened.value.document, page);
    if (!found.ok) return null;
    const scan = await scanPixels(found.value.page, opened.value.lend);
    if (scan) return scan;
    const rendered = await renderPdfPage(found.value.page, bestDpi);
    return rendered.ok ? rendered.value.pixels : null;
  }
  if (head.value.format.kind === 'ofd') {
    const opened = await openKeptOfd(path);
    if (!opened.ok || opened.value.sha256 !== originalSha256) return null;
    const drawn = await drawOfdPage(opened.value, page, bestDpi);
    return drawn.ok ? drawn.value.pixels : null;
  }
  const read = await readWholeFile(path);
  if (!read.ok || sha256Of(read.value.bytes) !== originalSha256) return null;
  if (read.value.format.kind === 'xml') {
    const drawn = await drawXmlPage(read.value.bytes, page, bestDpi);
    return drawn.ok ? drawn.value.pixels : null;
  }
  const decoded = await decodePage(read.value.bytes, read.value.format, page, whole ? Infinity : undefined);
  return decoded.ok ? decoded.value.pixels : null;
};

const bestDpi = 300;
/** Fast compression: this png only passes between threads. */
const quickly = 1;

/**
 * A page in the best quality for a screen: up to 24 million pixels, a scan in its own resolution, else 300
 * dpi. It is framed like the sent picture (masked, straightened and turned the same way). The result is a jpg, or the
 * whole picture as png. Null if the file changed or can't be read.
 */
export const makeBest = async (request: BestRequest): Promise<Uint8Array | null> => {
  const page = await pixelsOf(request);
  if (!page) return null;
  const { whole = false, treatment } = request;
  const { turn, masks, corners } = treatment;
  coverMasks(page, masks);
  const pixels = corners ? straighten(page, corners) : page;
  const { data, width, height, channels } = pixels;
  const most = whole ? Infinity : maxRenderedPixels;
  const scale = Math.min(1, Math.sqrt(most / (width * height)));
  // sharp always turns before it resizes, in any order of the calls.
  const turned = turnedSize(pixels, turn);
  const sharp = await loadSharp();
  const framed = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .removeAlpha()
    .rotate(turn)
    .resize({
      width: Math.max(1, Math.round(turned.width * scale)),
      height: Math.max(1, Math.round(turned.height * scale)),
      fit: 'fill',
    });
  return whole
    ? framed.png({ compressionLevel: quickly }).toBuffer()
    : framed.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
};
