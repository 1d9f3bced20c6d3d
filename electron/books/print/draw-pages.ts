import type { SKRSContext2D } from '@napi-rs/canvas';
import { paintForm } from '../../extract/document/form/draw-form.ts';
import { openOfdPages } from '../../extract/document/ofd/draw/open-pages.ts';
import { formOf } from '../../extract/document/xml/xml-form.ts';
import { openPdf } from '../../formats/pdf/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../formats/pdf/pdf-page.ts';
import type { FileBytes } from '../../intake/read-file.ts';
import { refusal } from '../../formats/refusal.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { loadSharp } from '../../formats/pictures/open-sharp.ts';

/** Resolution in dpi that is sufficient for a printer. */
const printDpi = 300;

/** The pages of a PDF as pictures, if its pages can't be embedded. */
const drawPdfPages = async (bytes: Buffer): Promise<Result<readonly FileBytes[], Failure>> => {
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

const pointsPerMillimetre = 72 / 25.4;

type SizeInMillimetres = { readonly width: number; readonly height: number };
type VectorPage = {
  readonly size: SizeInMillimetres;
  readonly paint: (context: SKRSContext2D) => Promise<Result<null, Failure>>;
};

/** Pages as a PDF, in which text stays text and lines stay lines. */
const asPdf = async (
  pages: Iterable<Result<VectorPage, Failure>>,
): Promise<Result<readonly FileBytes[], Failure>> => {
  const { PDFDocument } = await import('@napi-rs/canvas');
  const document = new PDFDocument();
  for (const page of pages) {
    if (!page.ok) return page;
    const { width, height } = page.value.size;
    const context = document.beginPage(width * pointsPerMillimetre, height * pointsPerMillimetre);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library declares its own context as a browser's
    const painted = await page.value.paint(context as SKRSContext2D);
    if (!painted.ok) return painted;
    document.endPage();
  }
  return success([{ format: { kind: 'pdf' }, bytes: Buffer.from(document.close()) }]);
};

const ofdAsPdf = async (bytes: Buffer): Promise<Result<readonly FileBytes[], Failure>> => {
  const opened = await openOfdPages(bytes);
  if (!opened.ok) return opened;
  const { pageCount, sizeOf, paintPage, close } = opened.value;
  function* pages(): Generator<Result<VectorPage, Failure>> {
    for (let number = 1; number <= pageCount; number += 1) {
      const size = sizeOf(number);
      const paint = (context: SKRSContext2D) => paintPage(number, context, pointsPerMillimetre);
      yield size.ok ? success({ size: size.value, paint }) : size;
    }
  }
  try {
    return await asPdf(pages());
  } finally {
    close();
  }
};

/** The form of each invoice in an XML file. */
const xmlAsPdf = (bytes: Buffer): Promise<Result<readonly FileBytes[], Failure>> => {
  function* pages(): Generator<Result<VectorPage, Failure>> {
    for (let number = 1, count = 1; number <= count; number += 1) {
      const form = formOf(bytes, number);
      if (!form.ok) {
        yield form;
        return;
      }
      const { layout } = form.value;
      ({ count } = form.value);
      const paint = async (context: SKRSContext2D): Promise<Result<null, Failure>> => {
        await paintForm(layout, context, pointsPerMillimetre);
        return success(null);
      };
      yield success({ size: layout, paint });
    }
  }
  return asPdf(pages());
};

/** The pages of a file that can't be embedded as it is: as one PDF if its content is vectors, else as pictures. */
export const drawPages = (file: FileBytes): Promise<Result<readonly FileBytes[], Failure>> => {
  if (file.format.kind === 'pdf') return drawPdfPages(file.bytes);
  if (file.format.kind === 'ofd') return ofdAsPdf(file.bytes);
  if (file.format.kind === 'xml') return xmlAsPdf(file.bytes);
  return Promise.resolve(failed(refusal('unsupported-format')));
};
