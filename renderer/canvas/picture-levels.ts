import { inPicturePixels, type CanvasFrame } from './frame-loop.ts';
import { scaleOf } from './view.ts';

/** A picture with successive halves, so that a small view of a large scan does not flicker and draws fast. */
export type PictureLevels = {
  /** The picture, followed by ever smaller halves. */
  readonly bitmaps: readonly ImageBitmap[];
};

/** From this scale on, in device pixels, each picture pixel is drawn as a square. */
const squaresFrom = 2;
const smallestSide = 512;
const rowsPerStep = 512;

const isOpen = (bitmap: ImageBitmap): boolean => bitmap.width > 0;

/** Halves a picture by averaging blocks of two by two pixels, one band of rows at a time. */
function* halve(source: ImageBitmap): Generator<undefined, ImageBitmap | null> {
  const [width, height] = [Math.ceil(source.width / 2), Math.ceil(source.height / 2)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.imageSmoothingQuality = 'low';
  for (let y = 0; y < height; y += rowsPerStep) {
    if (!isOpen(source)) return null;
    const rows = Math.min(rowsPerStep, height - y);
    context.drawImage(source, 0, y * 2, width * 2, rows * 2, 0, y, width, rows);
    // Reading a pixel forces this band to be drawn now instead of all bands at the end.
    context.getImageData(0, y, 1, 1);
    yield;
  }
  return canvas.transferToImageBitmap();
}

/** Builds the smaller levels in steps. If the picture is closed meanwhile, the levels built so far remain. */
export function* makeLevels(picture: ImageBitmap): Generator<undefined, PictureLevels> {
  const bitmaps = [picture];
  let last = picture;
  while (Math.max(last.width, last.height) / 2 >= smallestSide) {
    const half = yield* halve(last);
    if (!half) break;
    bitmaps.push(half);
    last = half;
  }
  return { bitmaps };
}

/** Frees the levels built here. The caller owns the picture itself. */
export const closeLevels = (levels: PictureLevels): void => {
  for (const bitmap of levels.bitmaps.slice(1)) bitmap.close();
};

/** The smallest level with at least one pixel per device pixel. */
const levelFor = (levels: PictureLevels, deviceScale: number): number => {
  let level = 0;
  while (level + 1 < levels.bitmaps.length && deviceScale <= 1 / 2 ** (level + 1)) level += 1;
  return level;
};

/** Draws the picture under a view. `fine` selects the better and slower smoothing. */
export const paintPicture = (frame: CanvasFrame, levels: PictureLevels, fine: boolean): void => {
  const deviceScale = scaleOf(frame.view) * frame.pixelRatio;
  const level = levelFor(levels, deviceScale);
  const bitmap = levels.bitmaps[level];
  if (!bitmap || !isOpen(bitmap)) return;
  const { context, picture } = frame;
  inPicturePixels(frame);
  context.imageSmoothingEnabled = deviceScale !== 1 && deviceScale < squaresFrom;
  context.imageSmoothingQuality = fine ? 'high' : 'low';
  context.drawImage(bitmap, 0, 0, picture.width, picture.height);
};
