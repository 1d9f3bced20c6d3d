import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef, PDFStream, type PDFPage } from '@cantoo/pdf-lib';
import type { Placed } from './print-item.ts';
import type { Matrix } from './slots.ts';

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
export const annotationsOf = (page: PDFPage): readonly Placed[] => {
  const annotations = page.node.Annots();
  if (!annotations) return [];
  return Array.from({ length: annotations.size() }, (_, index) => annotations.lookup(index))
    .filter((annotation) => annotation instanceof PDFDict)
    .map(placedOf)
    .filter((placed) => placed !== null);
};
