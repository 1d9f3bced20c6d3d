import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  type PDFPage,
  decodePDFRawStream,
  PDFDocument,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import type { Placed, PrintItem } from './print-item.ts';
import { type Matrix, quarterTurnOf, type SlotBox } from './slots.ts';

/** Flags of an invisible annotation (ISO 32000-1, 12.5.3): hidden, and no view. */
const notShown = 2 | 32;

const numbersOf = (value: unknown, count: number): readonly number[] | null => {
  if (!(value instanceof PDFArray) || value.size() !== count) return null;
  const numbers = value.asArray().map((each) => (each instanceof PDFNumber ? each.asNumber() : Number.NaN));
  return numbers.every(Number.isFinite) ? numbers : null;
};

/** The visible appearance: the normal one, in the annotation's state if it has several. */
const appearanceOf = (annotation: PDFDict): { readonly ref: PDFRef; readonly stream: PDFStream } | null => {
  const { context } = annotation;
  const appearances = annotation.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return null;
  let normal = appearances.get(PDFName.of('N'));
  if (context.lookup(normal) instanceof PDFDict) {
    const state = annotation.lookup(PDFName.of('AS'));
    const states = context.lookup(normal);
    normal = states instanceof PDFDict && state instanceof PDFName ? states.get(state) : undefined;
  }
  const stream = context.lookup(normal);
  return normal instanceof PDFRef && stream instanceof PDFStream ? { ref: normal, stream } : null;
};

/** The bounding rectangle of a box's four corners under a matrix. */
const around = ([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], matrix: readonly number[]) => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
};

/** Maps an appearance's box to the annotation's rectangle (ISO 32000-1, 12.5.5). */
const matrixOf = (
  rect: readonly number[],
  box: readonly number[],
  matrix: readonly number[],
): Matrix | null => {
  const from = around(box, matrix);
  const to = around(rect, [1, 0, 0, 1, 0, 0]);
  const [width, height] = [from.right - from.left, from.top - from.bottom];
  if (width === 0 || height === 0) return null;
  const [x, y] = [(to.right - to.left) / width, (to.top - to.bottom) / height];
  return [x, 0, 0, y, to.left - from.left * x, to.bottom - from.bottom * y];
};

const placedOf = (annotation: PDFDict): Placed | null => {
  const flags = annotation.lookup(PDFName.of('F'));
  if (flags instanceof PDFNumber && (flags.asNumber() & notShown) !== 0) return null;
  if (annotation.lookup(PDFName.of('Subtype')) === PDFName.of('Popup')) return null;
  const appearance = appearanceOf(annotation);
  const rect = numbersOf(annotation.lookup(PDFName.of('Rect')), 4);
  if (!appearance || !rect) return null;
  const { dict } = appearance.stream;
  const box = numbersOf(dict.lookup(PDFName.of('BBox')), 4);
  const own = numbersOf(dict.lookup(PDFName.of('Matrix')), 6) ?? [1, 0, 0, 1, 0, 0];
  const matrix = box && matrixOf(rect, box, own);
  if (!matrix) return null;
  // Some producers omit the type from an appearance.
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  return { ref: appearance.ref, matrix };
};

/** The appearances of a page's annotations: an invoice's seal is one of them. */
const annotationsOf = (page: PDFPage): readonly Placed[] => {
  const annotations = page.node.Annots();
  if (!annotations) return [];
  return Array.from({ length: annotations.size() }, (_, index) => annotations.lookup(index))
    .filter((annotation) => annotation instanceof PDFDict)
    .map(placedOf)
    .filter((placed) => placed !== null);
};

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
