import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawable, loadShippedFont, missingNote, shippedFamily } from '../../../infra/canvas-fonts.ts';
import type { FormLayout, FormText } from './layout-form.ts';

const millimetresPerInch = 25.4;
/** In millimetres. */
const [noteSize, noteMargin] = [2.4, 10];

const inks: Readonly<Record<FormText['tone'], string>> = {
  label: '#7a4b1f',
  value: '#111111',
  note: '#777777',
};

/** Pixels of a drawn form, four bytes each. */
type DrawnForm = { readonly data: Buffer; readonly width: number; readonly height: number };

/**
 * Paints the form with the font shipped with the program, so that it looks the same everywhere.
 * @param scale units of the canvas per millimetre
 */
export const paintForm = async (layout: FormLayout, context: SKRSContext2D, scale: number): Promise<void> => {
  await loadShippedFont();
  context.scale(scale, scale);
  context.strokeStyle = '#7a4b1f';
  context.lineWidth = 0.2;
  for (const { x1, y1, x2, y2 } of layout.lines) {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }
  context.textBaseline = 'alphabetic';
  const missing: string[] = [];
  for (const { text, x, y, width: room, size, tone, align } of layout.texts) {
    if (text === '') continue;
    context.fillStyle = inks[tone];
    context.font = `${size}px "${shippedFamily}"`;
    context.textAlign = align;
    const anchor = { left: x, center: x + room / 2, right: x + room }[align];
    const shown = drawable(text);
    missing.push(...shown.missing);
    context.fillText(shown.text, anchor, y + size, room + 0.5);
  }
  const note = missingNote(missing);
  if (note === '') return;
  context.fillStyle = inks.note;
  context.font = `${noteSize}px "${shippedFamily}"`;
  context.textAlign = 'left';
  context.fillText(note, noteMargin, layout.height - noteSize, layout.width - 2 * noteMargin);
};

export const drawForm = async (layout: FormLayout, dpi: number): Promise<DrawnForm> => {
  const { createCanvas } = await import('@napi-rs/canvas');
  const scale = dpi / millimetresPerInch;
  const width = Math.round(layout.width * scale);
  const height = Math.round(layout.height * scale);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  await paintForm(layout, context, scale);
  return { data: canvas.data(), width, height };
};
