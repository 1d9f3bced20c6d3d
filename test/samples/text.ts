import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Face, TextItem } from './sheet.ts';

const families: Readonly<Record<Face, string>> = {
  serif: '"Noto Serif CJK SC"',
  'serif-bold': '"Noto Serif CJK SC"',
  sans: '"Noto Sans CJK SC"',
  mono: '"Noto Sans Mono CJK SC"',
  'mono-bold': '"Noto Sans Mono CJK SC"',
};

/** The bounds of a text's ink, and its font settings. */
export type Placed = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Bounds of the ink in the sheet's units. */
  readonly ink: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
};

/** Throws if the fonts are missing: otherwise a picture of empty boxes would pass for a sample. */
export const requireFonts = (): void => {
  const names = GlobalFonts.families.map(({ family }) => family);
  for (const family of ['Noto Serif CJK', 'Noto Sans CJK'])
    if (!names.some((name) => name.startsWith(family)))
      throw new Error(`The font ${family} is missing: on Debian, apt-get install fonts-noto-cjk`);
};

/** Whether samples can be drawn on this machine. */
export const fontsPresent = (): boolean => {
  try {
    requireFonts();
    return true;
  } catch {
    return false;
  }
};

const prepare = (context: SKRSContext2D, face: Face, size: number, spacing: number): void => {
  context.font = `${face.endsWith('bold') ? 'bold ' : ''}${size}px ${families[face]}`;
  context.letterSpacing = `${spacing}px`;
  context.lang = 'zh-CN';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
};

const ruler = createCanvas(8, 8).getContext('2d');

/** Advance width of a text. */
export const widthOf = (text: string, face: Face, size: number, spacing = 0): number => {
  prepare(ruler, face, size, spacing);
  return ruler.measureText(text).width - spacing;
};

const fittedSize = ({ text, face, size, spacing = 0, maxWidth }: TextItem): number => {
  if (maxWidth === undefined) return size;
  const width = widthOf(text, face, size, spacing);
  return width <= maxWidth ? size : Math.floor(((size * maxWidth) / width) * 10) / 10;
};

/** Draws a text on the sheet and returns the bounds of its ink. */
export const placeText = (item: TextItem): Placed => {
  const { text, face, align, y, spacing = 0 } = item;
  const size = fittedSize(item);
  const width = widthOf(text, face, size, spacing);
  const x = align === 'left' ? item.x : item.x - (align === 'center' ? width / 2 : width);
  prepare(ruler, face, size, spacing);
  const metrics = ruler.measureText(text);
  const ink = {
    left: x - metrics.actualBoundingBoxLeft,
    top: y - metrics.actualBoundingBoxAscent,
    right: x + metrics.actualBoundingBoxRight,
    bottom: y + metrics.actualBoundingBoxDescent,
  };
  return { x, y, size, ink };
};

export const drawText = (context: SKRSContext2D, item: TextItem, placed: Placed): void => {
  prepare(context, item.face, placed.size, item.spacing ?? 0);
  context.fillStyle = item.color;
  context.fillText(item.text, placed.x, placed.y);
};

/** Wraps a name to a column's width, between any two characters, like the tax control machine. */
export const wrap = (text: string, face: Face, size: number, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (line !== '' && widthOf(line + character, face, size) > width) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return line === '' ? lines : [...lines, line];
};
