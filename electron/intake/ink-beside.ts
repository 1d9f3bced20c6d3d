import type { Box } from '../../shared/geometry.ts';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';
import { isAtBorder, regionsOf, type Region } from '../formats/pictures/regions.ts';

/** How far beside a value a mark counts as one of its characters, in heights of its text. */
const reach = 0.9;
/** The room that is searched around a value, in heights: what leaves it is a rule, a frame or a picture. */
const room = { sideways: 2.5, upward: 0.45 } as const;
/** Parts of 255 by which ink differs from the paper around it. */
const leastInk = 70;
/** The smallest height of a digit, in heights of the text: smaller ones are dots. A minus is as wide as that. */
const leastDigit = 0.4;
const minus = { least: 0.25, most: 0.8, flat: 0.2, middle: 0.25 } as const;

/** The room in which red ink must go on around a red mark of a seal, in heights of the text, and how much of it. */
const [sealRoom, sealInk] = [4, 3];
/** A straight run of red pixels this long is a rule of the form, in heights of the text. */
const leastRule = 2;

/** Whether a pixel is red, as seals are: the local reader fades them as well. */
const isRed = (pixels: Buffer, at: number): boolean =>
  (pixels[at] ?? 0) - Math.max(pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) > 40;

/** The length of the straight run that each marked cell belongs to, along a row or a column, whichever is longer. */
const runsOf = (marked: Uint8Array, columns: number, rows: number): Uint32Array => {
  const runs = new Uint32Array(marked.length);
  const measure = (start: number, step: number, count: number): void => {
    for (let from = 0; from < count; from += 1) {
      let end = from;
      while (end < count && marked[start + end * step] === 1) end += 1;
      for (let at = from; at < end; at += 1)
        runs[start + at * step] = Math.max(runs[start + at * step] ?? 0, end - from);
      from = end;
    }
  };
  for (let row = 0; row < rows; row += 1) measure(row * columns, 1, columns);
  for (let column = 0; column < columns; column += 1) measure(column, columns, rows);
  return runs;
};

/** Whether a red mark is a part of a seal: much more red ink is around it, beside the rules of a form. */
const isOfSeal = (
  mark: Region,
  height: number,
  isRedAt: (column: number, row: number) => boolean,
): boolean => {
  const side = Math.round(2 * sealRoom * height);
  const left = Math.round((mark.left + mark.right - side) / 2);
  const top = Math.round((mark.top + mark.bottom - side) / 2);
  const red = Uint8Array.from({ length: side * side }, (_, cell) =>
    isRedAt(left + (cell % side), top + Math.floor(cell / side)) ? 1 : 0,
  );
  const inked = runsOf(red, side, side).reduce(
    (sum, run) => (run > 0 && run < leastRule * height ? sum + 1 : sum),
    0,
  );
  return inked - mark.counted >= sealInk * mark.size;
};

/** Whether ink may be a digit or a minus in a line of text at this place. */
const mayBeCharacter = ({ left, right, top, bottom }: Region, line: Box): boolean => {
  const [width, height] = [right - left, bottom - top];
  if (height >= leastDigit * line.h) return true;
  const offCentre = Math.abs((top + bottom - 1) / 2 - (line.y + line.h / 2));
  return (
    height <= minus.flat * line.h &&
    width >= minus.least * line.h &&
    width <= minus.most * line.h &&
    offCentre <= minus.middle * line.h
  );
};

/**
 * The place of a value, in pixels, extended to adjacent marks that are not page text but could be read as its first or
 * last character; null if there are none.
 * @param plain the page drawn without its text
 * @param isText whether the pixel that starts at this byte shows text
 */
export const widenedToInk = (
  line: Box,
  { width, height, channels }: PagePixels,
  plain: Buffer,
  isText: (at: number) => boolean,
): Box | null => {
  if (!(line.h >= 4) || line.w < line.h / 2) return null;
  const left = Math.max(0, Math.floor(line.x - room.sideways * line.h));
  const right = Math.min(width - 1, Math.ceil(line.x + line.w + room.sideways * line.h));
  const top = Math.max(0, Math.floor(line.y - room.upward * line.h));
  const bottom = Math.min(height - 1, Math.ceil(line.y + line.h * (1 + room.upward)));
  const [columns, rows] = [right - left + 1, bottom - top + 1];
  if (columns < 3 || rows < 3) return null;
  const byteOf = (column: number, row: number): number => ((top + row) * width + left + column) * channels;
  const shadeOf = (at: number): number => Math.min(plain[at] ?? 0, plain[at + 1] ?? 0, plain[at + 2] ?? 0);
  const shades: number[] = [];
  for (let row = 0; row < rows; row += 2)
    for (let column = 0; column < columns; column += 2) shades.push(shadeOf(byteOf(column, row)));
  shades.sort((one, other) => one - other);
  const paper = shades[Math.floor(shades.length / 2)] ?? 255;
  const isInk = (at: number): boolean => Math.abs(shadeOf(at) - paper) >= leastInk;

  const ink = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      if (isInk(byteOf(column, row))) ink[row * columns + column] = 1;
  const isRedCell = (cell: number): boolean =>
    isRed(plain, byteOf(cell % columns, Math.floor(cell / columns)));
  const isRedAt = (column: number, row: number): boolean => {
    const [x, y] = [left + column, top + row];
    return x >= 0 && y >= 0 && x < width && y < height && isRed(plain, (y * width + x) * channels);
  };
  const hasText = (from: number, to: number): boolean => {
    for (let column = Math.max(0, Math.round(from)); column < Math.min(columns, Math.round(to)); column += 1)
      for (let row = 0; row < rows; row += 1) if (isText(byteOf(column, row))) return true;
    return false;
  };

  const [start, end] = [line.x - left, line.x + line.w - left];
  let [from, to] = [start, end];
  const own = { ...line, x: start, y: line.y - top };
  const margin = 0.2 * line.h;
  for (const mark of regionsOf(ink, columns, rows, isRedCell)) {
    if (isAtBorder(mark, columns, rows) || !mayBeCharacter(mark, own)) continue;
    if (mark.counted > mark.size / 2 && isOfSeal(mark, line.h, isRedAt)) continue;
    const isLeft = mark.right - 1 < start + margin && mark.right - 1 >= start - reach * line.h;
    const isRight = mark.left > end - margin && mark.left <= end + reach * line.h;
    if (isLeft && !hasText(mark.right, start - margin)) from = Math.min(from, mark.left);
    if (isRight && !hasText(end + margin, mark.left)) to = Math.max(to, mark.right);
  }
  return from < start || to > end ? { ...line, x: left + from, w: to - from } : null;
};
