import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { boundsOf, type Box, type Transform } from '../../../../../shared/geometry.ts';
import { failed, success, type Result } from '../../../../../shared/result.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { failureOf } from '../../../../../shared/services/failures.ts';
import { openDocuments, pageBox, type OfdDocument, type OfdFile, type PageRef } from '../document.ts';
import { maxDrawnGlyphs, newBudget, OfdFailure } from '../limits.ts';
import { openPackage } from '../package.ts';
import { readPage, type OfdPage, type PageItem } from '../page-items.ts';
import { readResources, type Resources } from '../resources.ts';
import { sealPlaces, type SealPlace } from '../seals.ts';
import { glyphCorners, type Glyph } from '../text-layout.ts';
import { hiddenOnPage } from '../read/visible-text.ts';
import type { ShownGlyph } from '../../page-text/painted.ts';
import { drawItems, type Drawing } from './draw-items.ts';
import { openFonts, type PageFonts } from './fonts.ts';
import { decodePicture, maxImagePixels, type DrawnImage } from './images.ts';

export type DrawOptions = {
  readonly dpi: number;
  /** A part of the page in millimetres from its top-left corner; by default the whole page. */
  readonly region?: Box;
  /** Leaves out all text. */
  readonly withoutText?: boolean;
  /** Called with each character of a whole page's own text that no rule knows to be hidden. */
  readonly onGlyph?: (glyph: ShownGlyph) => void;
};

/** The pages of an open OFD, of all its documents in order. */
export type OfdPages = {
  readonly pageCount: number;
  /** Size of a page in millimetres, pages from 1. */
  readonly sizeOf: (page: number) => Result<{ readonly width: number; readonly height: number }, Failure>;
  /** Draws a page, or a part of it, on white. */
  readonly drawPage: (page: number, options: DrawOptions) => Promise<Result<Canvas, Failure>>;
  /**
   * Draws a whole page onto a canvas of another kind, such as a page of a PDF, with its background unchanged.
   * @param scale units of the canvas per millimetre
   */
  readonly paintPage: (page: number, context: SKRSContext2D, scale: number) => Promise<Result<null, Failure>>;
  /** Releases the fonts. */
  readonly close: () => void;
};

type OpenDocument = {
  readonly document: OfdDocument;
  readonly resources: Resources;
  seals: readonly SealPlace[] | null;
};
type Place = { readonly owner: OpenDocument; readonly ref: PageRef };

const millimetresPerInch = 25.4;
/** A seal's picture may be an OFD; seals inside it are not drawn. */
const deepestSeal = 1;
const maxSealsOnPage = 40;
/** Resolution of a seal that is an OFD on a canvas without pixels, in pixels per millimetre: 300 dpi. */
const sealPixels = 300 / millimetresPerInch;

const placesOf = (file: OfdFile): readonly Place[] =>
  file.documents.flatMap((document) => {
    const owner = {
      document,
      resources: readResources(file.parts, document, document.resources),
      seals: null,
    };
    return document.pages.map((ref) => ({ owner, ref }));
  });

const picturesOf = async (
  file: OfdFile,
  { items }: OfdPage,
): Promise<ReadonlyMap<string, DrawnImage | null>> => {
  const known = new Map<string, DrawnImage | null>();
  let left = maxImagePixels;
  for (const item of items) {
    if (item.kind !== 'image' || item.path === null || known.has(item.path)) continue;
    let bytes: Buffer | null = null;
    try {
      bytes = file.parts.read(item.path);
    } catch (error) {
      if (!(error instanceof OfdFailure)) throw error;
    }
    const picture = bytes && (await decodePicture(bytes, left));
    if (picture) left -= picture.width * picture.height;
    known.set(item.path, picture);
  }
  return known;
};

const viewOf = (scale: number, region: Box | undefined): Transform => ({
  a: scale,
  b: 0,
  c: 0,
  d: scale,
  e: -(region?.x ?? 0) * scale,
  f: -(region?.y ?? 0) * scale,
});

const drawSeal = async (
  context: SKRSContext2D,
  { boundary, clip, picture }: SealPlace,
  origin: Box,
  view: Transform,
  pixelsPerMillimetre: number,
  depth: number,
): Promise<void> => {
  const image =
    picture.type === 'ofd' || picture.bytes.toString('latin1', 0, 2) === 'PK'
      ? await sealCanvas(picture.bytes, boundary, pixelsPerMillimetre, depth)
      : await decodePicture(picture.bytes);
  if (!image) return;
  context.save();
  context.setTransform(view.a, 0, 0, view.d, view.e, view.f);
  context.translate(boundary.x - origin.x, boundary.y - origin.y);
  context.beginPath();
  if (clip) context.rect(clip.x, clip.y, clip.w, clip.h);
  else context.rect(0, 0, boundary.w, boundary.h);
  context.clip();
  // Multiplies like ink, so that the content below shows through.
  context.globalCompositeOperation = 'multiply';
  context.drawImage(image, 0, 0, boundary.w, boundary.h);
  context.restore();
};

const sealCanvas = async (
  bytes: Buffer,
  boundary: Box,
  scale: number,
  depth: number,
): Promise<Canvas | null> => {
  if (depth >= deepestSeal) return null;
  const opened = await openPages(bytes, depth + 1);
  if (!opened.ok) return null;
  try {
    const size = opened.value.sizeOf(1);
    if (!size.ok) return null;
    const fit = Math.min(
      2000 / Math.max(size.value.width, size.value.height),
      (scale * boundary.w) / size.value.width,
    );
    const drawn = await opened.value.drawPage(1, { dpi: fit * millimetresPerInch });
    return drawn.ok ? drawn.value : null;
  } finally {
    opened.value.close();
  }
};

