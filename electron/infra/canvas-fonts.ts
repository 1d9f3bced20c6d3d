import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const place = ['electron', 'fonts', 'noto-serif-sc.ttf'];

const findAbove = (folder: string): string => {
  const file = join(folder, ...place);
  if (existsSync(file)) return file;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`The program is outside its own folder: no ${place.join('/')}.`);
  return findAbove(parent);
};

/**
 * Path of the font shipped with the program: a subset of Noto Serif SC with GB 2312 and Latin. The path works
 * in the sources, in `out/` and in a package.
 */
export const shippedFontFile = (): string => findAbove(import.meta.dirname);

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
