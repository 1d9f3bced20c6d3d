import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';
import { join } from 'node:path';
import { projectFolder } from './app-fixtures/folders.ts';

/** What stands on the drawn page, and where: the left end of the baseline. */
export const drawnTexts = [
  { text: '发票号码：24312000000012345678', x: 60, y: 90 },
  { text: '开票日期：2024年05月28日', x: 60, y: 150 },
  { text: '名称：测试购方企业', x: 60, y: 210 },
  { text: '价税合计 318.00', x: 420, y: 270 },
  { text: '金额 300.00 税额 18.00', x: 60, y: 330 },
] as const;

/** A small page with some lines of an invoice, 800 × 400, in the font that the project ships. */
export const drawInvoice = (): Canvas => {
  GlobalFonts.registerFromPath(
    join(projectFolder, 'electron', 'fonts', 'noto-serif-sc.ttf'),
    'Drawn Invoice',
  );
  const canvas = createCanvas(800, 400);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fbfaf7';
  context.fillRect(0, 0, 800, 400);
  context.fillStyle = '#202020';
  context.font = '24px "Drawn Invoice"';
  for (const { text, x, y } of drawnTexts) context.fillText(text, x, y);
  return canvas;
};