const maxSidePixels = 16_384;
const maxCanvasPixels = 40_000_000;

/** A canvas of a size in pixels; null if it would be too large. */
const canvasOf = async (width: number, height: number): Promise<Canvas | null> => {
  const [w, h] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (Math.max(w, h) > maxSidePixels || w * h > maxCanvasPixels) return null;
  const { createCanvas } = await import('@napi-rs/canvas');
  return createCanvas(w, h);
};

/** Annotations are drawn above the seals. */
const isAnnotation = ({ source }: PageItem): boolean => source === 'annotation';

type PaintOptions = {
  readonly isDrawn?: (item: PageItem) => boolean;
  readonly onGlyph?: NonNullable<Drawing['onGlyph']>;
};

/** Tells of the characters of a page that are not hidden, in millimetres. */
const onShown =
  (
    hidden: ReadonlySet<Glyph>,
    scale: number,
    tell: (glyph: ShownGlyph) => void,
  ): PaintOptions['onGlyph'] & {} =>
  (glyph, item, { x, y, w, h }) => {
    if (isAnnotation(item) || hidden.has(glyph)) return;
    const place = boundsOf(glyphCorners(glyph, item.layout, item.toPage));
    const middle = { x: place.x + place.w / 2, y: place.y + place.h / 2 };
    tell({ text: glyph.text, middle, box: { x: x / scale, y: y / scale, w: w / scale, h: h / scale } });
  };

const openPages = async (bytes: Uint8Array, depth: number): Promise<Result<OfdPages, Failure>> => {
  let file: OfdFile;
  let places: readonly Place[];
  let fonts: PageFonts;
  try {
    file = openDocuments(await openPackage(bytes));
    places = placesOf(file);
    fonts = await openFonts(file.parts);
  } catch (error) {
    return failureFrom(error);
  }
  let last: { readonly number: number; readonly page: OfdPage } | null = null;

  const pageAt = (number: number): OfdPage => {
    const place = places[number - 1];
    if (!place) throw new OfdFailure('damaged', `no page ${number}`);
    if (last?.number === number) return last.page;
    // Pages are drawn one by one, so each gets the budget of a whole file.
    Object.assign(file.parts.budget, newBudget());
    const page = readPage(file, place.owner.document, place.ref, place.owner.resources);
    last = { number, page };
    return page;
  };

  const paint = async (
    number: number,
    context: SKRSContext2D,
    view: Transform,
    pixelsPerMillimetre: number,
    { isDrawn = () => true, onGlyph }: PaintOptions = {},
  ): Promise<void> => {
    const page = pageAt(number);
    const place = places[number - 1];
    if (!place) return;
    const glyphs = page.items.reduce(
      (sum, item) => sum + (item.kind === 'text' ? item.layout.glyphs.length : 0),
      0,
    );
    if (glyphs > maxDrawnGlyphs) throw new OfdFailure('took-too-long', `${glyphs} characters`);
    const pictures = await picturesOf(file, page);
    const drawing: Drawing = { context, view, fonts, pictures, ...(onGlyph && { onGlyph }) };
    const items = page.items.filter(isDrawn);
    drawItems(
      drawing,
      items.filter((item) => !isAnnotation(item)),
    );
    const { owner, ref } = place;
    owner.seals ??= sealPlaces(file, owner.document);
    for (const seal of owner.seals.filter(({ pageId }) => pageId === ref.id).slice(0, maxSealsOnPage))
      await drawSeal(context, seal, page.box, view, pixelsPerMillimetre, depth);
    drawItems(drawing, items.filter(isAnnotation));
  };

  const draw = async (
    number: number,
    { dpi, region, withoutText = false, onGlyph }: DrawOptions,
  ): Promise<Result<Canvas, Failure>> => {
    const page = pageAt(number);
    const { box } = page;
    const scale = dpi / millimetresPerInch;
    const shown = region ?? { x: 0, y: 0, w: box.w, h: box.h };
    const canvas = await canvasOf(shown.w * scale, shown.h * scale);
    if (!canvas) return failed(failureOf('page-too-large', { detail: `${shown.w} × ${shown.h} mm` }));
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    await paint(number, context, viewOf(scale, region), scale, {
      ...(withoutText && { isDrawn: ({ kind }) => kind !== 'text' }),
      ...(onGlyph && { onGlyph: onShown(await hiddenOnPage(file, page), scale, onGlyph) }),
    });
    return success(canvas);
  };

  return success({
    pageCount: places.length,
    sizeOf: (number) => {
      try {
        const place = places[number - 1];
        if (!place) return failed(failureOf('missing', {}));
        const content = last?.number === number ? null : file.parts.xml(place.ref.path)?.root;
        const box =
          last?.number === number ? last.page.box : pageBox(content ?? undefined, place.owner.document);
        return success({ width: box.w, height: box.h });
      } catch (error) {
        return failureFrom(error);
      }
    },
    drawPage: async (number, options) => {
      try {
        return await draw(number, options);
      } catch (error) {
        return failureFrom(error);
      }
    },
    paintPage: async (number, context, scale) => {
      try {
        await paint(number, context, viewOf(scale, undefined), sealPixels);
        return success(null);
      } catch (error) {
        return failureFrom(error);
      }
    },
    close: () => fonts.close(),
  });
};

const failureFrom = (error: unknown): { readonly ok: false; readonly failure: Failure } => {
  if (!(error instanceof OfdFailure)) throw error;
  return failed(failureOf(error.reason, { detail: error.message }));
};

/** Opens an OFD to draw its pages. Pages are drawn one after the other. */
export const openOfdPages = (bytes: Uint8Array): Promise<Result<OfdPages, Failure>> => openPages(bytes, 0);
