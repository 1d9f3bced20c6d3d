import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { refusal } from '../refusal.ts';
import { maxPages } from '../limits.ts';
import { pictureLimit } from './declared-pictures.ts';

/** A stencil decoded by the library: a bit for each pixel. */
export const stencilSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  data: z.union([z.instanceof(Uint8Array), z.instanceof(Uint8ClampedArray)]),
});
export type Stencil = z.infer<typeof stencilSchema>;

/** A picture decoded by the library (ImageKind: 1 bit grey, RGB, RGBA). */
export const decodedImageSchema = stencilSchema.extend({ kind: z.literal([1, 2, 3]) });
export type DecodedImage = z.infer<typeof decodedImageSchema>;

export type PdfDocument = {
  readonly proxy: PDFDocumentProxy;
  readonly close: () => Promise<void>;
};

/** The folder of the library's own data: character maps, standard fonts, decoders. */
const partOf = (name: string): string => {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return join(root, name) + sep;
};

/** Loaded with the first PDF: the library takes ten times as long to load as a page takes to read. */
export const loadPdfLibrary = () => import('pdfjs-dist/legacy/build/pdf.mjs');

/** The PDF requires a password, or another one. */
const isPasswordError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

/**
 * Opens a PDF. No script in it runs, nothing it references is fetched, and a picture in it that needs too
 * much memory is not decoded.
 * @param bytes transferred: they must not be used afterwards
 */
export const openPdf = async (
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null,
): Promise<Result<PdfDocument, Failure>> => {
  const { getDocument, VerbosityLevel } = await loadPdfLibrary();
  const maxImageSize = pictureLimit(bytes);
  const task = getDocument({
    data: bytes,
    ...(password === null ? {} : { password }),
    cMapUrl: partOf('cmaps'),
    standardFontDataUrl: partOf('standard_fonts'),
    wasmUrl: partOf('wasm'),
    iccUrl: partOf('iccs'),
    maxImageSize,
    enableXfa: false,
    verbosity: VerbosityLevel.WARNINGS,
  });
  try {
    const proxy = await task.promise;
    const close = () => task.destroy();
    if (proxy.numPages <= maxPages) return success({ proxy, close });
    await close();
    return failed(refusal('too-many-pages', `${proxy.numPages}`));
  } catch (error) {
    await task.destroy();
    if (isPasswordError(error)) return failed(refusal('encrypted-pdf'));
    return failed(refusal('damaged', error instanceof Error ? error.message : null));
  }
};
