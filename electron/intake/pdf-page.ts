import type { Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { maxPagePoints, maxRenderedPixels } from './limits.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { PagePixels } from './page-pixels.ts';
import { refusal } from './refusal.ts';

/** A page of a PDF as it is seen on paper. */
export type RenderedPage = {
  readonly pixels: PagePixels;
  /** Points, crop box and rotation respected. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
};

const pointsPerInch = 72;
export const usualDpi = 200;

/** Dots an inch at which a page stays within the bound of pixels. */
const dpiFor = (width: number, height: number, wanted: number): number =>
  Math.min(wanted, pointsPerInch * Math.sqrt(maxRenderedPixels / (width * height)));

/** Opens a page and its size in points; one that is too large for any paper is refused. */
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

/** What the library says where it leaves a picture out that is over its bound. */
const leftOut = 'Image exceeded maximum allowed size';

/** The library tells of what it leaves out by warnings alone. The thread that renders is alone with its console. */
const collectWarnings = () => {
  const warnings: string[] = [];
  const usual = globalThis.console;
  globalThis.console = { ...usual, warn: (...said: unknown[]) => warnings.push(said.join(' ')) };
  return {
    all: (): readonly string[] => warnings,
    stop: () => {
      globalThis.console = usual;
    },
  };
};

/** Pixels of a canvas that is kept for the next page; a larger one would hold too much memory. */
const maxKeptPixels = 8_000_000;

let kept: Canvas | null = null;

/**
 * The pages of a document are mostly of one size: making a canvas anew for each costs as much as drawing a page of
 * text, most of it for memory that the collector hears of too late.
 */
const canvasFor = async (width: number, height: number): Promise<Canvas> => {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = kept?.width === width && kept.height === height ? kept : createCanvas(width, height);
  // Taken away while it is drawn on: one whose page broke off is not used again.
  kept = null;
  return canvas;
};

/** Renders a page on white. */
export const renderPdfPage = async (
  page: PDFPageProxy,
  wantedDpi: number = usualDpi,
): Promise<Result<RenderedPage, Failure>> => {
  const { width, height } = page.getViewport({ scale: 1 });
  const dpi = dpiFor(width, height, wantedDpi);
  const scale = dpi / pointsPerInch;
  const canvas = await canvasFor(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const warnings = collectWarnings();
  try {
    await page.render({ canvas, viewport: page.getViewport({ scale }), background: 'white' }).promise;
  } catch (error) {
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  } finally {
    warnings.stop();
    page.cleanup();
  }
  // It would be a white page, and a call paid for it.
  if (warnings.all().some((warning) => warning.includes(leftOut))) return failed(refusal('too-many-pixels'));
  const pixels = { data: canvas.data(), width: canvas.width, height: canvas.height, channels: 4 } as const;
  if (canvas.width * canvas.height <= maxKeptPixels) kept = canvas;
  return success({ pixels, width, height, dpi: Math.round(dpi) });
};
