import type { PDFPageProxy } from 'pdfjs-dist';
import type { PageText, TextRun } from '../page-text/glyphs.ts';

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

/**
 * The texts of a page with their positions, in points of the displayed page (1/72 inch, y down, with its
 * rotation applied). Texts outside the page are not displayed and therefore left out.
 */
export const pageTextOf = async (
  page: PDFPageProxy,
  mayGoOn: () => boolean = () => true,
): Promise<PageText> => {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { items, styles } = await contentOf(page, mayGoOn);
  const view = matrixOf(transform) ?? [1, 0, 0, -1, 0, height];
  const runs: TextRun[] = [];
  for (const item of items) {
    if (!isText(item)) continue;
    const own = matrixOf(item.transform);
    if (!own || item.str.trim() === '') continue;
    const [a, b, c, d, e, f] = own;
    const x = view[0] * e + view[2] * f + view[4];
    const y = view[1] * e + view[3] * f + view[5];
    if (x < -1 || y < -1 || x > width + 1 || y > height + 1) continue;
    const size = Math.hypot(c, d);
    const length = Math.hypot(a, b);
    if (!(size > 0) || !(length > 0)) continue;
    const run: TextRun = {
      text: item.str,
      x,
      y,
      width: item.width,
      size,
      dx: (view[0] * a + view[2] * b) / length,
      dy: (view[1] * a + view[3] * b) / length,
    };
    if (styles[item.fontName]?.vertical === true) runs.push(...upright(run, item.height));
    else runs.push(run);
  }
  return { width, height, runs };
};
