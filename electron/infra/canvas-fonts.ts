import { readFileSync } from 'node:fs';
import { shippedFontFile } from './shipped-font.ts';

/** The name under which the shipped font is registered for canvases. */
export const shippedFamily = 'Vouch Song';

/**
 * The families that pdfjs falls back to if a font is not embedded. A system's fonts for these families contain no
 * Chinese characters.
 */
const fallbacks = ['serif', 'sans-serif', 'monospace'];

let isLoaded = false;

/** Registers the shipped font once per process. */
export const loadShippedFont = async (): Promise<void> => {
  if (isLoaded) return;
  const { GlobalFonts } = await import('@napi-rs/canvas');
  if (!GlobalFonts.has(shippedFamily)) GlobalFonts.register(readFileSync(shippedFontFile()), shippedFamily);
  for (const name of fallbacks) GlobalFonts.setAlias(shippedFamily, name);
  isLoaded = true;
};
