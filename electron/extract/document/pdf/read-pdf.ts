import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { unknownKind } from '../../../../shared/invoice/kind.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { openPdf, type PdfDocument } from '../../../formats/pdf/pdf-document.ts';
import { cpuClock } from '../cpu-clock.ts';
import { markHiddenText } from '../page-text/hidden-values.ts';
import { dataUnread } from '../page-text/compare-data.ts';
import { comparedWithPages, withFurtherData } from '../page-text/compare-with-page.ts';
import { readPageText } from '../page-text/read-page-text.ts';
import type { PageText } from '../page-text/glyphs.ts';
import { compareWithQr, readQrInvoice } from '../qr-invoice.ts';
import { readEmbedded } from './embedded.ts';
import { isScan } from './hidden-pages.ts';
import { pageTextOf, type SeenText } from './page-text.ts';

type PdfInvoiceInput = {
  readonly bytes: Uint8Array;
  /** The password of a file that needs one. */
  readonly password: string | null;
};

type PdfInvoiceTools = {
  /** Draws a page and reads its QR codes; by default none are read. Called only if the text has findings. */
  readonly qrTexts?: (document: PdfDocument, page: number) => Promise<readonly string[]>;
  readonly now?: () => number;
};

/**
 * A page of an invoice takes 10 ms. A file that takes longer than this limit is hostile, or not an invoice. The
 * thread is ended a little later.
 */
const maxMs = 1400;
/** If this many pages at the start have no word of an invoice, the others are not read. */
const pagesWithoutInvoice = 3;
const maxPagesRead = 200;

/** Characters on every page of an invoice, even if its labels are split into pieces. */
const speaksOfInvoice = ({ runs }: PageText): boolean => runs.some(({ text }) => /[税票]/u.test(text));

/** A scan shows no text of its own: its picture has to be recognized, whatever a scanner's text layer says. */
const withoutLayer = (page: SeenText): SeenText => (isScan(page) ? { ...page, runs: [], hidden: [] } : page);

const readPages = async ({ proxy }: PdfDocument, now: () => number): Promise<readonly SeenText[]> => {
  const pages: SeenText[] = [];
  const end = now() + maxMs;
  let isFound = false;
  for (let number = 1; number <= Math.min(proxy.numPages, maxPagesRead); number += 1) {
    const page = await proxy.getPage(number);
    const text = withoutLayer(await pageTextOf(proxy, page, () => now() <= end));
    pages.push(text);
    isFound ||= speaksOfInvoice(text);
    // Without its last page an invoice has no totals, which is a finding.
    if ((!isFound && number >= pagesWithoutInvoice) || now() > end) break;
  }
  return pages;
};

/** Findings that no QR code can settle or confirm. */
const settledByNone: ReadonlySet<string> = new Set(['name-wrapped', 'paper-beside']);

const mayNeedQr = ({ invoice, findings, ticket }: InvoiceExtraction): boolean =>
  ticket === null && (invoice.kind === unknownKind || findings.some(({ id }) => !settledByNone.has(id)));

const withQr = async (
  read: readonly InvoiceExtraction[],
  pages: readonly PageText[],
  document: PdfDocument,
  qrTexts: NonNullable<PdfInvoiceTools['qrTexts']>,
): Promise<readonly InvoiceExtraction[]> => {
  const invoices = read.filter(({ paper }) => paper === undefined);
  const [first, ...others] = invoices.length > 0 ? invoices : read;
  if (first && (others.length > 0 || !mayNeedQr(first))) return read;
  if (!first && !pages.some(speaksOfInvoice)) return read;
  const texts = await qrTexts(document, first?.pages?.[0] ?? 1);
  const coded = readQrInvoice(texts);
  // With the code of an invoice on it, a page is no other paper: its picture shows what it is.
  if (first?.paper) return coded ? [] : read;
  if (first) return read.map((one) => (one === first ? compareWithQr(one, texts) : one));
  return coded ? [coded] : [];
};

const withUnread = (read: readonly InvoiceExtraction[]): readonly InvoiceExtraction[] =>
  read.map((one) => (one.paper ? one : { ...one, findings: [...one.findings, dataUnread] }));

const readOpened = async (
  document: PdfDocument,
  bytes: Uint8Array,
  { qrTexts, now = cpuClock }: PdfInvoiceTools,
): Promise<Result<readonly InvoiceExtraction[], Failure>> => {
  const { stated: embedded, further, isUnread } = await readEmbedded(document.proxy, bytes);
  const noted = isUnread ? withUnread : (all: readonly InvoiceExtraction[]) => all;
  const pages = await readPages(document, now);
  const printed = markHiddenText(readPageText(pages), pages);
  const isPaper = embedded.some(({ paper }) => paper !== undefined);
  // An invoice may have the data of a payment attached.
  if (isPaper && printed.every(({ paper }) => paper !== undefined)) {
    // The page of an invoice may have no text that can be read, but its code.
    const coded = printed.length === 0 && qrTexts ? readQrInvoice(await qrTexts(document, 1)) : null;
    return success(coded ? [coded] : embedded);
  }
  if (embedded.length > 0 && !isPaper) {
    const invoices = printed.filter(({ paper }) => paper === undefined);
    const papers = invoices.length > 0 ? printed.filter(({ paper }) => paper !== undefined) : [];
    const stated = withFurtherData(embedded, further, invoices);
    return success(noted([...comparedWithPages(stated, invoices), ...papers]));
  }
  const read = qrTexts ? await withQr(printed, pages, document, qrTexts) : printed;
  return read.length > 0 ? success(noted(read)) : failed(failureOf('no-invoice-data', { detail: 'PDF' }));
};

const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
};

/**
 * Extracts the invoices of a PDF from its embedded data, or else from its text by position. The QR code is
 * used if the text has findings. A scan, or a PDF that is not an invoice, is a failure (`no-invoice-data`).
 * Call it in a worker.
 */
export const readPdfInvoice = async (
  { bytes, password }: PdfInvoiceInput,
  tools: PdfInvoiceTools,
): Promise<Result<readonly InvoiceExtraction[], Failure>> => {
  // The library takes ownership of the bytes, which are still needed elsewhere.
  const opened = await openPdf(copyOf(bytes), password);
  if (!opened.ok) return opened;
  try {
    return await readOpened(opened.value, bytes, tools);
  } catch (error) {
    return failed(
      failureOf('damaged', { detail: error instanceof Error ? error.message.slice(0, 200) : null }),
    );
  } finally {
    await opened.value.close();
  }
};
