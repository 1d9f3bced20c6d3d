import { existsSync } from 'node:fs';
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
