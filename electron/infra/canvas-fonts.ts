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
 * Path of the font shipped with the program: a subset of Noto Serif SC with GBK, 通用规范汉字表 and Latin. The path
 * works in the sources, in `out/` and in a package.
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

/** Drawn for a character that the font lacks. */
const missingSign = '〓';

/** Reads the ranges of characters in a font: subtable 12 of `cmap`, which covers all of Unicode. */
const rangesOf = (font: Buffer): readonly (readonly [first: number, last: number])[] => {
  for (let table = 0; table < font.readUInt16BE(4); table += 1) {
    const record = 12 + table * 16;
    if (font.toString('latin1', record, record + 4) !== 'cmap') continue;
    const cmap = font.readUInt32BE(record + 8);
    for (let one = 0; one < font.readUInt16BE(cmap + 2); one += 1) {
      const at = cmap + font.readUInt32BE(cmap + 4 + one * 8 + 4);
      if (font.readUInt16BE(at) !== 12) continue;
      return Array.from({ length: font.readUInt32BE(at + 12) }, (_, group) => {
        const from = at + 16 + group * 12;
        return [font.readUInt32BE(from), font.readUInt32BE(from + 4)] as const;
      });
    }
  }
  throw new Error('The shipped font has no table of characters');
};

let covered: ReadonlySet<number> | null = null;

/** The code points that the shipped font can draw. */
const shippedCharacters = (): ReadonlySet<number> => {
  covered ??= new Set(
    rangesOf(readFileSync(shippedFontFile())).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    ),
  );
  return covered;
};

/** A text as the shipped font can draw it: 〓 stands for each character that it lacks. */
export const drawable = (text: string): { readonly text: string; readonly missing: readonly string[] } => {
  const known = shippedCharacters();
  const missing = new Set<string>();
  const shown = Array.from(text, (character) => {
    if (/[\p{Cc}\p{Cf}\p{Mn}]/u.test(character) || known.has(character.codePointAt(0) ?? 0)) return character;
    missing.add(character);
    return missingSign;
  });
  return missing.size === 0 ? { text, missing: [] } : { text: shown.join(''), missing: [...missing] };
};

/** Names missing characters on the page, where they can't be drawn: `〓 U+2B4E4`. Empty for none. */
export const missingNote = (missing: Iterable<string>): string => {
  const points = [...new Set(missing)].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return points.length === 0 ? '' : `${missingSign}：字库缺字 ${points.join(' ')}`;
};
