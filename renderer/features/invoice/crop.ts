import { compose, invert, type ImagePoint, type Quad, type Transform } from '../../../shared/geometry.ts';

/** A piece of the picture turned upright: its size in CSS pixels, and the map from the picture's pixels. */
type Crop = { readonly width: number; readonly height: number; readonly transform: Transform };

/** Height of a printed line in a crop, in CSS pixels: for a single line, and for one of several. */
const lineHeight = 19;
const lineHeightAmongMany = 14;
/** Margin around the text, as a fraction of a line's height. */
const margin = 0.12;
/** Maximum size of a crop, in CSS pixels. */
const largest = { width: 640, height: 80 };

const between = (from: ImagePoint, to: ImagePoint): ImagePoint => ({ x: to.x - from.x, y: to.y - from.y });
const length = ({ x, y }: ImagePoint): number => Math.hypot(x, y);

/**
 * Crops a quad so that its text is upright, for any position of the paper. Null for a quad without an area.
 * @param lines number of text lines in it
 */
export const cropOf = ([tl, tr, br, bl]: Quad, lines: number): Crop | null => {
  const [top, bottom, left, right] = [between(tl, tr), between(bl, br), between(tl, bl), between(tr, br)];
  const along = { x: (top.x + bottom.x) / 2, y: (top.y + bottom.y) / 2 };
  const down = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const [w, h] = [length(along), length(down)];
  const area = along.x * down.y - along.y * down.x;
  // Written this way because a comparison with NaN is false.
  if (!(Math.abs(area) > 1e-6)) return null;
  const room = (margin * h) / lines;
  const [wide, high] = [w + 2 * room, h + 2 * room];
  const wanted = (lines > 1 ? lineHeightAmongMany : lineHeight) / (h / lines);
  const scale = Math.min(wanted, largest.width / wide, largest.height / high);
  const centre = { x: (tl.x + tr.x + br.x + bl.x) / 4, y: (tl.y + tr.y + br.y + bl.y) / 4 };
  const fromUnits: Transform = { a: along.x, b: along.y, c: down.x, d: down.y, e: centre.x, f: centre.y };
  const toCrop: Transform = {
    a: w * scale,
    b: 0,
    c: 0,
    d: h * scale,
    e: (wide * scale) / 2,
    f: (high * scale) / 2,
  };
  return {
    width: Math.max(1, Math.round(wide * scale)),
    height: Math.max(1, Math.round(high * scale)),
    transform: compose(invert(fromUnits), toCrop),
  };
};

/** Number of printed lines of a value. */
export const linesIn = (raw: string): number => raw.split('\n').length;
