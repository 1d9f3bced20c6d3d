import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { ElementKey } from '../../shared/services/elements.ts';
import type { Quad } from '../../shared/geometry.ts';
import type { Stain } from './model.ts';
import { drawSeal, sealRed } from './seal.ts';
import type { QrItem, RuleItem, Sheet } from './sheet.ts';
import { drawText, type Placed, placeText } from './text.ts';

/** A printed line and the corners of its ink, in pixels of the drawn sheet. */
export type Mark = { readonly element: ElementKey; readonly text: string; readonly quad: Quad };

type DrawnSheet = { readonly canvas: Canvas; readonly marks: readonly Mark[] };

/** Margin around the ink, in units of the sheet: a detector's box never cuts a stroke. */
const air = 2;

const quadOf = ({ ink }: Placed, scale: number): Quad => {
  const [left, top] = [(ink.left - air) * scale, (ink.top - air) * scale];
  const [right, bottom] = [(ink.right + air) * scale, (ink.bottom + air) * scale];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
};

const drawRule = (context: SKRSContext2D, { from, to, width, color }: RuleItem): void => {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = 'square';
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
};

const drawQr = (context: SKRSContext2D, { x, y, size, symbol }: QrItem): void => {
  const module = size / symbol.modules;
  context.fillStyle = '#000000';
  for (let row = 0; row < symbol.modules; row += 1)
    for (let column = 0; column < symbol.modules; column += 1)
      if (symbol.dark(column, row)) {
        const [left, top] = [x + column * module, y + row * module];
        context.fillRect(left, top, module + 0.05, module + 0.05);
      }
};

/** A red stamp across the end of a value: its edge and two of its characters. */
const drawStampStain = (context: SKRSContext2D, { ink }: Placed): void => {
  const [x, y] = [ink.right - 34, (ink.top + ink.bottom) / 2];
  context.save();
  context.globalAlpha = 0.72;
  context.strokeStyle = sealRed;
  context.fillStyle = sealRed;
  context.lineWidth = 4;
  context.beginPath();
  context.ellipse(x + 46, y + 20, 66, 44, -0.2, 2.3, 4.9);
  context.stroke();
  context.font = 'bold 24px "Noto Serif CJK SC"';
  context.translate(x, y);
  context.rotate(-0.35);
  context.fillText('已付讫', -20, 10);
  context.restore();
};

/** Blots that hide a value completely, like a wet thumb on a fresh print. */
const drawInkStain = (context: SKRSContext2D, { ink }: Placed): void => {
  const height = ink.bottom - ink.top;
  context.save();
  context.fillStyle = '#2b2a33';
  for (let x = ink.left - 4; x < ink.right + 4; x += 5) {
    const wave = Math.sin(x * 0.21) * 2.4 + Math.sin(x * 0.083) * 3;
    context.globalAlpha = 0.72 + 0.14 * Math.sin(x * 0.37);
    context.beginPath();
    context.ellipse(x, (ink.top + ink.bottom) / 2 + wave * 0.5, 8, height * 0.52 + wave * 0.4, 0.3, 0, Math.PI * 2);
    context.fill();
  }
  context.restore();
};

/**
 * Draws a sheet on white paper.
 * @param scale pixels per unit of the sheet
 */
export const drawSheet = (sheet: Sheet, scale: number, stains: readonly Stain[]): DrawnSheet => {
  const canvas = createCanvas(Math.round(sheet.width * scale), Math.round(sheet.height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  const marks: Mark[] = [];
  const stained: (() => void)[] = [];
  for (const item of sheet.items) {
    if (item.kind === 'rule') drawRule(context, item);
    else if (item.kind === 'qr') drawQr(context, item);
    else if (item.kind === 'seal') drawSeal(context, item);
    else {
      const placed = placeText(item);
      drawText(context, item, placed);
      const { element, text } = item;
      if (!element) continue;
      marks.push({ element, text, quad: quadOf(placed, scale) });
      for (const stain of stains)
        if (stain.element === element)
          stained.push(() => (stain.kind === 'stamp' ? drawStampStain : drawInkStain)(context, placed));
    }
  }
  for (const draw of stained) draw();
  return { canvas, marks };
};
