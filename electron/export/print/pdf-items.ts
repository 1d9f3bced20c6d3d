import {
  decodePDFRawStream,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { annotationsOf } from './pdf-annotations.ts';
import type { PrintItem } from './print-item.ts';
import { quarterTurnOf, type SlotBox } from './slots.ts';

const identity = [1, 0, 0, 1, 0, 0] as const;

/** The visible part of a page: the crop box within the media box. */
const seenBox = (page: PDFPage): SlotBox => {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const [left, bottom] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const right = Math.min(media.x + media.width, crop.x + crop.width);
  const top = Math.min(media.y + media.height, crop.y + crop.height);
  const isEmpty = right <= left || top <= bottom;
  return isEmpty ? media : { x: left, y: bottom, width: right - left, height: top - bottom };
};

const streamsOf = (page: PDFPage): readonly PDFStream[] => {
  const contents = page.node.Contents();
  if (contents === undefined) return [];
  if (contents instanceof PDFStream) return [contents];
  return Array.from({ length: contents.size() }, (_, index) => contents.lookup(index)).filter(
    (stream) => stream instanceof PDFStream,
  );
};

const joined = (streams: readonly PDFStream[]): Uint8Array => {
  const parts = streams.flatMap((stream) => [
    stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents(),
    Buffer.from('\n'),
  ]);
  return Buffer.concat(parts);
};

/** A page's contents as a form object. A single stream is embedded unchanged, with its compression. */
const formOf = (target: PDFDocument, page: PDFPage, box: SlotBox): PDFRef => {
  const streams = streamsOf(page);
  const [only] = streams;
  const form = {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [box.x, box.y, box.x + box.width, box.y + box.height],
  };
  const resources = page.node.Resources() ?? target.context.obj({});
  if (streams.length === 1 && only instanceof PDFRawStream) {
    const dict = target.context.obj({ ...form, Resources: resources });
    for (const key of ['Filter', 'DecodeParms']) {
      const value = only.dict.get(PDFName.of(key));
      if (value) dict.set(PDFName.of(key), value);
    }
    return target.context.register(PDFRawStream.of(dict, only.getContents()));
  }
  return target.context.register(
    target.context.flateStream(joined(streams), { ...form, Resources: resources }),
  );
};

const itemOf = (target: PDFDocument, page: PDFPage): PrintItem => {
  const box = seenBox(page);
  return {
    box,
    turn: quarterTurnOf(page.getRotation().angle),
    grows: false,
    placed: [{ ref: formOf(target, page, box), matrix: identity }, ...annotationsOf(page)],
  };
};

/**
 * The pages of a PDF as items of another PDF: text stays text and lines stay lines. Throws if the file can't
 * be read or its password is unknown.
 */
export const pdfItems = async (target: PDFDocument, bytes: Uint8Array): Promise<readonly PrintItem[]> => {
  const source = await PDFDocument.load(bytes, {
    parseSpeed: Number.POSITIVE_INFINITY,
    updateMetadata: false,
    // A file that anyone may open is often encrypted with an empty password.
    password: '',
  });
  const pages = await target.copyPages(source, source.getPageIndices());
  return pages.map((page) => {
    const item = itemOf(target, page);
    // Only its content is used: the page object itself is removed from the file.
    target.context.delete(page.ref);
    return item;
  });
};
