import { setTimeout as wait } from 'node:timers/promises';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { applyTransform, boundsOf } from '../../../../shared/geometry.ts';
import type { PageText, TextRun } from '../page-text/glyphs.ts';
import { cornersOfGlyph, hiddenGlyphs, pictureShare } from '../page-text/glyph-visibility.ts';
import type { PaintList, ShownGlyph } from '../page-text/painted.ts';
import { matchTexts, partsOf, type GlyphPart } from './match-text.ts';
import { openColours } from './picture-colours.ts';
import { paintListOf } from './paint-list.ts';

type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];
type TextItem = Extract<Item, { str: string }>;

const isText = (item: Item): item is TextItem => 'str' in item && item.str !== '';

/** `[a, b, c, d, e, f]` of a transform from the library; null for anything else. */
const matrixOf = (
  transform: readonly unknown[],
): readonly [number, number, number, number, number, number] | null => {
  const [a, b, c, d, e, f] = transform;
  const isMatrix =
    typeof a === 'number' &&
    typeof b === 'number' &&
    typeof c === 'number' &&
    typeof d === 'number' &&
    typeof e === 'number' &&
    typeof f === 'number';
  return isMatrix ? [a, b, c, d, e, f] : null;
};

/** Characters of vertical text, one below the other; each becomes a separate run. */
const upright = (run: TextRun, length: number): readonly TextRun[] => {
  const characters = Array.from(run.text);
  const step = characters.length === 0 ? 0 : length / characters.length;
  const { x, y, size } = run;
  return characters.map((text, index) => ({
    text,
    x: x - size / 2,
    y: y + step * index + 0.86 * size,
    width: size,
    size,
    dx: 1,
    dy: 0,
  }));
};

type Content = Pick<Awaited<ReturnType<PDFPageProxy['getTextContent']>>, 'items' | 'styles'>;

const isContent = (chunk: unknown): chunk is Content =>
  typeof chunk === 'object' && chunk !== null && 'items' in chunk && 'styles' in chunk;

/** More texts than any page of an invoice has. */
const maxItems = 60_000;

/** Read in parts, so that a page whose content never ends can be abandoned. */
const contentOf = async (page: PDFPageProxy, mayGoOn: () => boolean): Promise<Content> => {
  const options = { includeMarkedContent: false, disableNormalization: true };
  const reader = page.streamTextContent(options).getReader();
  const items: Item[] = [];
  let styles: Content['styles'] = {};
  for (;;) {
    const { done, value }: { readonly done: boolean; readonly value?: unknown } = await reader.read();
    if (done) return { items, styles };
    if (!isContent(value)) continue;
    for (const item of value.items) items.push(item);
    styles = Object.assign(styles, value.styles);
    if (items.length <= maxItems && mayGoOn()) continue;
    await reader.cancel(new Error('The text takes too long'));
    return { items, styles };
  }
};

const betweenLooks = 20;

/** The result, or null if it takes too long: a page's content may never end. */
const withinTime = async <Value>(work: Promise<Value>, mayGoOn: () => boolean): Promise<Value | null> => {
  const ended = new AbortController();
  const result = work.finally(() => {
    ended.abort();
  });
  const tooLong = async (): Promise<null> => {
    while (!ended.signal.aborted && mayGoOn()) await wait(betweenLooks, undefined, { ref: false });
    return null;
  };
  return Promise.race([result, tooLong()]).then((value) => (ended.signal.aborted ? result : value));
};

/** A text of the library on the page, and where its baseline runs. */
const runOf = (item: TextItem, view: NonNullable<ReturnType<typeof matrixOf>>): TextRun | null => {
  const own = matrixOf(item.transform);
  if (!own || item.str.trim() === '') return null;
  const [a, b, c, d, e, f] = own;
  const size = Math.hypot(c, d);
  const length = Math.hypot(a, b);
  if (!(size > 0) || !(length > 0)) return null;
  return {
    text: item.str,
    x: view[0] * e + view[2] * f + view[4],
    y: view[1] * e + view[3] * f + view[5],
    width: item.width,
    size,
    dx: (view[0] * a + view[2] * b) / length,
    dy: (view[1] * a + view[3] * b) / length,
  };
};

/** The part of a text that some of its characters are. */
const partOf = (
  run: TextRun,
  { text, glyphs }: GlyphPart,
  view: NonNullable<ReturnType<typeof matrixOf>>,
): TextRun => {
  const [first, last] = [glyphs[0], glyphs.at(-1)];
  if (!first || !last || text === run.text) return run;
  const width = Math.hypot(last.x + last.along[0] - first.x, last.y + last.along[1] - first.y);
  const x = view[0] * first.x + view[2] * first.y + view[4];
  const y = view[1] * first.x + view[3] * first.y + view[5];
  return { ...run, text, x, y, width };
};

/** The texts of a page, told apart by whether they can be seen on it. */
export type SeenText = PageText & {
  /** Texts that the file has and the page does not show. */
  readonly hidden: readonly TextRun[];
  /** The part of the page that pictures cover, 0 to 1. */
  readonly pictures: number;
};

const layersOf = async (document: PDFDocumentProxy): Promise<(properties: unknown) => boolean> => {
  const layers: { readonly isVisible: (group: unknown) => boolean } =
    await document.getOptionalContentConfig();
  return (properties) => properties === null || properties === undefined || layers.isVisible(properties);
};

