import type { Sharp, SharpOptions } from 'sharp';
import { boundedPicture } from './bounded-picture.ts';
import { maxDecodedBytes } from '../limits.ts';

/** sharp takes 50 ms to load, so it is loaded on first use. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // Tasks already run in parallel, and no picture is decoded twice.
  sharp.cache(false);
  return sharp;
};

/** @param page of a TIFF, from 0 */
export const openSharp = async (
  bytes: Buffer,
  { page = 0, ...options }: SharpOptions = {},
): Promise<Sharp> => {
  const sharp = await loadSharp();
  const bounded = boundedPicture(bytes, page);
  return sharp(bounded.bytes, {
    failOn: 'truncated',
    // No pixel takes less than a byte. `mostPixels` knows the depth, and is stricter.
    limitInputPixels: maxDecodedBytes,
    page: bounded.page,
    ...options,
  });
};
