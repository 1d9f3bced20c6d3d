import { threadId } from 'node:worker_threads';
import type { FontKey, SKRSContext2D } from '@napi-rs/canvas';
import { OfdFailure } from '../limits.ts';
import type { OfdPackage } from '../package.ts';
import type { TextItem } from '../page-items.ts';
import type { OfdFont } from '../resources.ts';
import { cleanFont, glyphCharacter, type CleanFont } from './font-file.ts';
import { familiesFor, loadFamilies } from './substitutes.ts';

/**
 * Glyphs are drawn at this size and scaled, because a canvas would round their widths at a few millimetres.
 */
export const fontPixels = 100;

/** How to draw a text item: a canvas's `font`, and the characters of its glyphs. */
export type Setting = {
  readonly font: string;
  readonly isEmbedded: boolean;
  readonly isSlanted: boolean;
  /** The character to draw for a glyph. */
  readonly characterOf: (text: string, id: number | null) => string;
};

export type PageFonts = {
  readonly settingOf: (item: TextItem) => Setting;
  /** Width of a character at `fontPixels`. */
  readonly widthOf: (context: SKRSContext2D, setting: Setting, character: string) => number;
  readonly close: () => void;
};

type Embedded = { readonly family: string; readonly key: FontKey; readonly font: CleanFont };

let lastFamily = 0;
const maxEmbedded = 64;

/** The fonts of an open document. Embedded ones are validated and registered on first use. */
export const openFonts = async (parts: OfdPackage): Promise<PageFonts> => {
  const { GlobalFonts } = await import('@napi-rs/canvas');
  const families = await loadFamilies();
  const embedded = new Map<string, Embedded | null>();
  const widths = new Map<string, number>();

  const register = (path: string): Embedded | null => {
    let bytes: Buffer | null;
    try {
      bytes = parts.read(path);
    } catch (error) {
      if (!(error instanceof OfdFailure)) throw error;
      bytes = null;
    }
    const font = bytes && cleanFont(bytes);
    if (!font) return null;
    lastFamily += 1;
    // Fonts are registered per process, and each thread draws its own pages.
    const family = `ofd-${threadId}-${lastFamily}`;
    const key = GlobalFonts.register(font.bytes, family);
    return key && { family, key, font };
  };

  const embeddedOf = (font: OfdFont | null): Embedded | null => {
    if (font === null || font.path === null) return null;
    const known = embedded.get(font.path);
    if (known !== undefined) return known;
    const made = embedded.size < maxEmbedded ? register(font.path) : null;
    embedded.set(font.path, made);
    return made;
  };

  const settings = new Map<string, Setting>();
  const settingOf = ({ font, weight, isItalic }: TextItem): Setting => {
    const isBold = weight >= 600 || (font?.isBold ?? false);
    const isSlanted = isItalic || (font?.isItalic ?? false);
    const key = `${font?.id}/${isBold}/${isSlanted}`;
    const known = settings.get(key);
    if (known) return known;
    const own = embeddedOf(font);
    const substitute = familiesFor(font, families);
    const list = own ? `"${own.family}", ${substitute}` : substitute;
    const setting: Setting = {
      font: `${isBold ? 'bold ' : ''}${fontPixels}px ${list}`,
      isEmbedded: own !== null,
      isSlanted,
      characterOf: (text, id) => {
        const glyph = id ?? own?.font.characters.get(text.codePointAt(0) ?? 0) ?? null;
        return own && glyph !== null && glyph < own.font.glyphCount ? glyphCharacter(glyph) : text;
      },
    };
    settings.set(key, setting);
    return setting;
  };

  return {
    settingOf,
    widthOf: (context, { font }, character) => {
      const key = `${font}/${character}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      const { width } = context.measureText(character);
      widths.set(key, width);
      return width;
    },
    close: () => {
      const keys = [...embedded.values()].filter((one) => one !== null).map(({ key }) => key);
      if (keys.length > 0) GlobalFonts.removeBatch(keys);
      embedded.clear();
    },
  };
};
