import { boundsOf, cornersOf, type Box, type Quad } from '../../shared/geometry.ts';
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

/** A page as it is drawn, with pixels for a unit of the page. */
type Drawn = { readonly pixels: PagePixels; readonly scale: number };

const drawPdf = async (
  { path, page, originalSha256 }: PlacesRequest,
  withoutText: boolean,
): Promise<Drawn | null> => {
  const opened = await openKeptPdf(path, null);
  if (!opened.ok || opened.value.sha256 !== originalSha256) return null;
  const found = await openPdfPage(opened.value.document, page);
  if (!found.ok) return null;
  const drawn = await renderPdfPage(found.value.page, dpi, withoutText);
  if (!drawn.ok) return null;
  const { pixels, width } = drawn.value;
  return { pixels, scale: pixels.width / width };
};

const drawOfd = async (
  { path, page, originalSha256 }: PlacesRequest,
  withoutText: boolean,
): Promise<Drawn | null> => {
  const opened = await openKeptOfd(path);
  if (!opened.ok || opened.value.sha256 !== originalSha256) return null;
  const drawn = await drawOfdPage(opened.value, page, dpi, withoutText);
  return drawn.ok
    ? { pixels: drawn.value.pixels, scale: drawn.value.pixels.width / drawn.value.width }
    : null;
};

const scaled = ({ x, y, w, h }: Box, by: number): Box => ({ x: x * by, y: y * by, w: w * by, h: h * by });

/** Parts of 255 by which a pixel must differ, so that an eye sees it. */
const leastDifference = 24;
/** The share of a place's pixels that must differ. Strokes of text fill a tenth of it or more. */
const leastShare = 0.005;

const isDifferent = (one: Buffer, other: Buffer, at: number): boolean =>
  [0, 1, 2].some((part) => Math.abs((one[at + part] ?? 0) - (other[at + part] ?? 0)) >= leastDifference);

const changesAt = (quad: Quad, { pixels, scale }: Drawn, without: Buffer, drawn: Buffer): boolean => {
  const { x, y, w, h } = boundsOf(quad);
  const [left, top] = [x, y].map((edge) => Math.max(0, Math.floor(edge * scale)));
  const right = Math.min(pixels.width, Math.ceil((x + w) * scale));
  const bottom = Math.min(pixels.height, Math.ceil((y + h) * scale));
  let [changed, all] = [0, 0];
  for (let row = top ?? 0; row < bottom; row += 1) {
    for (let column = left ?? 0; column < right; column += 1) {
      all += 1;
      if (isDifferent(drawn, without, (row * pixels.width + column) * pixels.channels)) changed += 1;
    }
  }
  return changed > 0 && changed >= all * leastShare;
};

/**
 * Whether the text at each place can be seen: the page is drawn with and without all its text, and looks different
 * there. Finds text that no rule about colours, clips and masks knows to be hidden, and what is drawn beside a text as
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
  return request.quads.map((quad) => {
    const wide = widenedToInk(scaled(boundsOf(quad), scale), pixels, plain, isText);
    return {
      isSeen: changesAt(quad, drawn, plain, shown),
      withMarks: wide && cornersOf(scaled(wide, 1 / scale)),
    };
  });
};
