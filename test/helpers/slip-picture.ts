import { createCanvas } from '@napi-rs/canvas';
import type { MadeSlip } from '../samples/digital/make-slip.ts';
import { requireScanFonts } from './scans/print.ts';

/** Pixels a point: 200 dpi. */
const scale = 200 / 72;
const margin = 20;
const type = 9;

/** The picture of a form on paper, without noise. */
export const slipPicture = ({ texts, width }: MadeSlip): Buffer => {
  requireScanFonts();
  const bottom = Math.max(...texts.map(([, , y]) => y));
  const canvas = createCanvas((width + 2 * margin) * scale, (bottom + 2 * margin) * scale);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#222';
  context.font = `${type * scale}px "Scan Sans", "Scan Serif"`;
  for (const [text, x, y] of texts) context.fillText(text, (x + margin) * scale, (y + margin) * scale);
  return canvas.toBuffer('image/png');
};