/** Flags of an annotation. */
const [hiddenFlag, printFlag, noViewFlag] = [2, 4, 32];

const isForPrintOnly = (annotation: unknown): boolean => {
  const isObject = typeof annotation === 'object' && annotation !== null;
  const flags = isObject && 'annotationFlags' in annotation ? Number(annotation.annotationFlags) : 0;
  return (flags & (hiddenFlag | printFlag | noViewFlag)) === (printFlag | noViewFlag);
};

/** How a page is painted on the screen, with the annotations that only its print has over it. */
const paintedPage = async (
  page: PDFPageProxy,
  isLayerShown: (properties: unknown) => boolean,
): Promise<PaintList> => {
  const shown = await paintListOf(page, isLayerShown);
  const annotations: readonly unknown[] = await page.getAnnotations({ intent: 'print' });
  if (!annotations.some(isForPrintOnly)) return shown;
  const printed = await paintListOf(page, isLayerShown, 'print');
  const last = shown.glyphs.length + shown.paints.length;
  const later = <T extends { readonly order: number }>(one: T): T => ({ ...one, order: last + one.order });
  const paints = printed.paints.filter(({ isAnnotation }) => isAnnotation).map(later);
  const glyphs = printed.glyphs.filter(({ style }) => style.isAnnotation).map(later);
  return { ...shown, glyphs: [...shown.glyphs, ...glyphs], paints: [...shown.paints, ...paints] };
};

/** The characters of a page, and why each can't be seen; null if that takes too long. */
const judgedGlyphs = async (
  document: PDFDocumentProxy,
  page: PDFPageProxy,
  mayGoOn: () => boolean = () => true,
) => {
  const painted = await withinTime(paintedPage(page, await layersOf(document)), mayGoOn);
  if (!painted) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const box = [left, bottom, right, top] as const;
  const hiddenBy = await hiddenGlyphs(painted, box, (paints) => openColours(page, paints));
  return { painted, box, hiddenBy };
};

/** The characters of a page that no rule knows to be hidden, in points of the displayed page. */
export const shownGlyphs = async (
  document: PDFDocumentProxy,
  page: PDFPageProxy,
): Promise<readonly ShownGlyph[]> => {
  const [a, b, c, d, e, f] = matrixOf(page.getViewport({ scale: 1 }).transform) ?? [1, 0, 0, 1, 0, 0];
  const judged = await judgedGlyphs(document, page);
  return [...(judged?.hiddenBy ?? [])].flatMap(([glyph, hiddenBy]) => {
    if (hiddenBy !== null || glyph.text.trim() === '') return [];
    const corners = cornersOfGlyph(glyph).map(([x, y]) => applyTransform({ a, b, c, d, e, f }, x, y));
    const box = boundsOf(corners);
    return [{ text: glyph.text, middle: { x: box.x + box.w / 2, y: box.y + box.h / 2 }, box }];
  });
};

/**
 * The texts of a page with their positions, in points of the displayed page (1/72 inch, y down, with its
 * rotation applied). Texts outside the page are left out. What can be seen is told apart from what can't by following
 * how the page is painted.
 */
export const pageTextOf = async (
  document: PDFDocumentProxy,
  page: PDFPageProxy,
  mayGoOn: () => boolean = () => true,
): Promise<SeenText> => {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { items, styles } = await contentOf(page, mayGoOn);
  const view = matrixOf(transform) ?? [1, 0, 0, -1, 0, height];
  const found = items.flatMap((item) => {
    const run = isText(item) ? runOf(item, view) : null;
    return isText(item) && run ? [{ item, run }] : [];
  });
  // A page without text is drawn by those who need its picture, and read by nobody here.
  if (found.length === 0 || !mayGoOn()) return { width, height, runs: [], hidden: [], pictures: 0 };
  const judged = await judgedGlyphs(document, page, mayGoOn);
  if (!judged) return { width, height, runs: [], hidden: found.map(({ run }) => run), pictures: 0 };
  const { painted, box, hiddenBy } = judged;
  const texts = found.map(({ item, run: { text, size } }) => {
    const [, , , , x, y] = matrixOf(item.transform) ?? [0, 0, 0, 0, 0, 0];
    return { text, x, y, size };
  });
  const matched = matchTexts(texts, painted.glyphs);
  const [runs, hidden]: [TextRun[], TextRun[]] = [[], []];
  for (const [index, { item, run }] of found.entries()) {
    if (run.x < -1 || run.y < -1 || run.x > width + 1 || run.y > height + 1) continue;
    const glyphs = matched[index];
    const text = texts[index];
    const add = (part: TextRun, isShown: boolean): void => {
      const isUpright = styles[item.fontName]?.vertical === true;
      (isShown ? runs : hidden).push(...(isUpright ? upright(part, item.height) : [part]));
    };
    // What was not found among the painted characters can't be vouched for.
    if (!glyphs || !text) add(run, false);
    else for (const part of partsOf(text, glyphs, hiddenBy)) add(partOf(run, part, view), part.isShown);
  }
  return { width, height, runs, hidden, pictures: pictureShare(painted, box) };
};
