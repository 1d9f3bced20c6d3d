import type { Box } from '../../shared/geometry.ts';
import type { PagePixels } from '../formats/pictures/page-pixels.ts';

/** How far beside a value a mark counts as one of its characters, in heights of its text. */
const reach = 0.9;
/** The room that is searched around a value, in heights: what leaves it is a rule, a frame or a picture. */
const room = { sideways: 2.5, upward: 0.45 } as const;
/** Parts of 255 by which ink differs from the paper around it. */
const leastInk = 70;
/** The smallest height of a digit, in heights of the text: smaller ones are dots. A minus is as wide as that. */
const leastDigit = 0.4;
const minus = { least: 0.25, most: 0.8, flat: 0.2, middle: 0.25 } as const;

/** Whether a pixel is red, as seals are: the local reader fades them as well. */
const isRed = (pixels: Buffer, at: number): boolean =>
  (pixels[at] ?? 0) - Math.max(pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) > 40;

/** Connected ink, in pixels. `red` and `size` count them. */
type Mark = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  touchesEdge: boolean;
  red: number;
  size: number;
};

/** Whether ink may be a digit or a minus in a line of text of this height. */
const mayBeCharacter = ({ left, right, top, bottom, touchesEdge, red, size }: Mark, line: Box): boolean => {
  if (touchesEdge || red > size / 2) return false;
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (height >= leastDigit * line.h) return true;
  const offCentre = Math.abs((top + bottom) / 2 - (line.y + line.h / 2));
  return (
    height <= minus.flat * line.h &&
    width >= minus.least * line.h &&
    width <= minus.most * line.h &&
    offCentre <= minus.middle * line.h
  );
};

/**
 * The place of a value, in pixels, widened to the marks beside it that are not text of the page and may be read as its
 * first or last character; null if there are none.
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

  const seen = new Uint8Array(columns * rows);
  const markFrom = (start: number): Mark => {
    const mark: Mark = { left: columns, right: 0, top: rows, bottom: 0, touchesEdge: false, red: 0, size: 0 };
    const open = [start];
    seen[start] = 1;
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      mark.size += 1;
      if (isRed(plain, byteOf(column, row))) mark.red += 1;
      mark.left = Math.min(mark.left, column);
      mark.right = Math.max(mark.right, column);
      mark.top = Math.min(mark.top, row);
      mark.bottom = Math.max(mark.bottom, row);
      if (column === 0 || row === 0 || column === columns - 1 || row === rows - 1) {
        mark.touchesEdge = true;
        continue;
      }
      for (const next of [
        cell - 1,
        cell + 1,
        cell - columns,
        cell + columns,
        cell - columns - 1,
        cell - columns + 1,
        cell + columns - 1,
        cell + columns + 1,
      ]) {
        if (seen[next] === 1 || !isInk(byteOf(next % columns, Math.floor(next / columns)))) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
    return mark;
  };
  const hasText = (from: number, to: number): boolean => {
    for (let column = Math.max(0, Math.round(from)); column < Math.min(columns, Math.round(to)); column += 1)
      for (let row = 0; row < rows; row += 1) if (isText(byteOf(column, row))) return true;
    return false;
  };

  const [start, end] = [line.x - left, line.x + line.w - left];
  let [from, to] = [start, end];
  const own = { ...line, x: start, y: line.y - top };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const cell = row * columns + column;
      if (seen[cell] === 1 || !isInk(byteOf(column, row))) continue;
      const mark = markFrom(cell);
      if (!mayBeCharacter(mark, own)) continue;
      const margin = 0.2 * line.h;
      const isLeft = mark.right < start + margin && mark.right >= start - reach * line.h;
      const isRight = mark.left > end - margin && mark.left <= end + reach * line.h;
      if (isLeft && !hasText(mark.right + 1, start - margin)) from = Math.min(from, mark.left);
      if (isRight && !hasText(end + margin, mark.left)) to = Math.max(to, mark.right + 1);
    }
  return from < start || to > end ? { ...line, x: left + from, w: to - from } : null;
};
