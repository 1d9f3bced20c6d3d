import type { PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { compose, identity, type Transform } from '../../shared/geometry.ts';

/** A scanned picture may leave this fraction of the paper's edge free. */
const edgeTolerance = 0.01;

type Box = readonly [left: number, bottom: number, right: number, top: number];

const matrixSchema = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

/** The mapped box if it stays upright; null if it becomes slanted or mirrored. */
const mapped = ([left, bottom, right, top]: Box, { a, b, c, d, e, f }: Transform): Box | null => {
  if (Math.abs(b) + Math.abs(c) > 1e-3 * (Math.abs(a) + Math.abs(d)) || a <= 0 || d <= 0) return null;
  return [a * left + e, d * bottom + f, a * right + e, d * top + f];
};

const unitSquare: Box = [0, 0, 1, 1];

const slackOf = ([left, bottom, right, top]: Box): number =>
  edgeTolerance * Math.max(right - left, top - bottom);

const isPage = (box: Box | null, page: Box): boolean =>
  box !== null && box.every((edge, index) => Math.abs(edge - (page[index] ?? 0)) <= slackOf(page));

/** Whether the box covers the page, up to the edge tolerance. */
const holdsPage = (box: Box | null, page: Box): boolean => {
  const slack = slackOf(page);
  return (
    box !== null &&
    box[0] <= page[0] + slack &&
    box[1] <= page[1] + slack &&
    box[2] >= page[2] - slack &&
    box[3] >= page[3] - slack
  );
};

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
/** A path operator's arguments: its ending, its points in one list, its bounds. */
const pathSchema = z.tuple([z.number(), z.tuple([z.instanceof(Float32Array)]), z.instanceof(Float32Array)]);
/** A rectangle as the library writes it: move to a corner, three lines, close. */
const rectangleLength = 13;

type Path = { readonly end: number; readonly isRectangle: boolean; readonly bounds: Box };

const pathOf = (parameters: unknown): Path | null => {
  const read = pathSchema.safeParse(parameters);
  if (!read.success) return null;
  const [end, [points], found] = read.data;
  const bounds = boxSchema.safeParse([...found]);
  if (!bounds.success) return null;
  const [left, bottom, right, top] = bounds.data;
  const corners = [1, 4, 7, 10].map((at) => [points[at], points[at + 1]]);
  const isRectangle =
    points.length === rectangleLength &&
    corners.every(([x, y]) => (x === left || x === right) && (y === bottom || y === top)) &&
    new Set(corners.map(String)).size === 4;
  return { end, isRectangle, bounds: bounds.data };
};

/** Graphics states that paint nothing, or that equal the default. */
const harmlessStates = new Map<string, (value: unknown) => boolean>([
  ...['LW', 'LC', 'LJ', 'ML', 'D', 'RI', 'FL', 'Font'].map((key) => [key, () => true] as const),
  ...['ca', 'CA'].map((key) => [key, (value: unknown) => value === 1] as const),
  ['BM', (value) => value === 'source-over'],
  ['SMask', (value) => value === false],
]);
const statesSchema = z.tuple([z.array(z.tuple([z.string(), z.unknown()]))]);

const areHarmless = (parameters: unknown): boolean => {
  const read = statesSchema.safeParse(parameters);
  return read.success && read.data[0].every(([key, value]) => harmlessStates.get(key)?.(value) === true);
};

const firstOf = (parameters: unknown): unknown => (Array.isArray(parameters) ? parameters[0] : null);

type State = { readonly current: Transform; readonly fill: unknown; readonly textMode: unknown };
const white = '#ffffff';

/**
 * The library's name of the one picture that fills the page; null if the page shows anything else. Three
 * things count as invisible: text from a scanner's own recognition (rendering mode 3), a clip that keeps the
 * whole page, and white paint below the picture.
 */
export const onePictureOf = async (page: PDFPageProxy): Promise<string | null> => {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const view = boxSchema.safeParse(page.view);
  if (!view.success) return null;
  const paper = view.data;
  const { fnArray, argsArray } = await page.getOperatorList();
  const unseen = new Set([
    OPS.dependency,
    OPS.beginMarkedContent,
    OPS.beginMarkedContentProps,
    OPS.endMarkedContent,
    OPS.beginText,
    OPS.endText,
    OPS.setFont,
    OPS.setTextMatrix,
    OPS.moveText,
    OPS.setLeading,
    OPS.setCharSpacing,
    OPS.setWordSpacing,
    OPS.setHScale,
    OPS.nextLine,
    OPS.setLineWidth,
    OPS.setLineCap,
    OPS.setLineJoin,
    OPS.setMiterLimit,
    OPS.setDash,
    OPS.setRenderingIntent,
    OPS.setFlatness,
    OPS.setStrokeRGBColor,
  ]);
  const fills = new Set([OPS.fill, OPS.eoFill]);
  const saved: State[] = [];
  let state: State = { current: identity, fill: '#000000', textMode: 0 };
  let isClip = false;
  let picture: string | null = null;

  /** A path that neither clips nor paints anything visible. */
  const leavesNoTrace = ({ end, isRectangle, bounds }: Path): boolean => {
    if (isClip && !(isRectangle && holdsPage(mapped(bounds, state.current), paper))) return false;
    return end === OPS.endPath || (fills.has(end) && picture === null && state.fill === white);
  };

  for (const [index, operation] of fnArray.entries()) {
    const parameters: unknown = argsArray[index];
    if (operation === OPS.save) saved.push(state);
    else if (operation === OPS.restore) state = saved.pop() ?? state;
    else if (operation === OPS.setTextRenderingMode) state = { ...state, textMode: firstOf(parameters) };
    else if (operation === OPS.transform) {
      const matrix = matrixSchema.safeParse(parameters);
      if (!matrix.success) return null;
      const [a, b, c, d, e, f] = matrix.data;
      state = { ...state, current: compose({ a, b, c, d, e, f }, state.current) };
    } else if (operation === OPS.setFillRGBColor) state = { ...state, fill: firstOf(parameters) };
    else if (operation === OPS.clip || operation === OPS.eoClip) isClip = true;
    else if (operation === OPS.constructPath) {
      const path = pathOf(parameters);
      if (!path || !leavesNoTrace(path)) return null;
      isClip = false;
    } else if (operation === OPS.setGState) {
      if (!areHarmless(parameters)) return null;
    } else if (operation === OPS.paintImageXObject) {
      const name = firstOf(parameters);
      if (picture !== null || typeof name !== 'string') return null;
      if (!isPage(mapped(unitSquare, state.current), paper)) return null;
      picture = name;
    } else if (operation === OPS.showText && state.textMode === 3) continue;
    else if (!unseen.has(operation)) return null;
  }
  return picture;
};
