import type { Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { loadShippedFont } from '../../infra/canvas-fonts.ts';
import { loadPdfLibrary, type PdfDocument } from './pdf-document.ts';
import type { PagePixels } from '../pictures/page-pixels.ts';
import { refusal } from '../refusal.ts';
import { maxPagePoints, maxRenderedPixels } from '../limits.ts';

type RenderedPage = {
  readonly pixels: PagePixels;
  /** In points, after crop box and rotation. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
};

const pointsPerInch = 72;
export const usualDpi = 200;

/** The resolution in dpi at which a page stays within the pixel limit. */
const dpiFor = (width: number, height: number, wanted: number): number =>
  Math.min(wanted, pointsPerInch * Math.sqrt(maxRenderedPixels / (width * height)));

/** Opens a page and reads its size in points. Refuses a page larger than any paper. */
export const openPdfPage = async (
  { proxy }: PdfDocument,
  number: number,
): Promise<
  Result<{ readonly page: PDFPageProxy; readonly width: number; readonly height: number }, Failure>
> => {
  if (number > proxy.numPages) return failed(refusal('missing'));
  try {
    const page = await proxy.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    if (!(width > 0 && height > 0)) return failed(refusal('damaged'));
    if (Math.max(width, height) > maxPagePoints)
      return failed(refusal('page-too-large', `${Math.round(width)} × ${Math.round(height)} pt`));
    return success({ page, width, height });
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};

/** The library's warning when it leaves out a picture over its limit. */
const leftOut = 'Image exceeded maximum allowed size';

/** The library reports omitted content only as warnings. The rendering thread has a separate console. */
const collectWarnings = () => {
  const warnings: string[] = [];
  const usual = globalThis.console;
  globalThis.console = { ...usual, warn: (...detail: unknown[]) => warnings.push(detail.join(' ')) };
  return {
    all: (): readonly string[] => warnings,
    stop: () => {
      globalThis.console = usual;
    },
  };
};

/** Maximum pixels of a canvas that is kept for the next page, to limit memory. */
const maxKeptPixels = 8_000_000;

let kept: Canvas | null = null;

/**
 * Reuses the canvas, because most pages of a document have the same size. A new canvas costs as much as
 * drawing a page of text, mostly for memory that the collector frees too late.
 */
const canvasFor = async (width: number, height: number): Promise<Canvas> => {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = kept?.width === width && kept.height === height ? kept : createCanvas(width, height);
  // Removed while in use: after a failed page it is not reused.
  kept = null;
  return canvas;
};

/** Whether an operation of a page is none that shows text. */
const isNoText = async () => {
  const { OPS } = await loadPdfLibrary();
  const shows = new Set<number>([
    OPS.showText,
    OPS.showSpacedText,
    OPS.nextLineShowText,
    OPS.nextLineSetSpacingShowText,
  ]);
  return (index: number, { fnArray }: { readonly fnArray: readonly number[] }): boolean =>
    !shows.has(fnArray[index] ?? -1);
};

/**
 * Renders a page on a white background.
 * @param withoutText leaves out all text
 */
export const renderPdfPage = async (
  page: PDFPageProxy,
  wantedDpi: number = usualDpi,
  withoutText = false,
): Promise<Result<RenderedPage, Failure>> => {
  const { width, height } = page.getViewport({ scale: 1 });
  const dpi = dpiFor(width, height, wantedDpi);
  const scale = dpi / pointsPerInch;
  const canvas = await canvasFor(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  await loadShippedFont();
  const warnings = collectWarnings();
  try {
    await page.render({
      canvas,
      viewport: page.getViewport({ scale }),
      background: 'white',
      ...(withoutText && { operationsFilter: await isNoText() }),
    }).promise;
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  } finally {
    warnings.stop();
    page.cleanup();
  }
  // The page would be sent blank, for a paid call.
  if (warnings.all().some((warning) => warning.includes(leftOut))) return failed(refusal('too-many-pixels'));
  const pixels = { data: canvas.data(), width: canvas.width, height: canvas.height, channels: 4 } as const;
  if (canvas.width * canvas.height <= maxKeptPixels) kept = canvas;
  return success({ pixels, width, height, dpi: Math.round(dpi) });
};
