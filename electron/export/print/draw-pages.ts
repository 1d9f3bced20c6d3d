import { openPdf } from '../../intake/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../intake/pdf-page.ts';
import type { FileBytes } from '../../intake/read-file.ts';
import { refusal } from '../../intake/refusal.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { loadSharp } from '../../intake/open-sharp.ts';

/** Dots an inch that a printer shows. */
const printDpi = 300;

/** The pages of a PDF as pictures, for one that can't be taken over as it is. */
export const drawPdfPages = async (bytes: Buffer): Promise<Result<readonly FileBytes[], Failure>> => {
  const opened = await openPdf(new Uint8Array(bytes), null);
  if (!opened.ok) return opened;
  const { proxy, close } = opened.value;
  const sharp = await loadSharp();
  const pages: FileBytes[] = [];
  try {
    for (let number = 1; number <= proxy.numPages; number += 1) {
      const page = await openPdfPage(opened.value, number);
      const drawn = page.ok ? await renderPdfPage(page.value.page, printDpi) : page;
      if (!drawn.ok) return drawn;
      const { data, width, height, channels } = drawn.value.pixels;
      const png = await sharp(data, { raw: { width, height, channels } }).removeAlpha().png().toBuffer();
      pages.push({ format: { kind: 'picture', encoding: 'png' }, bytes: Buffer.from(png) });
    }
    return success(pages);
  } finally {
    await close();
  }
};

/** Draws the pages of a file that can't be placed as it is. */
export const drawPages = (file: FileBytes): Promise<Result<readonly FileBytes[], Failure>> =>
  file.format.kind === 'pdf'
    ? drawPdfPages(file.bytes)
    : Promise.resolve(failed(refusal('unsupported-format')));
