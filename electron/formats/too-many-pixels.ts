import type { Failure } from '../../shared/services/failure.ts';
import { refusal } from './refusal.ts';

const megapixels = (pixels: number): number => Math.ceil(pixels / 1_000_000);

/** The refusal of a picture whose size exceeds a limit in pixels; it names both. Null for one that does not. */
export const tooManyPixels = (
  { width, height }: { readonly width: number; readonly height: number },
  most: number,
): Failure | null =>
  width * height > most
    ? refusal(
        'too-many-pixels',
        `${width} × ${height}, ${megapixels(width * height)} MP > ${Math.floor(most / 1_000_000)} MP`,
      )
    : null;
