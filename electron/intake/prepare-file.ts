import { success, type Result, failed } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { isContainer } from './format.ts';
import { openKeptPdf } from './kept-pdf.ts';
import { makeRenderedPicture, makePicture } from './make-picture.ts';
import type { PageRequest, PreparedPicture } from './page-request.ts';
import { openPdfPage, renderPdfPage } from '../formats/pdf/pdf-page.ts';
import { takeOutScan } from './pdf-scan.ts';
import { readXml } from '../extract/document/xml/read-xml.ts';
import { isUntreated, type Change } from '../../shared/contract/preparation.ts';
import { fitsTheService } from '../../shared/services/requests.ts';
import { decodePage, picturePages } from './decode-page.ts';
import { releasePixels } from '../formats/pictures/page-pixels.ts';
import { openKeptOfd, prepareOfd } from './prepare-ofd.ts';
import { prepareXml } from './prepare-xml.ts';
import { readFileHead, readWholeFile, type FileBytes, type TakenFormat } from './read-file.ts';
import { prepareSendable } from './sendable.ts';
import type { TaskPicture } from './tasks.ts';
import { refusal } from '../formats/refusal.ts';
import { sha256Of } from '../infra/bytes.ts';

/** Prepares a page of a PDF: its scan, or a rendering of it. */
const preparePdf = async (
  { path, page: number, treatment, password }: PageRequest,
  onEncoding: () => void,
): Promise<Result<PreparedPicture, Failure>> => {
  const opened = await openKeptPdf(path, password);
  if (!opened.ok) return opened;
  const { document, sha256, length, lend } = opened.value;
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
  const scan = await takeOutScan(page, lend, common, treatment);
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

const formatName = (format: TakenFormat): string => {
  if (format.kind === 'picture') return format.encoding;
  return format.kind === 'convertible' ? format.name : format.kind;
};

const upright: Change = { id: 'upright' };

const prepareDecoded = async (
  { bytes, format }: FileBytes,
  { page, treatment }: PageRequest,
): Promise<Result<PreparedPicture, Failure>> => {
  const pages = picturePages(bytes, format);
  if (!pages.ok) return pages;
  const decoded = await decodePage(bytes, format, page);
  if (!decoded.ok) return decoded;
  const { pixels, width, height, turnedUpright } = decoded.value;
  const source = {
    originalSha256: sha256Of(bytes),
    originalBytes: bytes.length,
    pageCount: pages.value.length,
    format: formatName(format),
    pixels,
    page: { width, height, unit: 'px' } as const,
    full: { width, height },
    lossy: format.kind === 'picture' && format.encoding === 'jpg',
    changes: turnedUpright ? [upright] : [],
  };
  try {
    return success(await makePicture(source, treatment));
  } finally {
    releasePixels(pixels);
  }
};

/**
 * Prepares a page of any file. Runs in a worker, because it may take seconds.
 * @param onEncoding called when only the encoding of a rendered page is left
 */
export const prepareFile = async (
  request: PageRequest,
  onEncoding: () => void,
): Promise<Result<TaskPicture, Failure>> => {
  const head = await readFileHead(request.path);
  if (!head.ok) return head;
  const { kind } = head.value.format;
  if (isContainer(head.value.format)) return failed(refusal('unsupported-format', kind));
  if (kind === 'pdf') return preparePdf(request, onEncoding);
  if (kind === 'ofd') return prepareOfd(request, onEncoding);
  const read = await readWholeFile(request.path);
  if (!read.ok) return read;
  const { format, bytes } = read.value;
  if (format.kind === 'xml') return prepareXml(bytes, request);
  if (format.kind === 'picture' && fitsTheService(bytes.length) && isUntreated(request.treatment)) {
    const looked = await prepareSendable(bytes, format.encoding);
    if (!looked.ok) return looked;
    if (looked.value !== 'has-to-be-made') return success({ ...looked.value, bytes: null });
  }
  return prepareDecoded(read.value, request);
};

/** The number of pages of a file. Runs in a worker. */
export const countPages = async ({
  path,
  password,
}: Pick<PageRequest, 'path' | 'password'>): Promise<Result<number, Failure>> => {
  const head = await readFileHead(path);
  if (!head.ok) return head;
  if (head.value.format.kind === 'pdf') {
    const opened = await openKeptPdf(path, password);
    return opened.ok ? success(opened.value.document.proxy.numPages) : opened;
  }
  if (head.value.format.kind === 'ofd') {
    const opened = await openKeptOfd(path);
    return opened.ok ? success(opened.value.pages.pageCount) : opened;
  }
  const read = await readWholeFile(path);
  if (!read.ok) return read;
  if (read.value.format.kind === 'xml') {
    const invoices = readXml(read.value.bytes);
    return invoices.ok ? success(invoices.value.length) : invoices;
  }
  const pages = picturePages(read.value.bytes, read.value.format);
  return pages.ok ? success(pages.value.length) : pages;
};
