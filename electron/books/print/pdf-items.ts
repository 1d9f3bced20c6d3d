import {
  decodePDFRawStream,
  PDFArray,
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

type Content = { readonly ref: PDFRef | null; readonly stream: PDFStream };

const contentsOf = ({ node }: PDFPage): readonly Content[] => {
  const entry = node.get(PDFName.of('Contents'));
  const found = node.Contents();
  const parts = found instanceof PDFArray ? found.asArray() : [entry];
  return parts.flatMap((part) => {
    const stream = node.context.lookup(part);
    return stream instanceof PDFStream ? [{ ref: part instanceof PDFRef ? part : null, stream }] : [];
  });
};

const joined = (contents: readonly Content[]): Uint8Array => {
  const parts = contents.flatMap(({ stream }) => [
    stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents(),
    Buffer.from('\n'),
  ]);
  return Buffer.concat(parts);
};

/**
 * A page's contents as a form object. A single stream becomes the form itself, with its bytes and its compression;
 * other streams are replaced by the form.
 * @param used streams that were already made into a form, because pages may share one
 */
const formOf = (target: PDFDocument, page: PDFPage, box: SlotBox, used: Set<PDFRef>): PDFRef => {
  const contents = contentsOf(page);
  const [only] = contents;
  const form = {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [box.x, box.y, box.x + box.width, box.y + box.height],
    Resources: page.node.Resources() ?? target.context.obj({}),
  };
  if (contents.length === 1 && only?.ref && only.stream instanceof PDFRawStream && !used.has(only.ref)) {
    const entries = target.context.obj(form).entries();
    for (const [name, value] of entries) only.stream.dict.set(name, value);
    used.add(only.ref);
    return only.ref;
  }
  return target.context.register(target.context.flateStream(joined(contents), form));
};

/** Removes contents that a form has replaced. */
const dropReplaced = (
  target: PDFDocument,
  contents: readonly Content[],
  forms: ReadonlySet<PDFRef>,
): void => {
  for (const { ref } of contents) if (ref && !forms.has(ref)) target.context.delete(ref);
};

const itemOf = (target: PDFDocument, page: PDFPage, used: Set<PDFRef>): PrintItem => {
  const box = seenBox(page);
  return {
    box,
    turn: quarterTurnOf(page.getRotation().angle),
    grows: false,
    placed: [{ ref: formOf(target, page, box, used), matrix: identity }, ...annotationsOf(page)],
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
  const used = new Set<PDFRef>();
  const contents = pages.flatMap(contentsOf);
  const items = pages.map((page) => itemOf(target, page, used));
  // Only their content is used: the page objects are removed from the file.
  for (const { ref } of pages) target.context.delete(ref);
  dropReplaced(target, contents, used);
  return items;
};
