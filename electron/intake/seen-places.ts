import { boundsOf, cornersOf, type Box, type Quad } from '../../shared/geometry.ts';
import type { ShownGlyph } from '../extract/document/page-text/painted.ts';
import { shownGlyphs } from '../extract/document/pdf/page-text.ts';
import { openPdfPage, renderPdfPage } from '../formats/pdf/pdf-page.ts';
import { widenedToInk } from './ink-beside.ts';
import { openKeptPdf } from './kept-pdf.ts';
import { drawOfdPage, openKeptOfd } from './prepare-ofd.ts';
import { readFileHead } from './read-file.ts';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';

/** Places of text on a page of a PDF or OFD. */
export type PlacesRequest = {
  readonly path: string;
  readonly page: number;
  /** SHA-256 of the file whose text it is. */
  readonly originalSha256: string;
  /** In the units of the page: points (PDF) or millimetres (OFD), y downwards. */
  readonly quads: readonly Quad[];
};

/** Enough to see the thinnest stroke of small print. */
const dpi = 120;

/** What the drawn page shows at a place of text. */
export type SeenPlace = {
  readonly isSeen: boolean;
  /** The place extended to adjacent marks that are not page text but could be read as part of it; null if there are none. */
  readonly withMarks: Quad | null;
};

/** A page as it is drawn, with pixels for a unit of the page, and the characters that should be seen on it. */
type Drawn = {
  readonly pixels: PagePixels;
  readonly scale: number;
  readonly glyphs: readonly ShownGlyph[];
};

const drawPdf = async (
  { path, page, originalSha256 }: PlacesRequest,
  withoutText: boolean,
): Promise<Drawn | null> => {
  const opened = await openKeptPdf(path, null);
  if (!opened.ok || opened.value.sha256 !== originalSha256) return null;
  const found = await openPdfPage(opened.value.document, page);
  if (!found.ok) return null;
  const { page: proxy } = found.value;
  const glyphs = withoutText ? [] : await shownGlyphs(opened.value.document.proxy, proxy);
  const drawn = await renderPdfPage(proxy, dpi, withoutText);
  if (!drawn.ok) return null;
  const { pixels, width } = drawn.value;
  return { pixels, scale: pixels.width / width, glyphs };
};

const drawOfd = async (
  { path, page, originalSha256 }: PlacesRequest,
  withoutText: boolean,
): Promise<Drawn | null> => {
  const opened = await openKeptOfd(path);
  if (!opened.ok || opened.value.sha256 !== originalSha256) return null;
  const glyphs: ShownGlyph[] = [];
  const onGlyph = (glyph: ShownGlyph): unknown => glyphs.push(glyph);
  const drawn = await drawOfdPage(opened.value, page, dpi, withoutText ? { withoutText } : { onGlyph });
  return drawn.ok
    ? { pixels: drawn.value.pixels, scale: drawn.value.pixels.width / drawn.value.width, glyphs }
    : null;
};

const scaled = ({ x, y, w, h }: Box, by: number): Box => ({ x: x * by, y: y * by, w: w * by, h: h * by });

/** Parts of 255 by which a pixel must differ, so that an eye sees it. */
const leastDifference = 24;
/** The share of a place's pixels that must differ. Strokes of text fill a tenth of it or more. */
const leastShare = 0.005;
/** The sides of a character that are left out, in parts of its width: the next one may reach into them. */
const side = 0.15;
/** The least width that a character is looked at in, in heights: a font may state none. */
const leastWidth = 0.3;

const colours = [0, 1, 2] as const;

const isDifferent = (one: Buffer, other: Buffer, at: number): boolean =>
  colours.some((part) => Math.abs((one[at + part] ?? 0) - (other[at + part] ?? 0)) >= leastDifference);

/** The pages drawn with and without text. */
type Pair = { readonly pixels: PagePixels; readonly shown: Buffer; readonly plain: Buffer };

/** Whether the text changes what is drawn in a box of pixels, and leaves it of more than one colour. */
const isSeenIn = ({ x, y, w, h }: Box, { pixels, shown, plain }: Pair): boolean => {
  const { width, height, channels } = pixels;
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
  const right = Math.min(width, Math.max(left + 1, Math.round(x + w)));
  const bottom = Math.min(height, Math.max(top + 1, Math.round(y + h)));
  let [changed, all] = [0, 0];
  const [least, most]: [number[], number[]] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = (row * width + column) * channels;
      all += 1;
      if (isDifferent(shown, plain, at)) changed += 1;
      for (const part of colours) {
        least[part] = Math.min(least[part] ?? 0, shown[at + part] ?? 0);
        most[part] = Math.max(most[part] ?? 0, shown[at + part] ?? 0);
      }
    }
  }
  // Other text may cover it like paint.
  const isOneColour = colours.every((part) => (most[part] ?? 0) - (least[part] ?? 0) < leastDifference);
  return changed > 0 && changed >= all * leastShare && !isOneColour;
};

/** Blanks and marks without a shape of their own need no ink. */
const hasInk = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const isIn = ({ x, y, w, h }: Box, point: ShownGlyph['middle']): boolean =>
  point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;

const inkBoxOf = ({ x, y, w, h }: Box): Box => {
  const wide = Math.max(w, leastWidth * h);
  return { x: x + side * wide, y, w: wide * (1 - 2 * side), h };
};

/**
 * Whether the text at each place can be seen, with each of its characters: the page is drawn with and without all its
 * text, and looks different there. Finds text that no rule about colours, clips and masks knows to be hidden, and what is drawn beside a text as
 * if it were part of it. Null if the file changed or can't be drawn.
 */
export const findSeen = async (request: PlacesRequest): Promise<readonly SeenPlace[] | null> => {
  const head = await readFileHead(request.path);
  const kind = head.ok ? head.value.format.kind : null;
  if (kind !== 'pdf' && kind !== 'ofd') return null;
  const draw = kind === 'pdf' ? drawPdf : drawOfd;
  const without = await draw(request, true);
  if (!without) return null;
  // The next page is drawn on the same canvas.
  const plain = Buffer.from(without.pixels.data);
  const drawn = await draw(request, false);
  if (!drawn || drawn.pixels.width !== without.pixels.width) return null;
  const { pixels, scale } = drawn;
  const shown = Buffer.from(pixels.data);
  const isText = (at: number): boolean => isDifferent(shown, plain, at);
  const pair = { pixels, shown, plain };
  const isUnseen = ({ box }: ShownGlyph): boolean => !isSeenIn(scaled(inkBoxOf(box), scale), pair);
  const unseen = drawn.glyphs.filter((glyph) => hasInk(glyph.text) && isUnseen(glyph));
  return request.quads.map((quad) => {
    const place = boundsOf(quad);
    const wide = widenedToInk(scaled(place, scale), pixels, plain, isText);
    return {
      isSeen: isSeenIn(scaled(place, scale), pair) && !unseen.some(({ middle }) => isIn(place, middle)),
      withMarks: wide && cornersOf(scaled(wide, 1 / scale)),
    };
  });
};
