import type { Treatment } from '../../shared/contract/preparation.ts';
import { makeRenderedPicture, type PreparedSource } from './make-picture.ts';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';
import type { PreparedPicture } from './page-request.ts';
import { maxRenderedPixels } from '../formats/limits.ts';

type Size = { readonly width: number; readonly height: number };

/** A page that was drawn from the data of its file; its size is in millimetres. */
export type DrawnPage = Size & { readonly pixels: PagePixels; readonly dpi: number };

const millimetresPerInch = 25.4;

/** The wanted resolution for a size in millimetres, or a lower one if it would need too many pixels. */
export const possibleDpi = ({ width, height }: Size, wanted: number): number =>
  Math.min(wanted, millimetresPerInch * Math.sqrt(maxRenderedPixels / (width * height)));

export const makeDrawnPicture = (
  { pixels, width, height, dpi }: DrawnPage,
  file: Pick<PreparedSource, 'originalSha256' | 'originalBytes' | 'pageCount' | 'format'>,
  treatment: Treatment,
): Promise<PreparedPicture> =>
  makeRenderedPicture({ ...file, pixels, page: { width, height, unit: 'mm' }, dpi }, treatment);
