import { qrSymbol } from '../samples/qr.ts';
import { filledBox, invoiceText, pdf } from '../samples/digital/pdf-file.ts';

/** A PDF that shows a title and a QR code, and has no other text. */
export const qrPage = async (text: string): Promise<Buffer> => {
  const { modules, dark } = await qrSymbol(text);
  const side = 60 / modules;
  const boxes: string[] = [];
  for (let row = 0; row < modules; row += 1)
    for (let at = 0; at < modules; at += 1)
      if (dark(at, row)) boxes.push(filledBox(30 + at * side, 360 - row * side, side, side));
  const title = invoiceText('电子发票（普通发票）', 200, 360, 17);
  return pdf([{ content: [title, ...boxes].join('\n'), box: [0, 0, 610, 400] }]);
};
