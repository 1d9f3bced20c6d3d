import type { Sharp, SharpOptions } from 'sharp';
import { maxPixels } from './limits.ts';

/** sharp takes 50 ms to load: only those who need it pay. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // Jobs run side by side already, and no picture is looked at twice.
  sharp.cache(false);
  return sharp;
};

export const openSharp = async (bytes: Buffer, options: SharpOptions = {}): Promise<Sharp> =>
  (await loadSharp())(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, ...options });
