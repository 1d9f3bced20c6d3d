import { openOfdPages } from '../../extract/document/ofd/draw/open-pages.ts';
import { openPdf } from '../../intake/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../intake/pdf-page.ts';
import type { FileBytes } from '../../intake/read-file.ts';
import { drawXmlPage } from '../../intake/prepare-xml.ts';
import { refusal } from '../../intake/refusal.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { loadSharp } from '../../intake/open-sharp.ts';

/** Resolution in dpi that is sufficient for a printer. */
const printDpi = 300;

/** The pages of a PDF as pictures, if its pages can't be embedded. */
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

/** The pages of an OFD as pictures. */
const drawOfdPages = async (bytes: Buffer): Promise<Result<readonly FileBytes[], Failure>> => {
  const opened = await openOfdPages(bytes);
  if (!opened.ok) return opened;
  const { pageCount, drawPage, close } = opened.value;
  const pages: FileBytes[] = [];
  try {
    for (let number = 1; number <= pageCount; number += 1) {
      const drawn = await drawPage(number, { dpi: printDpi });
      if (!drawn.ok) return drawn;
      pages.push({
        format: { kind: 'picture', encoding: 'png' },
        bytes: Buffer.from(await drawn.value.encode('png')),
      });
    }
    return success(pages);
  } finally {
    close();
  }
};

/** The form of each invoice in an XML file, as pictures. */
const drawXmlPages = async (bytes: Buffer): Promise<Result<readonly FileBytes[], Failure>> => {
  const sharp = await loadSharp();
  const pages: FileBytes[] = [];
  for (let number = 1, count = 1; number <= count; number += 1) {
    const drawn = await drawXmlPage(bytes, number, printDpi);
    if (!drawn.ok) return drawn;
    ({ count } = drawn.value);
    const { data, width, height, channels } = drawn.value.pixels;
    const png = await sharp(data, { raw: { width, height, channels } }).removeAlpha().png().toBuffer();
    pages.push({ format: { kind: 'picture', encoding: 'png' }, bytes: Buffer.from(png) });
  }
  return success(pages);
};

/** Draws the pages of a file that can't be embedded. */
export const drawPages = (file: FileBytes): Promise<Result<readonly FileBytes[], Failure>> => {
  if (file.format.kind === 'pdf') return drawPdfPages(file.bytes);
  if (file.format.kind === 'ofd') return drawOfdPages(file.bytes);
  if (file.format.kind === 'xml') return drawXmlPages(file.bytes);
  return Promise.resolve(failed(refusal('unsupported-format')));
};
