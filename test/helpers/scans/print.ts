import { fileURLToPath } from 'node:url';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { QrSymbol } from '../../samples/qr.ts';
import { drawSeal } from '../../samples/seal.ts';
import type { SealItem } from '../../samples/sheet.ts';

/** Faces that the project has: Noto Serif of its own fonts, and Noto Sans Hans of a development package. */
export type ScanFace = 'serif' | 'sans' | 'light';

/** One printed text. `x` is its start, middle or end depending on `align`, `y` its baseline. */
export type PrintedText = {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly face: ScanFace;
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  /** Width of an outline that thickens the strokes. */
  readonly weight: number;
  /** Space after each character. */
  readonly spacing: number;
  readonly maxWidth: number;
};

export type PrintedItem =
  | PrintedText
  | SealItem
  | {
      readonly kind: 'rule';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly color: string;
      readonly width: number;
    }
  | {
      readonly kind: 'qr';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly symbol: QrSymbol;
    };

/** Items on paper; units are a 1,600th of the width of a form. */
export type PrintedSheet = {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PrintedItem[];
};

const families: Readonly<Record<ScanFace, string>> = {
  serif: '"Scan Serif"',
  sans: '"Scan Sans", "Scan Serif"',
  light: '"Scan Light", "Scan Serif"',
};

const root = new URL('../../../', import.meta.url);
const fileOf = (path: string): string => fileURLToPath(new URL(path, root));

let isReady = false;

/** Registers the fonts once. Throws if one is missing: a page of empty boxes would measure nothing. */
export const requireScanFonts = (): void => {
  if (isReady) return;
  const sans = 'node_modules/@embedpdf/fonts-sc/fonts/NotoSansHans';
  const fonts = [
    ['electron/fonts/noto-serif-sc.ttf', 'Scan Serif'],
    ['electron/fonts/noto-serif-sc.ttf', 'Noto Serif CJK SC'],
    [`${sans}-Regular.otf`, 'Scan Sans'],
    [`${sans}-Light.otf`, 'Scan Light'],
  ] as const;
  for (const [path, name] of fonts)
    if (!GlobalFonts.registerFromPath(fileOf(path), name)) throw new Error(`The font ${path} is missing`);
  isReady = true;
};

const prepare = (context: SKRSContext2D, { face, spacing }: PrintedText, size: number): void => {
  context.font = `${size}px ${families[face]}`;
  context.letterSpacing = `${spacing}px`;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
};

let ruler: SKRSContext2D | null = null;

const advance = (item: PrintedText, text: string, size: number): number => {
  ruler ??= createCanvas(8, 8).getContext('2d');
  prepare(ruler, item, size);
  return text === '' ? 0 : ruler.measureText(text).width;
};

/** Start, size and width of a text on its sheet. */
export const placeText = (
  item: PrintedText,
): { readonly x: number; readonly size: number; readonly width: number } => {
  const full = advance(item, item.text, item.size) - item.spacing;
  const size = full <= item.maxWidth ? item.size : Math.floor(((item.size * item.maxWidth) / full) * 10) / 10;
  const width = size === item.size ? full : advance(item, item.text, size) - item.spacing;
  const shift = item.align === 'left' ? 0 : item.align === 'center' ? width / 2 : width;
  return { x: item.x - shift, size, width };
};

/** Left and right edge of each character of a text, on its sheet. */
export const charactersOf = (
  item: PrintedText,
): readonly { readonly text: string; readonly x0: number; readonly x1: number }[] => {
  const { x, size } = placeText(item);
  let [done, x0] = ['', x];
  return Array.from(item.text).map((text) => {
    done += text;
    const x1 = x + advance(item, done, size);
    const placed = { text, x0, x1: x1 - item.spacing };
    x0 = x1;
    return placed;
  });
};

/** Width of a text in type sizes of 1. */
export const widthOf = (text: string, face: ScanFace, size: number): number =>
  advance(
    {
      kind: 'text',
      text,
      x: 0,
      y: 0,
      size,
      face,
      color: '',
      align: 'left',
      weight: 0,
      spacing: 0,
      maxWidth: Infinity,
    },
    text,
    size,
  );

const drawText = (context: SKRSContext2D, item: PrintedText): void => {
  const { x, size } = placeText(item);
  prepare(context, item, size);
  context.fillStyle = item.color;
  context.fillText(item.text, x, item.y);
  if (item.weight === 0) return;
  context.strokeStyle = item.color;
  context.lineWidth = item.weight;
  context.lineJoin = 'round';
  context.strokeText(item.text, x, item.y);
};

const drawItem = (context: SKRSContext2D, item: PrintedItem): void => {
  if (item.kind === 'text') drawText(context, item);
  else if (item.kind === 'seal') drawSeal(context, item);
  else if (item.kind === 'rule') {
    context.strokeStyle = item.color;
    context.lineWidth = item.width;
    context.beginPath();
    context.moveTo(...item.from);
    context.lineTo(...item.to);
    context.stroke();
  } else {
    context.fillStyle = '#000000';
    const module = item.size / item.symbol.modules;
    for (let row = 0; row < item.symbol.modules; row += 1)
      for (let column = 0; column < item.symbol.modules; column += 1)
        if (item.symbol.dark(column, row))
          context.fillRect(item.x + column * module, item.y + row * module, module + 0.05, module + 0.05);
  }
};

/**
 * Draws a sheet on white paper.
 * @param scale pixels per unit of the sheet
 */
export const drawPrinted = (sheet: PrintedSheet, scale: number): Canvas => {
  requireScanFonts();
  const canvas = createCanvas(Math.round(sheet.width * scale), Math.round(sheet.height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  for (const item of sheet.items) drawItem(context, item);
  return canvas;
};
