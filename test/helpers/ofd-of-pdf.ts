import { ofd, textObject, type OfdPageParts } from '../samples/digital/ofd-file.ts';
import { pageTextOf } from '../../electron/extract/document/pdf/page-text.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';

const mm = (points: number): number => Number(((points * 25.4) / 72).toFixed(3));

/** Writes an OFD with the texts of a PDF at the same places, and without any other data. */
export const ofdOfPdf = async (bytes: Buffer): Promise<Buffer> => {
  const opened = await openPdf(new Uint8Array(bytes), null);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const { proxy, close } = opened.value;
  const pages: OfdPageParts[] = [];
  for (let number = 1; number <= proxy.numPages; number += 1) {
    const { width, height, runs } = await pageTextOf(proxy, await proxy.getPage(number));
    const objects = runs.map(({ text, x, y, size }) =>
      textObject({ text, x: mm(x), y: mm(y), size: mm(size) }),
    );
    pages.push({ objects: objects.join(''), box: `0 0 ${mm(width)} ${mm(height)}` });
  }
  await close();
  return ofd({ pages });
};
